import { limits } from "@fanfare/contract/limits";
import type { TailedEvent } from "@fanfare/contract/schema/channel";
import { getRouteApi } from "@tanstack/react-router";
import { Activity, Lock, Pause, Play, Trash2 } from "lucide-react";
import { memo, type RefObject, useCallback, useEffect, useReducer, useRef, useState } from "react";
import { byteSize } from "../language/byte-size.ts";
import { clockToSecond } from "../language/format.ts";
import { t, tCount } from "../language/t.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { EmptyArt, EmptyState } from "../ui/empty-state.tsx";
import { LiveDot } from "../ui/live-dot.tsx";
import { NewPill } from "../ui/new-pill.tsx";
import { SearchInput } from "../ui/search-input.tsx";
import { useTail } from "./listen.ts";
import { EMPTY_TAIL, matching, prettyData, tailAfter } from "./tail.ts";
import { TailNames } from "./tail-names.tsx";

const route = getRouteApi("/$app/live");

/** What is said in this app, as it is said. */
export function Events() {
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const [tail, move] = useReducer(tailAfter, EMPTY_TAIL);
  const hearing = useTail((tailed) => move({ kind: "heard", tailed }));
  const shown = matching(tail.events, q);
  const top = useRef<HTMLDivElement>(null);
  const away = useOutOfSight(top);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const onToggle = useCallback((id: number, open: boolean) => {
    setOpened((before) => new Set(open ? [...before, id] : [...before].filter((each) => each !== id)));
  }, []);
  const reading = away || tail.events.some(({ id }) => opened.has(id));
  useEffect(() => move({ kind: reading ? "hold" : "release" }), [reading]);

  if (hearing === "refused") {
    return (
      <div className="px-(--gutter) py-6">
        <Callout tone="caution" title={t("Owners and admins alone hear what is said")}>
          {t("Events hold what people and your back end say to each other. Ask an owner or admin of this workspace.")}
        </Callout>
      </div>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-(--gutter) py-3">
        <SearchInput
          label={t("Filter by channel or event")}
          placeholder={t("Channel or event")}
          value={q}
          onSearch={(words) => void navigate({ search: { tab: "events", q: words }, replace: true })}
          className="w-full sm:w-72"
        />
        <TailNames
          events={tail.events}
          onChoose={(name) => void navigate({ search: { tab: "events", q: name }, replace: true })}
        />
        <Button
          icon={tail.paused ? <Play /> : <Pause />}
          onClick={() => move({ kind: tail.paused ? "resume" : "pause" })}
        >
          {tail.paused
            ? tail.waiting.length > 0
              ? tCount(tail.waiting.length, "Go on, {n} wait", "Go on, {n} wait")
              : t("Go on")
            : t("Pause")}
        </Button>
        <Button icon={<Trash2 />} disabled={tail.events.length === 0} onClick={() => move({ kind: "clear" })}>
          {t("Clear")}
        </Button>
        <span className="ms-auto">
          <LiveDot state={tail.paused ? "paused" : hearing} />
        </span>
      </div>
      <div ref={top} />
      <NewPill
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
            "{n} more came faster than {rate} a second, and are not shown.",
            "{n} more came faster than {rate} a second, and are not shown.",
            { rate: (limits.tail_events_per_interval_max * 1_000) / limits.tail_interval_ms },
          )}
        </p>
      )}
      {shown.length === 0 ? (
        <EmptyState
          art={<EmptyArt icon={Activity} />}
          title={tail.events.length > 0 ? t("None of them matches") : t("Silence")}
        >
          {tail.events.length > 0
            ? t("Events of other channels and names have come.")
            : t(
                "What your back end publishes and clients say from now on appears here, while this page is open. Nothing is kept.",
              )}
        </EmptyState>
      ) : (
        <ol aria-label={t("Events, the newest first")} className="flex-1">
          {shown.map((event) => (
            <EventRow key={event.id} event={event} onToggle={onToggle} />
          ))}
        </ol>
      )}
    </>
  );
}

/** Whether the element has been scrolled out of the window. */
function useOutOfSight(element: RefObject<HTMLElement | null>): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const watch = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false));
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element]);
  return away;
}

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
        <summary className="flex cursor-default flex-wrap items-center gap-x-4 gap-y-1 px-(--gutter) py-2.5 text-sm -outline-offset-2 hover:bg-fill">
          <time dateTime={at} className="w-18 text-xs text-ink-3 tabular-nums">
            {clockToSecond(Date.parse(at))}
          </time>
          <span className="font-mono font-medium wrap-anywhere">
            <bdi>{event}</bdi>
          </span>
          <span className="min-w-0 flex-1 basis-24 font-mono text-ink-3 wrap-anywhere">
            <bdi>{channel}</bdi>
          </span>
          {from === "client" && <Badge tone="accent">{t("From a client")}</Badge>}
          {data === null && <Lock aria-label={t("Encrypted")} className="size-3.5 text-ink-3" />}
          <span className="text-xs text-ink-3 tabular-nums sm:w-16 sm:text-end">{byteSize(bytes)}</span>
        </summary>
        <pre
          dir={data === null ? undefined : "ltr"}
          className="mx-(--gutter) mt-1 mb-3 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs whitespace-pre-wrap text-ink-2 wrap-anywhere"
        >
          {data === null ? t("Encrypted: the server does not have the key.") : prettyData(data)}
          {data !== null && data.length >= limits.tail_data_chars_max && `\n${t("… cut here")}`}
        </pre>
      </details>
    </li>
  );
});
