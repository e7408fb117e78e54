import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { SIGN_INS, settingsQueries } from "../../../lib/queries/settings.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Loading } from "../../../ui/feedback/loading.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { SessionItem } from "../session-item.tsx";

export function SessionsSection() {
  const { api } = useAppContext();
  const client = useQueryClient();
  const query = useQuery(settingsQueries.signIns(api));
  const items = query.data?.items ?? [];
  const endOthers = useMutation({
    mutationFn: () => api.call("DELETE /api/me/sign-ins"),
    onSuccess: async () => {
      toast.done({ title: t("Signed out everywhere else") });
      await client.invalidateQueries(SIGN_INS);
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  return (
    <Section
      title={t("Sessions")}
      description={t("When you end a session, its open pages are signed out immediately.")}
      actions={
        items.length > 1 && (
          <Button size="sm" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t("Sign out everywhere else")}
          </Button>
        )
      }
    >
      {query.data === undefined ? (
        <Loading query={query} inside />
      ) : (
        <ul aria-label={t("Sessions")} className="flex flex-col divide-y divide-line rounded-md border border-line">
          {items.map((sign_in) => (
            <SessionItem
              key={sign_in.id}
              sign_in={sign_in}
              end={() => api.call("DELETE /api/me/sign-ins/:id", { params: { id: sign_in.id } })}
              shown={settingsQueries.signIns(api)}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}
