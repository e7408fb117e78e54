import { useQuery } from "@tanstack/react-query";
import { useDoors } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { useTitle } from "../../title.ts";
import { buttonClass } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { Activity } from "../audit/activity.tsx";
import { settingsQueries } from "../queries.ts";
import { Waiting } from "../waiting.tsx";
import { AddressesSection } from "./addresses.tsx";
import { ProviderSection } from "./provider.tsx";

/** Through which OpenID Connect provider members sign in. */
export function SingleSignOnPage() {
  useTitle(t("Single sign-on"), t("Settings"));
  const { api, host } = useDoors();
  const query = useQuery(settingsQueries.singleSignOn(api));
  return (
    <>
      <PageHeader
        title={t("Single sign-on")}
        description={t(
          "Members sign in through an OpenID Connect provider: Google Workspace, Microsoft Entra ID, Keycloak, Okta, Authentik and others.",
        )}
        actions={<Activity of={{ resource_type: "single_sign_on", resource_id: "provider" }} />}
      />
      {query.data === undefined ? (
        <Waiting query={query} />
      ) : (
        <>
          <AddressesSection {...query.data} />
          <ProviderSection key={query.data.provider?.revision ?? 0} known={query.data.provider} />
          {query.data.provider !== null && (
            <Section
              title={t("Try it")}
              description={t("Go there and back as yourself: your address there must be the one that you have here.")}
            >
              <div>
                <a href={`${host}/api/provider-sign-in`} className={buttonClass()}>
                  {t("Continue with {name}", { name: query.data.provider.name })}
                </a>
              </div>
            </Section>
          )}
        </>
      )}
    </>
  );
}
