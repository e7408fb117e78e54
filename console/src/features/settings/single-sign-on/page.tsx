import type { SingleSignOnResponse } from "@fanfare/contract/schema/responses/accounts/single-sign-on";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Activity } from "../../../components/audit/activity.tsx";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { settingsQueries } from "../../../lib/queries/settings.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { buttonClass } from "../../../ui/elements/button.tsx";
import { CodeBlock } from "../../../ui/elements/code-block.tsx";
import { Loading } from "../../../ui/feedback/loading.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { PageHeader } from "../../../ui/page/page-header.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { ProviderSection } from "./provider.tsx";
import { SamlSection } from "./saml.tsx";
import { UrlsSection } from "./urls.tsx";

type Protocol = "openid" | "saml";

const PROTOCOLS = [
  { value: "openid", label: asIs("OpenID Connect") },
  { value: "saml", label: asIs("SAML 2.0") },
] as const;

export function SingleSignOnPage() {
  useTitle(t("Single sign-on"), t("Settings"));
  const { api } = useAppContext();
  const openid = useQuery(settingsQueries.singleSignOn(api));
  const saml = useQuery(settingsQueries.saml(api));
  const [chosen, setChosen] = useState<Protocol>();
  const is_saml_only = openid.data?.provider === null && saml.data?.provider != null;
  const protocol = chosen ?? (is_saml_only ? "saml" : "openid");
  return (
    <>
      <PageHeader
        title={t("Single sign-on")}
        description={t(
          "Members sign in with an OpenID Connect or SAML provider: Google Workspace, Microsoft Entra ID, Keycloak, Okta, Authentik, and others.",
        )}
        actions={
          <Activity
            of={{ resource_type: "single_sign_on", resource_id: protocol === "openid" ? "provider" : "saml" }}
          />
        }
      />
      {openid.data === undefined || saml.data === undefined ? (
        <Loading query={openid.data === undefined ? openid : saml} />
      ) : (
        <>
          <Segmented
            label={t("Protocol")}
            value={protocol}
            options={PROTOCOLS}
            onChange={setChosen}
            className="mx-(--gutter) mb-5 self-start"
          />
          {protocol === "openid" ? (
            <OpenIdSections settings={openid.data} />
          ) : (
            <SamlSection key={saml.data.provider?.revision ?? 0} settings={saml.data} />
          )}
          <ProvisioningSection scim_url={openid.data.scim_url} />
        </>
      )}
    </>
  );
}

function ProvisioningSection({ scim_url }: Pick<SingleSignOnResponse, "scim_url">) {
  const { id: app } = useApp();
  return (
    <Section
      title={t("Provisioning")}
      description={t(
        "Your provider creates, changes, and deactivates members over SCIM 2.0, and gives them roles by groups.",
      )}
    >
      <div className="flex flex-col gap-1.5">
        <h3 className="text-sm font-medium">{t("SCIM base URL")}</h3>
        <CodeBlock code={scim_url} copy_label={t("Copy SCIM base URL")} />
        <p className="text-xs text-ink-3">
          {t("Enter it at your provider, with an API token that has the scope scim.write.")}
        </p>
      </div>
      <Link to="/$app/settings/tokens" params={{ app }} className={buttonClass("secondary", "sm", "self-start")}>
        {t("API tokens")}
      </Link>
    </Section>
  );
}

function OpenIdSections({ settings }: { readonly settings: SingleSignOnResponse }) {
  const { host } = useAppContext();
  const { provider } = settings;
  return (
    <>
      <UrlsSection {...settings} />
      <ProviderSection key={provider?.revision ?? 0} known={provider} />
      {provider !== null && (
        <Section
          title={t("Test single sign-on")}
          description={t(
            "Sign in with your own provider account. Its email address must match your email address in Fanfare.",
          )}
        >
          <div>
            <a href={`${host}/api/provider-sign-in`} className={buttonClass()}>
              {t("Continue with {name}", { name: provider.name })}
            </a>
          </div>
        </Section>
      )}
    </>
  );
}
