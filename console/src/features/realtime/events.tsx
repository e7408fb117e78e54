import { limits } from "@fanfare/contract/limits";
import type { TailedEvent } from "@fanfare/contract/schema/realtime/channel";
import { getRouteApi } from "@tanstack/react-router";
import { Activity, ChevronDown, ChevronRight, Lock, Pause, Play, Trash2 } from "lucide-react";
import { memo, type RefObject, useCallback, useEffect, useReducer, useRef, useState } from "react";
import { type ChannelState, useEventTail } from "../../lib/console-channel.ts";
import { byteSize } from "../../lib/i18n/byte-size.ts";
import { number, timeOfDayWithSeconds } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { Combobox } from "../../ui/combobox/combobox.tsx";
import { Badge } from "../../ui/elements/badge.tsx";
import { Button } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { LiveDot } from "../../ui/feedback/live-dot.tsx";
import { SearchInput } from "../../ui/forms/search-input.tsx";
import { FilterBar } from "../../ui/page/filter-bar.tsx";
import { NewItemsButton } from "../../ui/table/new-items-button.tsx";
import {
  EMPTY_TAIL,
  type EventTail,
  matching,
  namesIn,
  prettyData,
  reduceTail,
  type TailAction,
} from "./event-tail.ts";

interface EventNameFilterProps {
  readonly events: readonly TailedEvent[];
  readonly onChoose: (name: string) => void;
}

function EventNameFilter({ events, onChoose }: EventNameFilterProps) {
  const items = namesIn(events).map(({ kind, name, count }) => ({
    id: `${kind} ${name}`,
    name,
    label: name,
    hint: kind === "channel" ? t("Channel") : t("Event"),
    count: number(count),
  }));
  return (
    <Combobox
      label={t("Recent channels and events")}
      items={items}
      value={null}
      onChange={({ name }) => onChoose(name)}
      placeholder={t("Channel or event")}
      trigger={(props) => (
        <Button {...props} disabled={items.length === 0}>
          {t("Recent")}
          <ChevronDown className="text-ink-3" />
        </Button>
      )}
    />
  );
}

const route = getRouteApi("/$app/live");

export function Events() {
  const { q } = route.useSearch();
  const [tail, move] = useReducer(reduceTail, EMPTY_TAIL);
  const connection = useEventTail((tailed) => move({ kind: "heard", tailed }));
  const shown = matching(tail.events, q);
  const top = useRef<HTMLDivElement>(null);
  const away = useIsOutOfView(top);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const onToggle = useCallback((id: number, open: boolean) => {
    setOpened((before) => new Set(open ? [...before, id] : [...before].filter((each) => each !== id)));
  }, []);
  const reading = away || tail.events.some(({ id }) => opened.has(id));
  useEffect(() => move({ kind: reading ? "hold" : "release" }), [reading]);

  if (connection === "refused") {
    return (
      <div className="px-(--gutter) py-6">
        <Callout tone="caution" title={t("You don’t have access to events")}>
          {t("Events can contain private data from people and your backend. Ask an owner or admin for access.")}
        </Callout>
      </div>
    );
  }
  return (
    <>
      <TailControls tail={tail} move={move} connection={connection} />
      <div ref={top} />
      <NewItemsButton
        count={tail.paused ? 0 : matching(tail.waiting, q).length}
        onShow={() => {
          move({ kind: "show" });
          if (away) top.current?.scrollIntoView({ block: "center" });
        }}
      />
      {tail.skipped > 0 && (
        <p className="border-b border-line bg-caution-soft px-(--gutter) py-2 text-sm text-caution-text">
          {tCount(
            tail.skipped,
            "Events skipped above {rate} per second: {n}.",
            "Events skipped above {rate} per second: {n}.",
            { rate: (limits.tail_events_per_interval_max * 1_000) / limits.tail_interval_ms },
          )}
        </p>
      )}
      {shown.length === 0 ? (
        <NoEvents filtered={tail.events.length > 0} />
      ) : (
        <ol aria-label={t("Events, newest first")} className="flex-1">
          {shown.map((event) => (
            <EventRow key={event.id} event={event} onToggle={onToggle} />
          ))}
        </ol>
      )}
    </>
  );
}

interface TailControlsProps {
  readonly tail: EventTail;
  readonly move: (action: TailAction) => void;
  readonly connection: ChannelState;
}

