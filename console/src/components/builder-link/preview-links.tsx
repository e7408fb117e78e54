import { useMutation, useQuery } from "@tanstack/react-query";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { builderQueries } from "../../lib/queries/builder.ts";
import { DialogList } from "../../ui/overlay/dialog-list.tsx";
import { linkTimes } from "../shared-link/shared-link.tsx";

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
  return (
    <DialogList
      title={t("Preview links")}
      items={data?.items.filter((each) => each.content_id === content_id)}
      name={({ own, member, origin }) => `${own ? t("You") : member} · ${new URL(origin).host}`}
      detail={({ expires_at, last_used_at }) => linkTimes(expires_at, last_used_at)}
      action={t("Revoke")}
      actionOn={({ own, origin }) =>
        own || administers ? t("Revoke preview link for {host}", { host: new URL(origin).host }) : undefined
      }
      act={revoke}
    />
  );
}
