import type { TimelineKind } from "@fanfare/contract/schema/people/timeline";
import type { TimelineEntry } from "@fanfare/contract/schema/responses/people/timeline";
import { Link, useParams } from "@tanstack/react-router";
import {
  Activity,
  Check,
  ChevronRight,
  CircleAlert,
  Eye,
  EyeOff,
  MessageSquare,
  MessageSquareQuote,
  MousePointerClick,
  Play,
  Search,
  Split,
  Trophy,
  X,
} from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { dayAndYear } from "../../../lib/i18n/format.ts";
import { Sentence } from "../../../lib/i18n/sentence.tsx";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { cx } from "../../../ui/cx.ts";
import { Badge } from "../../../ui/elements/badge.tsx";
import { CodeBlock } from "../../../ui/elements/code-block.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { LongListItem } from "../../../ui/table/long-list.tsx";
import {
  DELIVERY_LABELS,
  END_LABELS,
  eventLabel,
  formatProps,
  MESSAGE_KIND_LABELS,
  RUN_LABELS,
  START_LABELS,
} from "./timeline-labels.ts";
import { dayTitle, type TimelineRow } from "./timeline-rows.ts";

/** `until Nov 21, 2027`. */
function formatUntil(expires_at: string): string {
  return t("until {when}", { when: dayAndYear(Date.parse(expires_at)) });
}

/** Icons of the SDK's events by the end of their name. */
const EVENT_ICONS: readonly (readonly [end: RegExp, icon: ReactNode])[] = [
  [/_(missing|failed|obstructed)$/, <CircleAlert key="failed" />],
  [/_exposed$/, <Split key="exposed" />],
  [/_answered$/, <MessageSquareQuote key="answered" />],
  [/_completed$/, <Check key="completed" />],
  [/_dismissed$/, <X key="dismissed" />],
  [/_(suppressed|snoozed)$/, <EyeOff key="suppressed" />],
  [/_seen$/, <Eye key="seen" />],
  [/_started$/, <Play key="started" />],
  [/_searched$/, <Search key="searched" />],
  [/_(acted|opened)$/, <MousePointerClick key="acted" />],
];

const KIND_ICONS: Readonly<Record<TimelineKind, ReactNode>> = {
  run: <Play />,
  event: <Activity />,
  live_update: <MessageSquare />,
  suppression: <EyeOff />,
  milestone: <Trophy />,
};

/** One line, below its day if it's the first one. Equal events in a row open to each of them. */
export function TimelineItem({ row: { entries, day_ms } }: { readonly row: TimelineRow }) {
  const [entry, ...repeats] = entries;
  return (
    <LongListItem>
      {day_ms !== undefined && (
        <h2 className="border-b border-line px-(--gutter) pt-5 pb-2 text-xs font-semibold text-ink-2">
          {dayTitle(day_ms, Date.now())}
        </h2>
      )}
      <div className={cx("px-(--gutter) py-1.5", day_ms !== undefined && "pt-3")}>
        {repeats.length === 0 ? <EntryLine entry={entry} /> : <RepeatedLine entries={entries} />}
      </div>
    </LongListItem>
  );
}

const TIME = "shrink-0 py-0.5 text-xs/5 text-ink-3 tabular-nums";

function iconOf(entry: TimelineEntry): ReactNode {
  if (entry.kind !== "event" || eventLabel(entry) === undefined) return KIND_ICONS[entry.kind];
  return EVENT_ICONS.find(([end]) => end.test(entry.name))?.[1] ?? KIND_ICONS.event;
}

function EntryIcon({ entry }: { readonly entry: TimelineEntry }) {
  return (
    <span className="grid size-6 shrink-0 place-items-center rounded-full bg-fill text-ink-2 [&_svg]:size-3.5">
      {iconOf(entry)}
    </span>
  );
}

