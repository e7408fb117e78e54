import type { ListedPerson, Segment } from "@fanfare/contract/schema/responses/people/segment";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { PersonLink } from "../../../components/person/person-link.tsx";
import { useApp, useAppContext, useCan } from "../../../lib/app-context.ts";
import { number } from "../../../lib/i18n/format.ts";
import { Sentence } from "../../../lib/i18n/sentence.tsx";
import { t } from "../../../lib/i18n/t.ts";
import { inEachPage, useOptimisticUpdate, withoutItem } from "../../../lib/optimistic-update.ts";
import { useInfiniteList } from "../../../lib/queries/infinite-list.ts";
import { segmentQueries, segmentQueryFilter } from "../../../lib/queries/segments.ts";
import { formatTotal, personName } from "../../../model/person-labels.ts";
import { Avatar } from "../../../ui/elements/avatar.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { QueryProblem } from "../../../ui/feedback/problem-notice.tsx";
import { Skeleton, useIsSlow } from "../../../ui/feedback/skeleton.tsx";
import { ListEnd } from "../../../ui/table/list-end.tsx";
import { LongList, LongListItem } from "../../../ui/table/long-list.tsx";

const AddPeopleDialog = lazy(async () => ({ default: (await import("./add-people-dialog.tsx")).AddPeopleDialog }));

/** People of a segment that is a list, most recently added first. */
export function ListedPeople({ segment }: { readonly segment: Segment }) {
  const { api } = useAppContext();
  const app = useApp();
  const may_edit = useCan("segment.write");
  const [adding, setAdding] = useState<boolean | undefined>();
  const people = useInfiniteQuery(segmentQueries.list(api, app.id, segment.id));
  const listed = useInfiniteList(people, ({ id }) => id);
  const slow = useIsSlow(people.isPending);
  const total = people.data?.pages[0]?.total;
  return (
    <section aria-label={t("People on this list")} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="flex items-center gap-2 text-base font-semibold">
          {t("People on this list")}{" "}
          {total !== undefined && <span className="font-normal text-ink-3 tabular-nums">{number(total)}</span>}
        </h2>
        {may_edit && (
          <Button icon={<Plus />} onClick={() => setAdding(true)}>
            {t("Add people…")}
          </Button>
        )}
      </div>
      {people.isError && total === undefined && <QueryProblem of={people} />}
      {slow && <Skeleton className="h-24" />}
      {total === 0 && (
        <p className="text-sm text-ink-3">
          {t("No people on this list yet. Paste their IDs, or select people in the people list.")}
        </p>
      )}
      <LongList
        label={t("People on this list")}
        rows={listed.items}
        total={total ?? -1}
        keyOf={({ id }) => id}
        row_px={58}
      >
        {(person) => <ListedPersonRow person={person} segment={segment} may_edit={may_edit} />}
      </LongList>
      {total !== undefined && listed.long && (
        <ListEnd
          of={listed}
          text={t("{shown} of {all}", { shown: listed.items.length, all: formatTotal(total, true) })}
        />
      )}
      {adding !== undefined && (
        <Suspense>
          <AddPeopleDialog key={String(adding)} open={adding} onOpenChange={setAdding} segment={segment} />
        </Suspense>
      )}
    </section>
  );
}

/** Removes a person optimistically. Undo adds them again. */
function useRemoval(segment: Segment): (person: ListedPerson) => void {
  const { api } = useAppContext();
  const app = useApp();
  const atOnce = useOptimisticUpdate();
  const at = { params: { id: segment.id }, query: { app_id: app.id } };
  return (person) => {
    const body = { external_ids: [person.external_id] };
    const name = personName(person);
    void atOnce({
      shown: segmentQueries.list(api, app.id, segment.id),
      stale: segmentQueryFilter,
      change: (list) => inEachPage(list, (part) => withoutItem(part, person.id)),
      act: () => api.call("POST /api/segments/:id/list/remove", { ...at, body }),
      done: { title: t("{name} removed from the list", { name }) },
      undo: {
        act: () => api.call("POST /api/segments/:id/list/add", { ...at, body }),
        done: { title: t("{name} added to the list again", { name }) },
      },
    });
  };
}

interface ListedPersonRowProps {
  readonly person: ListedPerson;
  readonly segment: Segment;
  readonly may_edit: boolean;
}

function ListedPersonRow({ person, segment, may_edit }: ListedPersonRowProps) {
  const remove = useRemoval(segment);
  const name = personName(person);
  return (
    <LongListItem className="relative flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-3 hover:bg-fill has-[a:focus-visible]:bg-fill">
      <Avatar name={name} />
      <div className="flex min-w-40 flex-1 flex-col">
        <PersonLink
          external_id={person.external_id}
          name={name}
          className="row-link w-fit text-sm font-medium wrap-anywhere"
        />
        <span className="text-xs text-ink-3">
          <Sentence text="added {when}" parts={{ when: <RelativeTime at={person.added_at} /> }} />
        </span>
      </div>
      {may_edit && (
        <IconButton
          label={t("Remove {name} from the list", { name })}
          size="sm"
          className="relative z-1"
          onClick={() => remove(person)}
        >
          <X />
        </IconButton>
      )}
    </LongListItem>
  );
}
