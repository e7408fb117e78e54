import { useQuery } from "@tanstack/react-query";
import { useDoors } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { useTitle } from "../../title.ts";
import { Callout } from "../../ui/callout.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { Activity } from "../audit/activity.tsx";
import { settingsQueries } from "../queries.ts";
import { Waiting } from "../waiting.tsx";
import { MailServerSection } from "./server.tsx";
import { TrySection } from "./try.tsx";

/** By which server invitations and links to a new password go out. */
export function MailPage() {
  useTitle(t("Mail"), t("Settings"));
  const { api } = useDoors();
  const query = useQuery(settingsQueries.mail(api));
  return (
    <>
      <PageHeader
        title={t("Mail")}
        description={t(
          "With a mail server, invitations and links to a new password are mailed. Without one they are handed over as links.",
        )}
        actions={<Activity of={{ resource_type: "mail", resource_id: "server" }} />}
      />
      {query.data === undefined ? (
        <Waiting query={query} />
      ) : (
        <>
          {query.data.server !== null && !query.data.offers_reset && (
            <div className="px-(--gutter) pb-6">
              <Callout tone="caution" title={t("“Forgot your password?” is not offered")}>
                {t(
                  "Set FANFARE_PUBLIC_URL to the address of this console: links that anybody may ask for lead there and nowhere else.",
                )}
              </Callout>
            </div>
          )}
          <MailServerSection key={query.data.server?.revision ?? 0} known={query.data.server} />
          {query.data.server !== null && <TrySection />}
        </>
      )}
    </>
  );
}
