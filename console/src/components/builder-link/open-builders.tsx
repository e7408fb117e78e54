import type { BuilderSession } from "@fanfare/contract/schema/responses/accounts/builder";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { builderQueries, builderQueryFilter } from "../../lib/queries/builder.ts";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { DialogList } from "../../ui/overlay/dialog-list.tsx";

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
  return (
    <DialogList
      title={t("Open builders")}
      items={data?.items.filter((each) => each.opened)}
      name={nameOf}
      detail={({ origin, member, own, last_used_at }) => (
        <>
          <bdi>{own ? t("You") : member}</bdi> · <bdi>{new URL(origin).host}</bdi> · <RelativeTime at={last_used_at} />
        </>
      )}
      action={t("End##builder")}
      actionOn={({ origin, own, ...session }) =>
        own || administers
          ? t("End builder for {name} on {host}", { name: nameOf(session), host: new URL(origin).host })
          : undefined
      }
      act={end}
    />
  );
}

function nameOf({ content_name, tracker_name }: Pick<BuilderSession, "content_name" | "tracker_name">): string {
  return content_name ?? tracker_name ?? t("New tracker");
}
