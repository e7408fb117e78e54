import { useMe } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { PageHeader } from "../../../ui/page/page-header.tsx";
import { WithApp } from "../with-app.tsx";
import { BackupsSection } from "./backups.tsx";
import { HealthSection } from "./health.tsx";
import { NodesSection } from "./nodes.tsx";
import { RetentionSection } from "./retention.tsx";

export function DataPage() {
  useTitle(t("Data and health"), t("Settings"));
  const { role } = useMe().member;
  return (
    <>
      <PageHeader title={t("Data and health")} description={t("Server health, backups, and data retention")} />
      <HealthSection />
      <NodesSection />
      {role === "owner" && <BackupsSection />}
      <WithApp>{(detail) => <RetentionSection key={detail.id} detail={detail} />}</WithApp>
    </>
  );
}
