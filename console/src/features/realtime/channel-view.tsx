import type { ChannelDetail } from "@fanfare/contract/schema/responses/realtime/channel";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Activity, ArrowLeft, ChevronRight, Send } from "lucide-react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import type { ChannelState } from "../../lib/console-channel.ts";
import { number } from "../../lib/i18n/format.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t, tCount } from "../../lib/i18n/t.ts";
import { realtimeQueries } from "../../lib/queries/realtime.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { buttonClass } from "../../ui/elements/button.tsx";
import { CodeBlock } from "../../ui/elements/code-block.tsx";
import { CopyButton } from "../../ui/elements/copy-button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { LiveDot } from "../../ui/feedback/live-dot.tsx";
import { ProblemNotice } from "../../ui/feedback/problem-notice.tsx";
import { CHANNEL_KIND_LABELS } from "./channel-labels.ts";
import { prettyData } from "./event-tail.ts";

const route = getRouteApi("/$app/live");

export function ChannelView({ name, connection }: { readonly name: string; readonly connection: ChannelState }) {
  const { api } = useAppContext();
  const app = useApp();
  const { q } = route.useSearch();
  const query = useQuery(realtimeQueries.channel(api, app.id, name));
  return (
    <section aria-labelledby="channel" className="flex flex-col gap-6 px-(--gutter) py-5">
      <div className="flex flex-wrap items-center gap-3">
        <Link from="/$app/live" search={{ tab: "channels", q }} className={buttonClass("ghost", "md", "-ms-3")}>
          <ArrowLeft className="rtl:-scale-x-100" />
          {t("All channels")}
        </Link>
        <span className="ms-auto">
          <LiveDot state={connection} />
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="channel" className="font-mono text-md font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        <CopyButton text={name} label={t("Copy channel name")} />
        {query.data !== undefined && <Badge>{CHANNEL_KIND_LABELS[query.data.kind]}</Badge>}
        <Link
          from="/$app/live"
          search={{ tab: "events", q: name }}
          className={buttonClass("secondary", "md", "sm:ms-auto")}
        >
          <Activity />
          {t("View events")}
        </Link>
        <Link from="/$app/live" search={{ tab: "send", channel: name }} className={buttonClass("secondary")}>
          <Send className="rtl:-scale-x-100" />
          {t("Send test event")}
        </Link>
      </div>
      {query.isError && query.data === undefined && (
        <ProblemNotice problem={asProblem(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && <Detail channel={query.data} />}
    </section>
  );
}

function Detail({ channel }: { readonly channel: ChannelDetail }) {
  const { kind, subscriptions, users, members, cached } = channel;
  return (
    <>
      {subscriptions === 0 ? (
        <Callout title={t("No subscribers now")}>
          {t("Events on this channel reach no one until a page or client subscribes.")}
        </Callout>
      ) : (
        <dl className="grid grid-cols-2 gap-3 sm:flex">
          <Count label={t("Subscribers")} value={subscriptions} />
          {users !== null && <Count label={t("People")} value={users} />}
        </dl>
      )}
      {users !== null && members.length > 0 && (
        <div className="flex flex-col gap-2">
          <h3 className="text-sm font-semibold">{t("Presence members")}</h3>
          <ul aria-label={t("Presence members")} className="rounded-lg border border-line">
            {members.map((member) => (
              <Member key={member.id} member={member} />
            ))}
          </ul>
          {members.length < users && (
            <p className="text-xs text-ink-3">{t("First {n} of {total}", { n: members.length, total: users })}</p>
          )}
        </div>
      )}
      {cached !== null && (
        <div className="flex flex-col gap-2">
          <h3 className="text-sm font-semibold">{t("Cached event")}</h3>
          <p className="text-sm text-ink-2">
            <Sentence
              text="{event}, expires in {time}"
              parts={{
                event: <code className="font-mono">{cached.event}</code>,
                time: tCount(Math.max(1, Math.round(cached.ttl_s / 60)), "{n} min", "{n} min"),
              }}
            />
          </p>
          <pre
            dir={cached.data === null ? undefined : "ltr"}
            className="rounded-lg bg-sunken p-3 font-mono text-xs whitespace-pre-wrap text-ink-2 wrap-anywhere"
          >
            {cached.data === null ? hiddenReason(kind) : prettyData(cached.data)}
          </pre>
        </div>
      )}
    </>
  );
}

function hiddenReason(kind: ChannelDetail["kind"]): string {
  if (kind === "encrypted_cache") return t("Encrypted. The server doesn’t have the key.");
  return t("You don’t have access to events");
}

/** One line. Members with data open to it. */
function Member({ member: { id, info } }: { readonly member: ChannelDetail["members"][number] }) {
  const name = (
    <bdi className="max-w-3/5 shrink-0 truncate font-mono text-sm" title={id}>
      {id}
    </bdi>
  );
  const data = JSON.stringify(info);
  if (info === null || data === "{}") {
    return <li className="flex border-b border-line px-3 py-2.5 ps-9 last:border-b-0">{name}</li>;
  }
  return (
    <li className="border-b border-line last:border-b-0">
      <details className="group">
        <summary className="flex cursor-default list-none items-center gap-2 px-3 py-2.5 hover:bg-fill [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden="true"
            className="size-4 shrink-0 text-ink-3 transition-transform group-open:rotate-90 rtl:not-group-open:rotate-180"
          />
          {name}
          <bdi dir="ltr" className="ms-auto min-w-0 truncate text-xs text-ink-3 group-open:invisible">
            {data}
          </bdi>
        </summary>
        <div className="px-3 pb-3 ps-9">
          <CodeBlock code={JSON.stringify(info, undefined, 2)} copy_label={t("Copy data of {id}", { id })} />
        </div>
      </details>
    </li>
  );
}

function Count({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <div className="flex flex-col gap-0.5 rounded-lg border border-line p-4 sm:min-w-44">
      <dt className="text-xs font-medium text-ink-3">{label}</dt>
      <dd className="text-xl font-semibold tabular-nums">{number(value)}</dd>
    </div>
  );
}
