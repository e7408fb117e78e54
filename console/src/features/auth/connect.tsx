import type { AuthorizationRequest, OAuthScope } from "@fanfare/contract/schema/accounts/oauth";
import type { AuthorizationOffer } from "@fanfare/contract/schema/responses/accounts/oauth";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useAppContext } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { AuthLayout } from "./layout.tsx";

const route = getRouteApi("/connect");

const SCOPE_LABELS: Readonly<Record<OAuthScope, string>> = {
  "app.read": t("See apps"),
  "content.read": t("Read content"),
  "content.write": t("Create and change drafts"),
  "analytics.read": t("Read analytics"),
  "goal.read": t("Read goals"),
  "person.read": t("Read data about people"),
  "content.publish": t("Publish, pause, and roll back content"),
};

/** A member allows an assistant to connect, and chooses what it may do. */
export function Connect() {
  const found = route.useLoaderData();
  useTitle(t("Connect an assistant"));
  if (found.state === "open") return <Consent request={found.request} offer={found.offer} />;
  return (
    <AuthLayout title={t("Can’t connect this assistant")} lead={found.reason}>
      <Link to="/" className={buttonClass("primary", "lg")}>
        {t("Go to home page")}
      </Link>
    </AuthLayout>
  );
}

interface ConsentProps {
  readonly request: AuthorizationRequest;
  readonly offer: AuthorizationOffer;
}

function Consent({ request, offer }: ConsentProps) {
  const { api } = useAppContext();
  const { client_name, redirect_host, is_local, expires_in_days } = offer;
  const [scopes, setScopes] = useState<readonly OAuthScope[]>(
    offer.scopes.flatMap(({ scope, is_suggested }) => (is_suggested ? [scope] : [])),
  );
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (allowed: readonly string[]) =>
      api.call("POST /api/oauth-authorizations", { body: { request, scopes: [...allowed] }, unkeyed: true }),
    onSuccess: ({ redirect_to }) => location.assign(redirect_to),
  });
  // The link of an app on this device leaves the page open.
  if (isSuccess) {
    return (
      <AuthLayout title={t("Return to {name}", { name: client_name })} lead={t("You can close this page.")}>
        {null}
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={t("Connect {name}?", { name: client_name })}
      lead={t("The assistant gets an API token with these permissions, within your role.")}
    >
      {error !== null && <FormProblem problem={asProblem(error)} />}
      <Callout tone="caution">
        {is_local
          ? t("Continue only if you just connected this program on your device. Any program can use this name.")
          : t("Access goes to {host}. Continue only if you trust this site. Any site can use this name.", {
              host: redirect_host,
            })}
      </Callout>
      <fieldset className="flex flex-col" disabled={isPending}>
        <legend className="mb-1.5 text-sm font-medium">{t("Permissions")}</legend>
        {offer.scopes.map(({ scope }) => (
          <Checkbox
            key={scope}
            label={SCOPE_LABELS[scope]}
            hint={<span className="font-mono">{scope}</span>}
            checked={scopes.includes(scope)}
            onChange={(on) => setScopes(on ? [...scopes, scope] : scopes.filter((each) => each !== scope))}
          />
        ))}
      </fieldset>
      <p className="text-sm text-ink-2">
        {tCount(expires_in_days, "Expires in {n} day.", "Expires in {n} days.")}{" "}
        {t("You can revoke the token at any time in the settings.")}
      </p>
      <div className="flex gap-3">
        <Button
          variant="primary"
          size="lg"
          className="flex-1"
          busy={isPending}
          disabled={scopes.length === 0}
          onClick={() => mutate(scopes)}
        >
          {t("Connect")}
        </Button>
        <Button size="lg" className="flex-1" disabled={isPending} onClick={() => mutate([])}>
          {t("Cancel")}
        </Button>
      </div>
    </AuthLayout>
  );
}
