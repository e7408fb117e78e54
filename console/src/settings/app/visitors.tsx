import { useQuery } from "@tanstack/react-query";
import { useApp, useDoors } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { Callout } from "../../ui/callout.tsx";
import { Section } from "../../ui/section.tsx";
import { settingsQueries } from "../queries.ts";

/** Who remembers a visitor that has not signed in: it is as the newest page told. */
export function Visitors() {
  const { api } = useDoors();
  const app = useApp();
  const { data } = useQuery(settingsQueries.appStatus(api, app.id));
  if (data === undefined || data.visitor_storage === null) return null;
  return (
    <Section
      title={t("Visitors who have not signed in")}
      description={t("How long “Do not show again” holds for them depends on where your pages are.")}
    >
      {data.visitor_storage === "cookie" ? (
        <Callout title={t("A cookie of your own site remembers them")}>
          {t("Your pages and Fanfare share a site: what they hid stays hidden for 365 days.")}
        </Callout>
      ) : (
        <Callout tone="caution" title={t("The browser’s storage remembers them")}>
          {t(
            "Your pages and Fanfare are on different sites. Safari forgets a visitor who stays away for seven days. Give Fanfare an address below your own domain, or a path of it, and a cookie remembers them for 365 days.",
          )}
        </Callout>
      )}
    </Section>
  );
}