function TailControls({ tail: { events, waiting, paused }, move, connection }: TailControlsProps) {
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = (query: string): void => void navigate({ search: { tab: "events", q: query }, replace: true });
  return (
    <FilterBar>
      <SearchInput
        label={t("Filter by channel or event")}
        placeholder={t("Channel or event")}
        value={q}
        onSearch={filter}
        className="w-full sm:w-72"
      />
      <EventNameFilter events={events} onChoose={filter} />
      <Button icon={paused ? <Play /> : <Pause />} onClick={() => move({ kind: paused ? "resume" : "pause" })}>
        {paused
          ? waiting.length > 0
            ? tCount(waiting.length, "Resume ({n} waiting)", "Resume ({n} waiting)")
            : t("Resume")
          : t("Pause")}
      </Button>
      <Button icon={<Trash2 />} disabled={events.length === 0} onClick={() => move({ kind: "clear" })}>
        {t("Clear events")}
      </Button>
      <span className="ms-auto">
        <LiveDot state={paused ? "paused" : connection} />
      </span>
    </FilterBar>
  );
}

function NoEvents({ filtered }: { readonly filtered: boolean }) {
  return (
    <EmptyState art={<EmptyArt icon={Activity} />} title={filtered ? t("No results") : t("No events yet")}>
      {filtered
        ? t("Other events arrived. Change the filter to see them.")
        : t("New events from your backend and clients appear here while this page is open. They aren’t stored.")}
    </EmptyState>
  );
}

/** Whether the element is scrolled out of view. */
function useIsOutOfView(element: RefObject<HTMLElement | null>): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const watch = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false));
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element]);
  return away;
}

/** More than fits into the line of a wide screen. */
const PREVIEW_CHARS = 200;

interface EventRowProps {
  readonly event: TailedEvent;
  readonly onToggle: (id: number, open: boolean) => void;
}

const EventRow = memo(function EventRow({
  event: { id, at, channel, event, data, bytes, from },
  onToggle,
}: EventRowProps) {
  return (
    <li className="border-b border-line [contain-intrinsic-size:auto_2.75rem] [content-visibility:auto]">
      <details className="group" onToggle={({ currentTarget }) => onToggle(id, currentTarget.open)}>
        <summary className="flex cursor-default flex-wrap items-center gap-x-4 gap-y-1 px-(--gutter) py-2.5 text-sm -outline-offset-2 hover:bg-fill lg:flex-nowrap">
          <ChevronRight
            aria-hidden="true"
            className="size-4 shrink-0 text-ink-3 transition-transform group-open:rotate-90 rtl:not-group-open:rotate-180 max-sm:hidden"
          />
          <time dateTime={at} className="w-18 shrink-0 text-xs text-ink-3 tabular-nums">
            {timeOfDayWithSeconds(Date.parse(at))}
          </time>
          <span className="font-mono font-medium wrap-anywhere lg:w-52 lg:shrink-0">
            <bdi>{event}</bdi>
          </span>
          <span className="min-w-0 flex-1 basis-24 font-mono text-ink-3 wrap-anywhere lg:w-44 lg:flex-none">
            <bdi>{channel}</bdi>
          </span>
          {/* What opening shows in full. */}
          <bdi
            dir="ltr"
            aria-hidden="true"
            className="min-w-0 flex-1 truncate font-mono text-xs text-ink-3 group-open:invisible max-lg:hidden rtl:text-right"
          >
            {data?.slice(0, PREVIEW_CHARS)}
          </bdi>
          {from === "client" && <Badge tone="accent">{t("From a client")}</Badge>}
          {data === null && <Lock aria-label={t("Encrypted")} className="size-3.5 text-ink-3" />}
          <span className="text-xs text-ink-3 tabular-nums sm:w-16 sm:text-end">{byteSize(bytes)}</span>
        </summary>
        <pre
          dir={data === null ? undefined : "ltr"}
          className="mx-(--gutter) mt-1 mb-3 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs whitespace-pre-wrap text-ink-2 wrap-anywhere"
        >
          {data === null ? t("Encrypted. The server doesn’t have the key.") : prettyData(data)}
          {data !== null && data.length >= limits.tail_data_chars_max && `\n${t("… truncated")}`}
        </pre>
      </details>
    </li>
  );
});
