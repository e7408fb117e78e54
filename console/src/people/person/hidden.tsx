import type { PersonDetail } from "@fanfare/contract/schema/person";
import type { Suppression, SuppressionsResponse } from "@fanfare/contract/schema/v1";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useApp, useDoors, useMayEdit } from "../../doors.ts";
import { asProblem, queries } from "../../queries.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { nameOf } from "../person-words.ts";
import { personOf, personQueries } from "../queries.ts";
import { Section } from "./section.tsx";
import { untilWords } from "./suppression-words.ts";

/** What the person asked not to see again, and a way to help them. */
export function Hidden({ person }: { readonly person: PersonDetail }) {
  const { api } = useDoors();
  const app = useApp();
  const query = useQuery(personQueries.suppressions(api, app.id, person.external_id));
  const suppressions = query.data?.suppressions;
  return (
    <Section title="Hidden">
      {query.isError && suppressions === undefined && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
          {asProblem(query.error).title}.
          <Button size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {suppressions?.length === 0 && <p className="text-sm text-ink-3">Nothing: everything may be shown.</p>}
      {suppressions !== undefined && suppressions.length > 0 && (
        <ul className="flex flex-col gap-3">
          {suppressions.map((each) => (
            <HiddenThing key={each.id} person={person} suppression={each} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function HiddenThing({ person, suppression }: { readonly person: PersonDetail; readonly suppression: Suppression }) {
  const may_edit = useMayEdit();
  const name = useNameOf(suppression);
  const undo = useUndo(person, name);
  const { reason, expires_at } = suppression;
  const by = reason === "snoozed" ? "Snoozed" : reason === "admin" ? "By a member" : "“Do not show again”";
  return (
    <li className="flex items-start justify-between gap-3 text-sm">
      <span className="flex min-w-0 flex-col">
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="text-xs text-ink-3">
          {by}, {untilWords(expires_at)}
        </span>
      </span>
      {may_edit && (
        <Button size="sm" aria-label={`Show again: ${name}`} onClick={() => undo(suppression)}>
          Show again
        </Button>
      )}
    </li>
  );
}

function useNameOf({ scope, target }: Suppression): string {
  const { api } = useDoors();
  const app = useApp();
  const content = useQuery({ ...queries.content(api, app.id, target), enabled: scope === "content" });
  if (scope === "all") return "Everything";
  if (scope === "tag") return `Everything tagged ${target}`;
  return content.data?.name ?? (content.isError ? "A content that is gone" : "…");
}

/** At once on the screen; the toast takes it back until the same day as before. */
function useUndo(person: PersonDetail, name: string): (suppression: Suppression) => void {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const { external_id } = person;
  const { queryKey } = personQueries.suppressions(api, app.id, external_id);
  const set = (change: (before: readonly Suppression[]) => readonly Suppression[]): void => {
    client.setQueryData<SuppressionsResponse>(queryKey, (known) => ({
      suppressions: [...change(known?.suppressions ?? [])],
    }));
  };
  const refresh = (): void => void client.invalidateQueries(personOf(app.id, external_id));

  const putBack = async ({ scope, target, reason, expires_at }: Suppression): Promise<void> => {
    try {
      await api.putSuppression(app.id, external_id, { scope, target, reason, expires_at });
      toast.done({ title: `${name} is hidden again` });
    } catch (error) {
      toast.problem(asProblem(error));
    } finally {
      refresh();
    }
  };
  const undo = async (suppression: Suppression): Promise<void> => {
    await client.cancelQueries({ queryKey });
    set((before) => before.filter(({ id }) => id !== suppression.id));
    try {
      await api.undoSuppression(app.id, external_id, suppression.id);
      toast.done({
        title: `${nameOf(person)} may see it again`,
        description: name,
        action: { label: "Undo", onClick: () => void putBack(suppression) },
      });
    } catch (error) {
      set((before) => [...before, suppression]);
      toast.problem(asProblem(error));
    } finally {
      refresh();
    }
  };
  return (suppression) => void undo(suppression);
}
