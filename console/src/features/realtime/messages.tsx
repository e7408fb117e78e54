import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ArrowLeft, Megaphone, Plus } from "lucide-react";
import { useEffect } from "react";
import { MessageForm } from "../../components/message/message-form.tsx";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { useInfiniteList } from "../../lib/queries/infinite-list.ts";
import { liveUpdateQueryFilter, realtimeQueries } from "../../lib/queries/realtime.ts";
import { segmentQueries } from "../../lib/queries/segments.ts";
import { Button } from "../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { Skeleton, useIsSlow } from "../../ui/feedback/skeleton.tsx";
import { ListEnd } from "../../ui/table/list-end.tsx";
import { LongList } from "../../ui/table/long-list.tsx";
import { ScheduledMessages } from "./scheduled-messages.tsx";
import { SentMessage } from "./sent-message.tsx";

const route = getRouteApi("/$app/live");

export function Messages() {
  const { compose } = route.useSearch();
  const may_edit = useCan("live_update.send");
  return compose && may_edit ? <NewMessage /> : <SentMessages />;
}

function NewMessage() {
  const navigate = route.useNavigate();
  const back = (): void => void navigate({ search: { tab: "messages" }, resetScroll: false });
  return (
    <section aria-labelledby="compose" className="flex flex-col gap-6 px-(--gutter) py-6">
      <div className="flex items-center gap-3">
        <Button variant="ghost" icon={<ArrowLeft className="rtl:-scale-x-100" />} onClick={back} className="-ms-3">
          {t("All messages")}
        </Button>
        <h2 id="compose" className="sr-only">
          {t("New message")}
        </h2>
      </div>
      <MessageForm preview="beside" onSent={back} />
    </section>
  );
}

function SentMessages() {
  const { api, console_sdk } = useAppContext();
  const app = useApp();
  const may_edit = useCan("live_update.send");
  const client = useQueryClient();
  const navigate = route.useNavigate();
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
  const write = may_edit && (
    <Button
      variant="primary"
      icon={<Plus />}
      onClick={() => void navigate({ search: { tab: "messages", compose: true }, resetScroll: false })}
    >
      {t("New message")}
    </Button>
  );

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
      <ScheduledMessages updates={scheduled} segmentName={segmentName} />
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-(--gutter) py-4">
        <h2 className="text-md font-semibold">{t("Sent##list")}</h2>
        {write}
      </div>
      <LongList
        label={t("Messages")}
        rows={items}
        total={updates.state === "ended" ? items.length : -1}
        keyOf={({ id }) => id}
        row_px={120}
        className="flex-1"
      >
        {(update) => <SentMessage update={update} segmentName={segmentName} />}
      </LongList>
      {updates.long && <ListEnd of={updates} text={tCount(items.length, "1 message", "{n} messages")} />}
    </>
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
