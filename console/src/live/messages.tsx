import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ArrowLeft, Megaphone, Plus } from "lucide-react";
import { useEffect } from "react";
import { useApp, useDoors, useMayEdit } from "../doors.ts";
import { useEndless } from "../endless.ts";
import { t, tCount } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { EmptyArt, EmptyState } from "../ui/empty-state.tsx";
import { ListEnd } from "../ui/list-end.tsx";
import { LongList } from "../ui/long-list.tsx";
import { QueryProblem } from "../ui/problem-notice.tsx";
import { Skeleton, useSlow } from "../ui/skeleton.tsx";
import { ComposeForm } from "./compose.tsx";
import { liveQueries, liveUpdatesOf } from "./queries.ts";
import { SentUpdate } from "./sent-update.tsx";

const route = getRouteApi("/$app/live");

/** What was said, how far it came, and a way to say more. */
export function Messages() {
  const { compose } = route.useSearch();
  const may_edit = useMayEdit();
  return compose && may_edit ? <Compose /> : <Sent />;
}

function Compose() {
  const navigate = route.useNavigate();
  const back = (): void => void navigate({ search: { tab: "messages" }, resetScroll: false });
  return (
    <section aria-labelledby="compose" className="flex flex-col gap-6 px-(--gutter) py-6">
      <div className="flex items-center gap-3">
        <Button look="ghost" icon={<ArrowLeft className="rtl:-scale-x-100" />} onClick={back} className="-ms-3">
          {t("All live updates")}
        </Button>
        <h2 id="compose" className="sr-only">
          {t("New live update")}
        </h2>
      </div>
      <ComposeForm preview="beside" onSent={back} />
    </section>
  );
}

function Sent() {
  const { api, guest } = useDoors();
  const app = useApp();
  const may_edit = useMayEdit();
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(liveQueries.updates(api, app.id));
  const updates = useEndless(query, ({ id }) => id);
  const segments = useQuery(liveQueries.segments(api));
  const slow = useSlow(query.isPending);
  useEffect(() => guest.onChanged(() => void client.invalidateQueries(liveUpdatesOf(app.id))), [guest, client, app.id]);
  const segmentName = (id: string): string | undefined => segments.data?.items.find((each) => each.id === id)?.name;
  const write = may_edit && (
    <Button
      look="primary"
      icon={<Plus />}
      onClick={() => void navigate({ search: { tab: "messages", compose: true }, resetScroll: false })}
    >
      {t("New live update")}
    </Button>
  );

  if (query.isError && query.data === undefined) {
    return <QueryProblem of={query} />;
  }
  if (query.data === undefined) return slow ? <Shapes /> : null;
  const { items } = updates;
  if (items.length === 0) {
    return (
      <EmptyState art={<EmptyArt icon={Megaphone} />} title={t("Nothing was said yet")} actions={write}>
        {t(
          "A live update is on the screen of everybody you mean within a second: a toast, a banner, confetti, or data for your own page. Who is away gets it on return, and you see how many have.",
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-(--gutter) py-4">
        <h2 className="text-md font-semibold">{t("Sent##list")}</h2>
        {write}
      </div>
      <LongList
        label={t("Live updates")}
        rows={items}
        total={updates.state === "ended" ? items.length : -1}
        keyOf={({ id }) => id}
        row_px={120}
        className="flex-1"
      >
        {(update) => <SentUpdate update={update} segmentName={segmentName} />}
      </LongList>
      {updates.long && <ListEnd of={updates} words={tCount(items.length, "1 live update", "{n} live updates")} />}
    </>
  );
}

function Shapes() {
  return ["w-60", "w-44", "w-52"].map((width) => (
    <div key={width} className="flex flex-col gap-3 border-b border-line px-(--gutter) py-4">
      <Skeleton className={`h-3.5 max-w-full ${width}`} />
      <Skeleton className="h-3 w-80 max-w-full" />
    </div>
  ));
}
