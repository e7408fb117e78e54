import type { PersonDetail } from "@fanfare/contract/schema/person";
import type { Suppression } from "@fanfare/contract/schema/v1";
import { useQuery } from "@tanstack/react-query";
import { useAtOnce } from "../../at-once.ts";
import { useApp, useDoors, useMayEdit } from "../../doors.ts";
import { dayAndYear } from "../../language/format.ts";
import { t } from "../../language/t.ts";
import { asProblem, queries } from "../../queries.ts";
import { Button } from "../../ui/button.tsx";
import { nameOf } from "../person-words.ts";
import { personOf, personQueries } from "../queries.ts";
import { Section } from "./section.tsx";

/** What the person asked not to see again, and a way to help them. */
export function Hidden({ person }: { readonly person: PersonDetail }) {
  const { api } = useDoors();
  const app = useApp();
  const query = useQuery(personQueries.suppressions(api, app.id, person.external_id));
  const suppressions = query.data?.suppressions;
  return (
    <Section title={t("Hidden")}>
      {query.isError && suppressions === undefined && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
          {asProblem(query.error).title}.
          <Button size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
            {t("Try again")}
          </Button>
        </p>
      )}
      {suppressions?.length === 0 && <p className="text-sm text-ink-3">{t("Nothing: everything may be shown.")}</p>}
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
  const when = dayAndYear(Date.parse(expires_at));
  return (
    <li className="flex items-start justify-between gap-3 text-sm">
      <span className="flex min-w-0 flex-col">
        <bdi className="w-fit font-medium wrap-anywhere">{name}</bdi>
        <span className="text-xs text-ink-3">
          {reason === "snoozed"
            ? t("Snoozed, until {when}", { when })
            : reason === "admin"
              ? t("By a member, until {when}", { when })
              : t("“Do not show again”, until {when}", { when })}
        </span>
      </span>
      {may_edit && (
        <Button size="sm" aria-label={t("Show again: {name}", { name })} onClick={() => undo(suppression)}>
          {t("Show again")}
        </Button>
      )}
    </li>
  );
}

function useNameOf({ scope, target }: Suppression): string {
  const { api } = useDoors();
  const app = useApp();
  const content = useQuery({ ...queries.content(api, app.id, target), enabled: scope === "content" });
  if (scope === "all") return t("Everything");
  if (scope === "live_updates") return t("Live updates that are not urgent");
  if (scope === "tag") return t("Everything tagged {target}", { target });
  return content.data?.name ?? (content.isError ? t("A content that is gone") : "…");
}

/** At once on the screen; the toast takes it back until the same day as before. */
function useUndo(person: PersonDetail, name: string): (suppression: Suppression) => void {
  const { api } = useDoors();
  const app = useApp();
  const atOnce = useAtOnce();
  const { external_id } = person;
  return ({ id, scope, target, reason, expires_at }) =>
    void atOnce({
      shown: personQueries.suppressions(api, app.id, external_id),
      stale: personOf(app.id, external_id),
      change: ({ suppressions }) => ({ suppressions: suppressions.filter((each) => each.id !== id) }),
      act: () => api.undoSuppression(app.id, external_id, id),
      done: { title: t("{name} may see it again", { name: nameOf(person) }), description: name },
      undo: {
        act: () => api.putSuppression(app.id, external_id, { scope, target, reason, expires_at }),
        done: { title: t("{name} is hidden again", { name }) },
      },
    });
}
