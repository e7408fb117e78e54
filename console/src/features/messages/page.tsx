import type { LiveUpdateAudience } from "@fanfare/contract/realtime/live-update";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Megaphone, Plus } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { useInfiniteList } from "../../lib/queries/infinite-list.ts";
import { liveUpdateQueryFilter, realtimeQueries } from "../../lib/queries/realtime.ts";
import { segmentQueries } from "../../lib/queries/segments.ts";
import { useTitle } from "../../lib/use-title.ts";
import { toMessageDraft } from "../../model/message-copy.ts";
import { cx } from "../../ui/cx.ts";
import { Button } from "../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { Skeleton, useIsSlow } from "../../ui/feedback/skeleton.tsx";
import { BACK_LINK } from "../../ui/page/back-link.ts";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { ListEnd } from "../../ui/table/list-end.tsx";
import { LongList } from "../../ui/table/long-list.tsx";
import { ScheduledMessages } from "./scheduled-messages.tsx";
import { SentMessage } from "./sent-message.tsx";
import { useAudienceNames } from "./use-audience-names.ts";

const route = getRouteApi("/$app/messages");

/** Loads on demand, because it includes the SDK's notices and the contract's schemas. */
const MessageForm = lazy(async () => ({
  default: (await import("../../components/message/message-form.tsx")).MessageForm,
}));

/** Loads on demand, because it's rarely open. */
const MessagePanel = lazy(async () => ({ default: (await import("./message-panel.tsx")).MessagePanel }));

export function MessagesPage() {
  const { compose, from, edit } = route.useSearch();
  const may_send = useCan("live_update.send");
  if (!may_send || (!compose && edit === "")) return <Messages may_send={may_send} />;
  // A key, because the form keeps what it started with.
  return <Composer key={edit + from} edit={edit} from={from} />;
}

interface ComposerProps {
  readonly edit: string;
  readonly from: string;
}

/** The form for a new message, for one like another, or for a change of a scheduled one. */
function Composer({ edit, from }: ComposerProps) {
  const edits = edit !== "";
  useTitle(edits ? t("Edit message") : t("New message"), t("Messages"));
  const navigate = route.useNavigate();
  const source = useSourceDraft(edit || from);
  return (
    <>
      <PageHeader
        back={
          <Link from="/$app/messages" search={{}} className={BACK_LINK}>
            {t("All messages")}
          </Link>
        }
        title={edits ? t("Edit message") : t("New message")}
        description={
          edits
            ? t("You can change the message until the first people get it.")
            : t("Reaches open pages immediately, and other people when they return.")
        }
      />
      <div className="px-(--gutter) pb-10">
        {source.query.isError && <QueryProblem of={source.query} />}
        <Suspense fallback={<div className="min-h-96" />}>
          {source.is_ready && (
            <MessageForm
              preview="beside"
              {...(source.draft && { first: source.draft })}
              {...(edits && { replaces: edit })}
              onSent={() => void navigate({ search: {}, resetScroll: false })}
            />
          )}
        </Suspense>
      </div>
    </>
  );
}

const EVERYONE: LiveUpdateAudience = { kind: "everyone" };

/** The draft of the message with this ID. None for "". */
function useSourceDraft(id: string) {
  const { api } = useAppContext();
  const app = useApp();
  const query = useQuery({ ...realtimeQueries.update(api, app.id, id), enabled: id !== "", staleTime: Infinity });
  const segments = useQuery({ ...segmentQueries.all(api), enabled: id !== "" });
  const named = useAudienceNames(query.data?.audience ?? EVERYONE);
  const copied = query.data !== undefined && segments.data !== undefined;
  const draft = copied
    ? toMessageDraft(query.data, { segment: (of) => segments.data.items.find((each) => each.id === of)?.name, named })
    : undefined;
  return { query, draft, is_ready: id === "" || copied };
}

function Messages({ may_send }: { readonly may_send: boolean }) {
  useTitle(t("Messages"));
  const app = useApp();
  const navigate = route.useNavigate();
  const write = may_send && (
    <Button variant="primary" icon={<Plus />} onClick={() => void navigate({ search: { compose: true } })}>
      {t("New message")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("Messages")}
        description={t("Toasts, banners, badges, and confetti for people in {app}", { app: app.name })}
        actions={write}
      />
      <MessageList write={write} />
    </>
  );
}

/** `write`: the button in the empty state. */
function MessageList({ write }: { readonly write: ReactNode }) {
  const { api, console_sdk } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const query = useInfiniteQuery(realtimeQueries.updates(api, app.id));
  const updates = useInfiniteList(query, ({ id }) => id);
  const scheduled = useQuery(realtimeQueries.scheduled(api, app.id)).data?.items ?? [];
  const segments = useQuery(segmentQueries.all(api));
  const slow = useIsSlow(query.isPending);
  useEffect(
    () => console_sdk.onChanged(() => void client.invalidateQueries(liveUpdateQueryFilter(app.id))),
    [console_sdk, client, app.id],
  );
  const segmentName = (id: string): string | undefined => segments.data?.items.find((each) => each.id === id)?.name;

  if (query.isError && query.data === undefined) {
    return <QueryProblem of={query} />;
  }
  if (query.data === undefined) return slow ? <MessagesSkeleton /> : null;
  const { items } = updates;
  if (items.length + scheduled.length === 0) {
    return (
      <EmptyState art={<EmptyArt icon={Megaphone} />} title={t("No messages yet")} actions={write}>
        {t(
          "Show people a toast, banner, or confetti, or send custom data. Messages reach open pages immediately, and other people when they return.",
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <OpenMessage segmentName={segmentName} />
      <ScheduledMessages updates={scheduled} segmentName={segmentName} />
      <h2 className={cx("px-(--gutter) pt-5 pb-2 text-md font-semibold", scheduled.length === 0 && "sr-only")}>
        {t("Sent##list")}
      </h2>
      <LongList
        label={t("Messages")}
        rows={items}
        total={updates.state === "ended" ? items.length : -1}
        keyOf={({ id }) => id}
        row_px={96}
        className="flex-1 border-t border-line"
      >
        {(update) => <SentMessage update={update} segmentName={segmentName} />}
      </LongList>
      {updates.long && <ListEnd of={updates} text={tCount(items.length, "1 message", "{n} messages")} />}
    </>
  );
}

/** Details of the message that the URL names. */
function OpenMessage({ segmentName }: { readonly segmentName: (id: string) => string | undefined }) {
  const { message } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Suspense>
      <MessagePanel
        id={message}
        segmentName={segmentName}
        onClose={() => void navigate({ search: {}, resetScroll: false })}
      />
    </Suspense>
  );
}

function MessagesSkeleton() {
  return ["w-60", "w-44", "w-52"].map((width) => (
    <div key={width} className="flex flex-col gap-3 border-b border-line px-(--gutter) py-4">
      <Skeleton className={`h-3.5 max-w-full ${width}`} />
      <Skeleton className="h-3 w-80 max-w-full" />
    </div>
  ));
}