function RepeatedLine({ entries }: { readonly entries: TimelineRow["entries"] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const [latest] = entries;
  return (
    <>
      <div className="flex items-start gap-3">
        <EntryIcon entry={latest} />
        <div className="flex min-h-6 min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-0.5 text-sm">
          <Headline entry={latest} />
          <OpenButton open={open} controls={id} onClick={() => setOpen(!open)}>
            {tCount(entries.length, "{n} time", "{n} times")}
          </OpenButton>
        </div>
        <RelativeTime at={latest.at} className={TIME} />
      </div>
      <ul id={id} hidden={!open} className="mt-1 ms-9 border-s border-line ps-3">
        {open &&
          entries.map((entry) => (
            <li key={entry.id} className="py-1">
              <EntryLine entry={entry} repeated />
            </li>
          ))}
      </ul>
    </>
  );
}

interface EntryLineProps {
  readonly entry: TimelineEntry;
  /** Whether the line above already says what happened. */
  readonly repeated?: boolean;
}

/** Events with properties open to all of them. */
function EntryLine({ entry, repeated = false }: EntryLineProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const detail = timelineDetail(entry);
  const opens = entry.kind === "event" && detail !== "";
  return (
    <>
      <div className="flex items-start gap-3">
        {!repeated && <EntryIcon entry={entry} />}
        <div className="flex min-h-6 min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-0.5 text-sm">
          {!repeated && <Headline entry={entry} />}
          {opens ? (
            <OpenButton open={open} controls={id} onClick={() => setOpen(!open)}>
              <bdi dir={eventLabel(entry) === undefined ? "ltr" : "auto"}>{detail}</bdi>
            </OpenButton>
          ) : (
            detail !== "" && <bdi className="text-xs text-ink-3 wrap-anywhere">{detail}</bdi>
          )}
          {repeated && detail === "" && <span className="text-xs text-ink-3">{t("No properties")}</span>}
        </div>
        <RelativeTime at={entry.at} className={TIME} />
      </div>
      {opens && (
        <div id={id} hidden={!open} className={cx("mt-1.5 mb-2", !repeated && "ms-9")}>
          {open && (
            <CodeBlock code={JSON.stringify(entry.props, undefined, 2)} copy_label={t("Copy event properties")} />
          )}
        </div>
      )}
    </>
  );
}

interface OpenButtonProps {
  readonly open: boolean;
  readonly controls: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function OpenButton({ open, controls, onClick, children }: OpenButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={controls}
      onClick={onClick}
      className="flex min-w-0 max-w-full items-center gap-1 rounded-xs py-0.5 text-xs text-ink-3 hover:text-ink"
    >
      <ChevronRight
        aria-hidden="true"
        className={cx("size-3.5 shrink-0 transition-transform", open ? "rotate-90" : "rtl:rotate-180")}
      />
      <span className="truncate">{children}</span>
    </button>
  );
}

function Headline({ entry }: { readonly entry: TimelineEntry }) {
  switch (entry.kind) {
    case "run": {
      const { tone, label } = RUN_LABELS[entry.state];
      return (
        <>
          <ContentLink content={entry.content} />
          <Badge tone={tone}>{label}</Badge>
        </>
      );
    }
    case "event": {
      const label = eventLabel(entry);
      return (
        <>
          {label === undefined ? (
            <bdi dir="ltr" className="font-mono wrap-anywhere">
              {entry.name}
            </bdi>
          ) : (
            <bdi className="wrap-anywhere">{label}</bdi>
          )}
          {entry.content !== null && <ContentLink content={entry.content} />}
        </>
      );
    }
    case "live_update":
      return (
        <>
          <span className="font-medium">{MESSAGE_KIND_LABELS[entry.says]}</span>
          <Badge>{DELIVERY_LABELS[entry.state]}</Badge>
        </>
      );
    case "suppression":
      return (
        <span>
          <SuppressedText entry={entry} />
        </span>
      );
    case "milestone":
      return (
        <span>
          <Sentence text="Completed goal {goal}" parts={{ goal: <bdi className="font-medium">{entry.goal}</bdi> }} />
        </span>
      );
  }
}

type Suppressed = Extract<TimelineEntry, { kind: "suppression" }>;

function SuppressedText({ entry }: { readonly entry: Suppressed }) {
  const parts = { what: <SuppressedItem entry={entry} /> };
  switch (entry.reason) {
    case "snoozed":
      return <Sentence text="Snoozed {what}" parts={parts} />;
    case "admin":
      return <Sentence text="Hidden by a member: {what}" parts={parts} />;
    default:
      return <Sentence text="Hid {what}" parts={parts} />;
  }
}

function SuppressedItem({ entry: { scope, target, content } }: { readonly entry: Suppressed }) {
  if (scope === "content") return <ContentLink content={content} />;
  return (
    <span className="font-medium">
      {scope === "tag"
        ? t("all content tagged {target}", { target })
        : scope === "all"
          ? t("everything")
          : t("non-urgent messages")}
    </span>
  );
}

function timelineDetail(entry: TimelineEntry): string {
  switch (entry.kind) {
    case "run":
      return [
        t("{start}; {end}", {
          start: START_LABELS[entry.start_reason],
          end: entry.end_reason === null ? t("in progress") : END_LABELS[entry.end_reason],
        }),
        ...(entry.part === null || entry.part.title === "" ? [] : [entry.part.title]),
      ].join(" · ");
    case "event":
      return formatProps(entry);
    case "live_update":
      return entry.text;
    case "suppression":
      return formatUntil(entry.expires_at);
    case "milestone":
      return entry.content === null ? "" : t("attributed to {content}", { content: entry.content.name });
  }
}

function ContentLink({ content }: { readonly content: { readonly id: string; readonly name: string } | null }) {
  const { app } = useParams({ from: "/$app" });
  if (content === null) return <span className="font-medium text-ink-3">{t("deleted content")}</span>;
  return (
    <Link
      to="/$app/content/$id"
      params={{ app, id: content.id }}
      className="rounded-xs font-medium text-accent-text hover:underline wrap-anywhere"
    >
      <bdi>{content.name}</bdi>
    </Link>
  );
}
