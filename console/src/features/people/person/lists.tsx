import type { PersonDetail } from "@fanfare/contract/schema/responses/people/person";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ListPlus, X } from "lucide-react";
import { useState } from "react";
import { ProfileSection } from "../../../components/person/profile-section.tsx";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext, useCan } from "../../../lib/app-context.ts";
import { dayAndYear } from "../../../lib/i18n/format.ts";
import { t } from "../../../lib/i18n/t.ts";
import { useOptimisticUpdate } from "../../../lib/optimistic-update.ts";
import { personQueries, personQueryFilter } from "../../../lib/queries/people.ts";
import { segmentQueryFilter } from "../../../lib/queries/segments.ts";
import { toast } from "../../../lib/toast.ts";
import { personName } from "../../../model/person-labels.ts";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { ListDialog } from "../bulk/list-dialog.tsx";

type Listing = PersonDetail["lists"][number];

/** Segments that are lists with this person on them. */
export function Lists({ person }: { readonly person: PersonDetail }) {
  const app = useApp();
  const may_edit = useCan("person.write");
  const [adding, setAdding] = useState(false);
  const { add, remove } = useListChanges(person);
  return (
    <ProfileSection
      title={t("Lists")}
      action={
        may_edit && (
          <IconButton label={t("Add to list…")} size="sm" onClick={() => setAdding(true)}>
            <ListPlus />
          </IconButton>
        )
      }
    >
      {person.lists.length === 0 && <p className="text-sm text-ink-3">{t("Not on a list")}</p>}
      {person.lists.length > 0 && (
        <ul className="flex flex-col gap-2">
          {person.lists.map((listing) => (
            <li key={listing.segment_id} className="flex items-center justify-between gap-2 text-sm">
              <span className="flex min-w-0 flex-col">
                <Link
                  to="/$app/segments/$id"
                  params={{ app: app.id, id: listing.segment_id }}
                  className="w-fit rounded-xs font-medium text-accent-text hover:underline wrap-anywhere"
                >
                  <bdi>{listing.name}</bdi>
                </Link>
                <span className="text-xs text-ink-3">
                  {t("since {when}", { when: dayAndYear(Date.parse(listing.added_at)) })}
                </span>
              </span>
              {may_edit && (
                <IconButton
                  label={t("Remove from {name}", { name: listing.name })}
                  size="sm"
                  onClick={() => remove(listing)}
                >
                  <X />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      <ListDialog
        open={adding}
        onOpenChange={setAdding}
        people={personName(person)}
        change="add"
        onChoose={({ id, name }) => {
          setAdding(false);
          void add(id, name);
        }}
      />
    </ProfileSection>
  );
}

function useListChanges({ external_id }: PersonDetail) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const atOnce = useOptimisticUpdate();
  const request = (id: string) => ({
    ...{ params: { id }, query: { app_id: app.id }, body: { external_ids: [external_id] } },
  });
  const add = async (id: string, name: string): Promise<void> => {
    try {
      await api.call("POST /api/segments/:id/list/add", request(id));
      toast.done({ title: t("Added to {name}", { name }) });
    } catch (error) {
      toast.problem(asProblem(error), t("Couldn’t add to list"), () => void add(id, name));
    }
    void client.invalidateQueries(personQueryFilter(app.id, external_id));
    void client.invalidateQueries(segmentQueryFilter);
  };
  const remove = ({ segment_id, name }: Listing): void => {
    void atOnce({
      shown: personQueries.one(api, app.id, external_id),
      change: (person) => ({ ...person, lists: person.lists.filter((each) => each.segment_id !== segment_id) }),
      act: () => api.call("POST /api/segments/:id/list/remove", request(segment_id)),
      done: { title: t("Removed from {name}", { name }) },
      undo: {
        act: () => api.call("POST /api/segments/:id/list/add", request(segment_id)),
        done: { title: t("Added to {name}", { name }) },
      },
    });
  };
  return { add, remove };
}
