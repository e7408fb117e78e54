import type { EndReason, RunState, StartReason } from "@fanfare/contract/events";
import type { DeliveryState, LiveUpdateKind } from "@fanfare/contract/live-update";
import type { TimelineEntry, TimelineKind } from "@fanfare/contract/schema/timeline";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useParams } from "@tanstack/react-router";
import { Activity, EyeOff, MessageSquare, Play, Trophy } from "lucide-react";
import type { ReactNode } from "react";
import { useApp, useDoors } from "../../doors.ts";
import { asProblem } from "../../queries.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { ProblemNotice } from "../../ui/problem-notice.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Select } from "../../ui/select.tsx";
import { Skeleton, useSlow } from "../../ui/skeleton.tsx";
import { personQueries } from "../queries.ts";
import { untilWords } from "./suppression-words.ts";

const route = getRouteApi("/$app/people/$id");

const KINDS = [
  { value: "all", label: "Everything" },
  { value: "run", label: "What was shown" },
  { value: "event", label: "Events" },
  { value: "live_update", label: "Live updates" },
  { value: "suppression", label: "What was hidden" },
  { value: "milestone", label: "Milestones" },
] as const satisfies readonly { readonly value: TimelineKind | "all"; readonly label: string }[];

/** What the person did and what was said to them, the newest first. */
export function Timeline({ id }: { readonly id: string }) {
  const { api } = useDoors();
  const app = useApp();
  const { kind = "all" } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(personQueries.timeline(api, app.id, id, kind));
  const slow = useSlow(query.isPending);
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-label="Timeline" className="flex flex-col">
      <div className="flex justify-end px-(--gutter) py-3">
        <Select
          label="Show"
          value={kind}
          options={KINDS}
          onChange={(next) =>
            void navigate({
              search: (search) => ({ ...search, kind: next === "all" ? undefined : next }),
              replace: true,
              resetScroll: false,
            })
          }
          className="h-8 w-44 text-sm max-sm:w-full"
        />
      </div>
      {query.isError && query.data === undefined && (
        <ProblemNotice
          problem={asProblem(query.error)}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {slow && <Waiting />}
      {query.data !== undefined && entries.length === 0 && (
        <p className="px-(--gutter) py-12 text-center text-sm text-ink-3">
          {kind === "all"
            ? "Nothing yet. What this person does, and what is shown to them, appears here."
            : "Nothing of this kind yet."}
        </p>
      )}
      <ol
        aria-label="What happened"
        aria-busy={query.isPlaceholderData}
        className={cx("transition-opacity", query.isPlaceholderData && "opacity-60")}
      >
        {entries.map((entry) => (
          <Entry key={`${entry.kind} ${entry.id}`} entry={entry} />
        ))}
      </ol>
      {query.hasNextPage && (
        <div className="flex justify-center py-5">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </section>
  );
}

function Waiting() {
  return ["w-60", "w-44", "w-52"].map((width) => (
    <div key={width} className="flex gap-3 px-(--gutter) py-3">
      <Skeleton className="size-7 rounded-full" />
      <Skeleton className={cx("mt-1.5 h-3.5", width)} />
    </div>
  ));
}

const ICONS: Readonly<Record<TimelineKind, ReactNode>> = {
  run: <Play />,
  event: <Activity />,
  live_update: <MessageSquare />,
  suppression: <EyeOff />,
  milestone: <Trophy />,
};

function Entry({ entry }: { readonly entry: TimelineEntry }) {
  return (
    <li className="flex gap-3 px-(--gutter) py-2.5">
      <span className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-full bg-fill text-ink-2 [&_svg]:size-3.5">
        {ICONS[entry.kind]}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <Headline entry={entry} />
        </div>
        <Detail entry={entry} />
      </div>
      <RelativeTime at={entry.at} className="mt-0.5 shrink-0 text-xs text-ink-3 tabular-nums" />
    </li>
  );
}

function Headline({ entry }: { readonly entry: TimelineEntry }) {
  switch (entry.kind) {
    case "run": {
      const { tone, label } = RUN_WORDS[entry.state];
      return (
        <>
          <ContentLink content={entry.content} />
          <Badge tone={tone}>{label}</Badge>
        </>
      );
    }
    case "event":
      return <span className="font-mono wrap-anywhere">{entry.name}</span>;
    case "live_update":
      return (
        <>
          <span className="font-medium">{SAYS[entry.says]}</span>
          <Badge>{DELIVERY_WORDS[entry.state]}</Badge>
        </>
      );
    case "suppression":
      return (
        <>
          <span>
            {entry.reason === "snoozed" ? "Snoozed" : entry.reason === "admin" ? "Hidden by a member:" : "Hid"}
          </span>
          {entry.scope === "content" ? (
            <ContentLink content={entry.content} />
          ) : (
            <span className="font-medium">
              {entry.scope === "tag" ? `everything tagged ${entry.target}` : "everything"}
            </span>
          )}
        </>
      );
    case "milestone":
      return (
        <>
          <span>Reached</span>
          <span className="font-medium">{entry.goal}</span>
        </>
      );
  }
}

function Detail({ entry }: { readonly entry: TimelineEntry }) {
  const words = detailOf(entry);
  if (entry.kind === "event" && Object.keys(entry.props).length > 0) {
    return (
      <details className="text-xs text-ink-3">
        <summary className="w-fit max-w-full truncate rounded-xs py-0.5">{propsLine(entry.props)}</summary>
        <pre className="mt-1 rounded-md bg-sunken p-2 font-mono whitespace-pre-wrap text-ink-2 wrap-anywhere">
          {JSON.stringify(entry.props, undefined, 2)}
        </pre>
      </details>
    );
  }
  return words === "" ? null : <span className="text-xs text-ink-3 wrap-anywhere">{words}</span>;
}

function propsLine(props: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(props).map(([name, value]) =>
    typeof value === "object" ? name : `${name} ${String(value)}`,
  );
  return parts.slice(0, 4).join(" · ") + (parts.length > 4 ? " …" : "");
}

function detailOf(entry: TimelineEntry): string {
  switch (entry.kind) {
    case "run":
      return [STARTS[entry.start_reason], entry.end_reason === null ? "still open" : ENDS[entry.end_reason]].join("; ");
    case "event":
      return entry.content?.name ?? "";
    case "live_update":
      return entry.text;
    case "suppression":
      return untilWords(entry.expires_at);
    case "milestone":
      return entry.content === null ? "" : `after ${entry.content.name}`;
  }
}

function ContentLink({ content }: { readonly content: { readonly id: string; readonly name: string } | null }) {
  const { app } = useParams({ from: "/$app" });
  if (content === null) return <span className="font-medium text-ink-3">a content that is gone</span>;
  return (
    <Link
      to="/$app/content/$id"
      params={{ app, id: content.id }}
      className="rounded-xs font-medium text-accent-text hover:underline wrap-anywhere"
    >
      {content.name}
    </Link>
  );
}

const RUN_WORDS: Readonly<Record<RunState, { readonly tone: Tone; readonly label: string }>> = {
  active: { tone: "accent", label: "Open" },
  completed: { tone: "positive", label: "Completed" },
  dismissed: { tone: "neutral", label: "Dismissed" },
  suppressed: { tone: "neutral", label: "Hidden" },
  failed: { tone: "negative", label: "Failed" },
};

const STARTS: Readonly<Record<StartReason, string>> = {
  rule: "Started by itself",
  api: "Started by code",
  event: "Started after an event",
  link: "Started by a link",
  button: "Started by a button",
  resume: "Gone on with",
  preview: "Started as a preview",
};

const ENDS: Readonly<Record<EndReason, string>> = {
  completed: "completed",
  close_button: "closed with its cross",
  escape: "closed with Escape",
  outside_click: "closed by a click beside it",
  do_not_show_again: "“Do not show again”",
  snoozed: "“Remind me later”",
  replaced: "replaced by another content",
  unpublished: "ended because it was unpublished",
  target_missing: "ended because its target was not there",
  navigation: "ended because the person went elsewhere",
  api: "ended by code",
  error: "ended by an error",
};

const SAYS: Readonly<Record<LiveUpdateKind, string>> = {
  toast: "Toast",
  banner: "Banner",
  badge: "Badge",
  celebration: "Celebration",
  data: "Data",
};

const DELIVERY_WORDS: Readonly<Record<DeliveryState, string>> = {
  queued: "Waiting",
  sent: "Sent",
  delivered: "Delivered",
  expired: "Expired",
  collapsed: "Replaced",
  seen: "Seen",
  dismissed: "Dismissed",
  acted: "Acted on",
};
