import { useMe } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { useTitle } from "../../title.ts";
import { PageHeader } from "../../ui/page.tsx";
import { WithApp } from "../with-app.tsx";
import { BackupsSection } from "./backups.tsx";
import { HealthSection } from "./health.tsx";
import { RetentionSection } from "./retention.tsx";

/** What is kept for how long, what is saved, and how the server is. */
export function DataPage() {
  useTitle(t("Data and health"), t("Settings"));
  const { role } = useMe().member;
  return (
    <>
      <PageHeader
        title={t("Data and health")}
        description={t("How the server is, what is saved, and what is forgotten when.")}
      />
      <HealthSection />
      {role === "owner" && <BackupsSection />}
      <WithApp>{(detail) => <RetentionSection key={detail.id} detail={detail} />}</WithApp>
    </>
  );
}
