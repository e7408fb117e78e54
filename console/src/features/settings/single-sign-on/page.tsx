import { useQuery } from "@tanstack/react-query";
import { Activity } from "../../../components/audit/activity.tsx";
import { useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { settingsQueries } from "../../../lib/queries/settings.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { buttonClass } from "../../../ui/elements/button.tsx";
import { Loading } from "../../../ui/feedback/loading.tsx";
import { PageHeader } from "../../../ui/page/page-header.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { ProviderSection } from "./provider.tsx";
import { UrlsSection } from "./urls.tsx";

export function SingleSignOnPage() {
  useTitle(t("Single sign-on"), t("Settings"));
  const { api, host } = useAppContext();
  const query = useQuery(settingsQueries.singleSignOn(api));
  return (
    <>
      <PageHeader
        title={t("Single sign-on")}
        description={t(
          "Members sign in with an OpenID Connect provider: Google Workspace, Microsoft Entra ID, Keycloak, Okta, Authentik, and others.",
        )}
        actions={<Activity of={{ resource_type: "single_sign_on", resource_id: "provider" }} />}
      />
      {query.data === undefined ? (
        <Loading query={query} />
      ) : (
        <>
          <UrlsSection {...query.data} />
          <ProviderSection key={query.data.provider?.revision ?? 0} known={query.data.provider} />
          {query.data.provider !== null && (
            <Section
              title={t("Test single sign-on")}
              description={t(
                "Sign in with your own provider account. Its email address must match your email address in Fanfare.",
              )}
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
