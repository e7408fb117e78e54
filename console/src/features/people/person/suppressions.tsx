import type { Suppression } from "@fanfare/contract/schema/client/v1";
import type { PersonDetail } from "@fanfare/contract/schema/responses/people/person";
import { useQuery } from "@tanstack/react-query";
import { ProfileSection } from "../../../components/person/profile-section.tsx";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext, useCan } from "../../../lib/app-context.ts";
import { dayAndYear } from "../../../lib/i18n/format.ts";
import { t } from "../../../lib/i18n/t.ts";
import { useOptimisticUpdate } from "../../../lib/optimistic-update.ts";
import { personQueries, personQueryFilter } from "../../../lib/queries/people.ts";
import { queries } from "../../../lib/queries/queries.ts";
import { personName } from "../../../model/person-labels.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { ResetButton } from "./reset-button.tsx";

export function SuppressionList({ person }: { readonly person: PersonDetail }) {
  const { api } = useAppContext();
  const app = useApp();
  const query = useQuery(personQueries.suppressions(api, app.id, person.external_id));
  const suppressions = query.data?.suppressions;
  return (
    <ProfileSection title={t("Hidden content")}>
      {query.isError && suppressions === undefined && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
          {asProblem(query.error).title}.
          <Button size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
            {t("Try again")}
          </Button>
        </p>
      )}
      {suppressions?.length === 0 && <p className="text-sm text-ink-3">{t("No content is hidden")}</p>}
      {suppressions !== undefined && suppressions.length > 0 && (
        <ul className="flex flex-col gap-3">
          {suppressions.map((each) => (
            <SuppressionItem key={each.id} person={person} suppression={each} />
          ))}
        </ul>
      )}
    </ProfileSection>
  );
}

function SuppressionItem({
  person,
  suppression,
}: {
  readonly person: PersonDetail;
  readonly suppression: Suppression;
}) {
  const may_edit = useCan("person.write");
  const name = useSuppressedName(suppression);
  const undo = useUndo(person, name);
  const { scope, target, reason, expires_at } = suppression;
  const when = dayAndYear(Date.parse(expires_at));
  return (
    <li className="flex flex-col gap-2 text-sm">
      <span className="flex min-w-0 flex-col">
        <bdi className="w-fit font-medium wrap-anywhere">{name}</bdi>
        <span className="text-xs text-ink-3">
          {reason === "snoozed"
            ? t("Snoozed until {when}", { when })
            : reason === "admin"
              ? t("Hidden by a member until {when}", { when })
              : t("“Do not show again” until {when}", { when })}
        </span>
      </span>
      {may_edit && (
        <span className="flex flex-wrap gap-1.5">
          <Button size="sm" aria-label={t("Don’t hide: {name}", { name })} onClick={() => undo(suppression)}>
            {t("Don’t hide")}
          </Button>
          {scope === "content" && reason !== "admin" && (
            <ResetButton external_id={person.external_id} content={{ id: target, name }} />
          )}
        </span>
      )}
    </li>
  );
}

function useSuppressedName({ scope, target }: Suppression): string {
  const { api } = useAppContext();
  const app = useApp();
  const content = useQuery({ ...queries.content(api, app.id, target), enabled: scope === "content" });
  if (scope === "all") return t("All content");
  if (scope === "live_updates") return t("Non-urgent messages");
  if (scope === "tag") return t("All content tagged {target}", { target });
  return content.data?.name ?? (content.isError ? t("Deleted content") : "…");
}

/** Lifts a suppression optimistically. Undo restores it with its original expiry. */
function useUndo(person: PersonDetail, name: string): (suppression: Suppression) => void {
  const { api } = useAppContext();
  const app = useApp();
  const atOnce = useOptimisticUpdate();
  const { external_id } = person;
  return ({ id, scope, target, reason, expires_at }) =>
    void atOnce({
      shown: personQueries.suppressions(api, app.id, external_id),
      stale: personQueryFilter(app.id, external_id),
      change: ({ suppressions }) => ({ suppressions: suppressions.filter((each) => each.id !== id) }),
      act: () =>
        api.call("DELETE /api/people/:external_id/suppressions/:id", {
          params: { external_id, id },
          query: { app_id: app.id },
        }),
      done: { title: t("No longer hidden from {name}", { name: personName(person) }), description: name },
      undo: {
        act: () =>
          api.call("POST /api/people/:external_id/suppressions", {
            params: { external_id },
            query: { app_id: app.id },
            body: { scope, target, reason, expires_at },
          }),
        done: { title: t("{name} hidden again", { name }) },
      },
    });
}
