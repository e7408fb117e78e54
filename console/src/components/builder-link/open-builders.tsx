import type { BuilderSession } from "@fanfare/contract/schema/responses/accounts/builder";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { builderQueries, builderQueryFilter } from "../../lib/queries/builder.ts";
import { Button } from "../../ui/elements/button.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";

/** Open builder sessions of the app. Members end their own; owners and admins end all. */
export function OpenBuilders() {
  const { api, client } = useAppContext();
  const app = useApp();
  const administers = useCan("member.write");
  const { data } = useQuery(builderQueries.sessions(api, app.id));
  const end = useMutation({
    mutationFn: (id: string) =>
      api.call("DELETE /api/builder-sessions/:id", { params: { id }, query: { app_id: app.id } }),
    onSettled: () => client.invalidateQueries(builderQueryFilter(app.id)),
  });
  const open = data?.items.filter((each) => each.opened) ?? [];
  if (open.length === 0) return null;
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="text-sm font-medium">{t("Open builders")}</h3>
      <ul className="flex flex-col gap-2">
        {open.map(({ id, origin, member, own, last_used_at, ...session }) => (
          <li key={id} className="flex items-center gap-3 text-sm">
            <span className="flex min-w-0 flex-1 flex-col">
              <bdi className="truncate">{nameOf(session)}</bdi>
              <span className="truncate text-xs text-ink-3">
                <bdi>{own ? t("You") : member}</bdi> · <bdi>{new URL(origin).host}</bdi> ·{" "}
                <RelativeTime at={last_used_at} />
              </span>
            </span>
            {(own || administers) && (
              <Button
                size="sm"
                busy={end.isPending && end.variables === id}
                aria-label={t("End builder for {name} on {host}", {
                  name: nameOf(session),
                  host: new URL(origin).host,
                })}
                onClick={() => end.mutate(id)}
              >
                {t("End##builder")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf({ content_name, tracker_name }: Pick<BuilderSession, "content_name" | "tracker_name">): string {
  return content_name ?? tracker_name ?? t("New tracker");
}
