import { useMutation } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { AuthLayout } from "./layout.tsx";

const route = getRouteApi("/unsubscribe");

export function Unsubscribe() {
  useTitle(t("Unsubscribe"));
  const { api } = useAppContext();
  const { token } = route.useSearch();
  const ending = useMutation({
    mutationFn: () => api.call("POST /api/unsubscribe", { query: { token }, unkeyed: true }),
  });
  if (ending.isSuccess) {
    return (
      <AuthLayout title={t("You’re unsubscribed")} lead={t("You won’t get these emails anymore.")}>
        <Link to="/" className={buttonClass("secondary", "lg")}>
          {t("Open the console")}
        </Link>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={t("Unsubscribe from emails?")}
      lead={t(
        "This stops the kind of email that you came from. Members can turn alerts and summaries on again in their account.",
      )}
    >
      <FormProblem problem={ending.isError ? asProblem(ending.error) : undefined} />
      <Button variant="primary" size="lg" busy={ending.isPending} onClick={() => ending.mutate()}>
        {t("Unsubscribe")}
      </Button>
    </AuthLayout>
  );
}
