import { useQuery } from "@tanstack/react-query";
import { Activity } from "../../../components/audit/activity.tsx";
import { useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { settingsQueries } from "../../../lib/queries/settings.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Loading } from "../../../ui/feedback/loading.tsx";
import { PageHeader } from "../../../ui/page/page-header.tsx";
import { MailServerSection } from "./server.tsx";
import { TestEmailSection } from "./test-email.tsx";

/** By which server invitations and links to a new password go out. */
export function MailPage() {
  useTitle(t("Email"), t("Settings"));
  const { api } = useAppContext();
  const query = useQuery(settingsQueries.mail(api));
  return (
    <>
      <PageHeader
        title={t("Email")}
        description={t(
          "Send invitations and password reset links by email. Without a mail server, you share these links yourself.",
        )}
        actions={<Activity of={{ resource_type: "mail", resource_id: "server" }} />}
      />
      {query.data === undefined ? (
        <Loading query={query} />
      ) : (
        <>
          {query.data.server !== null && !query.data.offers_reset && (
            <div className="px-(--gutter) pb-6">
              <Callout tone="caution" title={t("Password reset by email is off")}>
                {t("Set FANFARE_PUBLIC_URL to the URL of this console. Password reset links use only that URL.")}
              </Callout>
            </div>
          )}
          <MailServerSection key={query.data.server?.revision ?? 0} known={query.data.server} />
          {query.data.server !== null && <TestEmailSection />}
        </>
      )}
    </>
  );
}
