import type { ChannelSummary } from "@fanfare/contract/schema/responses/realtime/channel";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { RadioTower, SearchX } from "lucide-react";
import { useRef } from "react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { type ChannelState, usePulse } from "../../lib/console-channel.ts";
import { asIs, t, tCount } from "../../lib/i18n/t.ts";
import { channelQueryFilter, realtimeQueries } from "../../lib/queries/realtime.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { Button } from "../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { LiveDot } from "../../ui/feedback/live-dot.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { Skeleton, useIsSlow } from "../../ui/feedback/skeleton.tsx";
import { SearchInput } from "../../ui/forms/search-input.tsx";
import { Pager } from "../../ui/table/pager.tsx";
import { CHANNEL_KIND_LABELS } from "./channel-labels.ts";
import { ChannelView } from "./channel-view.tsx";

const route = getRouteApi("/$app/live");

/** Refetches channels every 3 pulses (3 s). */
const PULSES_PER_REFRESH = 3;

export function Channels() {
  const { channel } = route.useSearch();
  const app = useApp();
  const client = useQueryClient();
  const beats = useRef(0);
  const connection = usePulse(() => {
    beats.current += 1;
    if (beats.current % PULSES_PER_REFRESH === 0) void client.invalidateQueries(channelQueryFilter(app.id));
  });
  return channel === "" ? (
    <ChannelList connection={connection} />
  ) : (
    <ChannelView name={channel} connection={connection} />
  );
}

function ChannelList({ connection }: { readonly connection: ChannelState }) {
  const { api } = useAppContext();
  const app = useApp();
  const navigate = route.useNavigate();
  const { q, before: after } = route.useSearch();
  const query = useQuery(realtimeQueries.channels(api, app.id, q, after === "" ? undefined : after));
  const slow = useIsSlow(query.isPending);
  const { items = [], next = null, total = 0 } = query.data ?? {};
  const has_presence = items.some(({ users }) => users !== null);

  return (
    <>
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-(--gutter) py-3">
        <SearchInput
          label={t("Search channels by prefix")}
          placeholder={asIs("private-orders")}
          value={q}
          onSearch={(query) => void navigate({ search: { tab: "channels", q: query.trim() }, replace: true })}
          className="w-full sm:w-72"
        />
        <p className="text-sm text-ink-2 tabular-nums">
          {query.data !== undefined && tCount(total, "1 channel", "{n} channels")}
        </p>
        <span className="ms-auto">
          <LiveDot state={connection} />
        </span>
      </div>
      {query.isError && query.data === undefined ? (
        <QueryProblem of={query} />
      ) : query.data === undefined ? (
        slow && <ChannelsSkeleton />
      ) : items.length === 0 ? (
        <NoChannels filtered={q !== ""} onClear={() => void navigate({ search: { tab: "channels" } })} />
      ) : (
        <ul aria-label={t("Channels")} className="flex-1">
          {items.map((channel) => (
            <ChannelRow key={channel.name} channel={channel} has_presence={has_presence} />
          ))}
        </ul>
      )}
      {(after !== "" || next !== null) && (
        <Pager
          text={tCount(total, "{shown} of {n} channels", "{shown} of {n} channels", { shown: items.length })}
          onPrevious={after === "" ? undefined : () => history.back()}
          onNext={next === null ? undefined : () => void navigate({ search: { tab: "channels", q, before: next } })}
        />
      )}
    </>
  );
}

interface ChannelRowProps {
  readonly channel: ChannelSummary;
  /** Whether a channel of the list has people, which then have a column. */
  readonly has_presence: boolean;
}

function ChannelRow({ channel, has_presence }: ChannelRowProps) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-(--gutter) py-3 hover:bg-fill">
      <Link
        from="/$app/live"
        search={(search) => ({ ...search, channel: channel.name })}
        className="row-link min-w-0 flex-1 font-mono text-sm max-sm:basis-full text-ink wrap-anywhere"
      >
        <bdi>{channel.name}</bdi>
      </Link>
      <span className="sm:w-40">
        <Badge>{CHANNEL_KIND_LABELS[channel.kind]}</Badge>
      </span>
      <span className="text-sm text-ink-2 tabular-nums sm:w-28 sm:text-end">
        {tCount(channel.subscriptions, "1 subscriber", "{n} subscribers")}
      </span>
      {has_presence && (
        <span className="text-sm text-ink-2 tabular-nums sm:w-20 sm:text-end">
          {channel.users !== null && tCount(channel.users, "1 person", "{n} people")}
        </span>
      )}
    </li>
  );
}

function NoChannels({ filtered, onClear }: { readonly filtered: boolean; readonly onClear: () => void }) {
  return (
    <EmptyState
      art={<EmptyArt icon={filtered ? SearchX : RadioTower} />}
      title={filtered ? t("No results") : t("No active channels")}
      actions={filtered && <Button onClick={onClear}>{t("Show all channels")}</Button>}
    >
      {t("Channels appear here while they have subscribers: pages with the SDK, or Pusher and SignalR clients.")}
    </EmptyState>
  );
}

function ChannelsSkeleton() {
  return ["w-52", "w-40", "w-60"].map((width) => (
    <div key={width} className="border-b border-line px-(--gutter) py-3.5">
      <Skeleton className={`h-3.5 max-w-full ${width}`} />
    </div>
  ));
}
