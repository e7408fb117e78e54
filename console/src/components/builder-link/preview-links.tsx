import { useMutation, useQuery } from "@tanstack/react-query";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { formatExact } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";
import { builderQueries } from "../../lib/queries/builder.ts";
import { Button } from "../../ui/elements/button.tsx";

/** Preview links of the content. Members revoke their own; owners and admins revoke all. */
export function PreviewLinks({ content_id }: { readonly content_id: string }) {
  const { api, client } = useAppContext();
  const app = useApp();
  const administers = useCan("member.write");
  const { data } = useQuery(builderQueries.previewLinks(api, app.id));
  const revoke = useMutation({
    mutationFn: (id: string) =>
      api.call("DELETE /api/preview-links/:id", { params: { id }, query: { app_id: app.id } }),
    onSettled: () => client.invalidateQueries(builderQueries.previewLinks(api, app.id)),
  });
  const links = data?.items.filter((each) => each.content_id === content_id) ?? [];
  if (links.length === 0) return null;
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="text-sm font-medium">{t("Preview links")}</h3>
      <ul className="flex flex-col gap-2">
        {links.map(({ id, origin, member, own, expires_at, last_used_at }) => (
          <li key={id} className="flex items-center gap-3 text-sm">
            <span className="flex min-w-0 flex-1 flex-col">
              <bdi className="truncate">
                {own ? t("You") : member} · {new URL(origin).host}
              </bdi>
              <span className="truncate text-xs text-ink-3">
                {t("Expires {when}", { when: formatExact(Date.parse(expires_at)) })} ·{" "}
                {last_used_at === null
                  ? t("Never opened")
                  : t("Opened {when}", { when: formatExact(Date.parse(last_used_at)) })}
              </span>
            </span>
            {(own || administers) && (
              <Button
                size="sm"
                busy={revoke.isPending && revoke.variables === id}
                aria-label={t("Revoke preview link for {host}", { host: new URL(origin).host })}
                onClick={() => revoke.mutate(id)}
              >
                {t("Revoke")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
