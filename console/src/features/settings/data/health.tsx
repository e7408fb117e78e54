import type { HealthFinding } from "@fanfare/contract/schema/responses/accounts/server-health";
import { FINDING_TEXTS } from "@fanfare/contract/wording/findings";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, RotateCw, TriangleAlert } from "lucide-react";
import { useAppContext } from "../../../lib/app-context.ts";
import { tCause } from "../../../lib/i18n/cause.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { settingsQueries } from "../../../lib/queries/settings.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { Loading } from "../../../ui/feedback/loading.tsx";
import { ServerText } from "../../../ui/feedback/server-text.tsx";
import { Section } from "../../../ui/page/section.tsx";

export function HealthSection() {
  const { api } = useAppContext();
  const query = useQuery({
    ...settingsQueries.health(api),
    // Reads the whole database, so it runs only on request.
    refetchOnWindowFocus: false,
  });
  return (
    <Section
      title={t("Health")}
      description={t("Runs the same checks as fanfare doctor.")}
      actions={
        <Button size="sm" icon={<RotateCw />} busy={query.isFetching} onClick={() => void query.refetch()}>
          {t("Check again")}
        </Button>
      }
    >
      {query.data === undefined ? (
        // Expected height of the checks.
        <div className="min-h-118">
          <Loading query={query} inside />
        </div>
      ) : (
        <div className="rounded-md border border-line">
          <Summary findings={query.data.items} checked_at={query.dataUpdatedAt} />
          <ul aria-label={t("Checks")} className="flex flex-col py-1">
            {bySeverity(query.data.items).map((finding) => (
              <Finding key={finding.check} finding={finding} />
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

const STATES = {
  good: { label: t("Passed"), icon: <CircleCheck className="text-positive-text" /> },
  warning: { label: t("Warning"), icon: <TriangleAlert className="text-caution-text" /> },
  bad: { label: t("Failed"), icon: <CircleAlert className="text-negative-text" /> },
} as const satisfies Record<HealthFinding["state"], { label: string; icon: React.ReactNode }>;

const CHECKS: Readonly<Record<string, string>> = {
  data_directory: t("Data directory"),
  master_key: t("Master key"),
  stored_secrets: t("Stored secrets"),
  installation: t("Installation"),
  database: t("Database"),
  write_ahead_log: t("Write-ahead log"),
  disk: t("Disk"),
  server: t("Server"),
  public_address: t("Public address"),
  certificate: t("Certificate"),
  backup: t("Backup"),
  message_emails: t("Emails of messages"),
};

const SEVERITIES: readonly HealthFinding["state"][] = ["bad", "warning", "good"];

/** What needs attention first. */
function bySeverity(findings: readonly HealthFinding[]): readonly HealthFinding[] {
  return findings.toSorted((one, other) => SEVERITIES.indexOf(one.state) - SEVERITIES.indexOf(other.state));
}

interface SummaryProps {
  readonly findings: readonly HealthFinding[];
  readonly checked_at: number;
}

function Summary({ findings, checked_at }: SummaryProps) {
  const [worst] = bySeverity(findings);
  const open = findings.filter(({ state }) => state !== "good").length;
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line bg-sunken px-3.5 py-3 text-sm [&>svg]:size-4">
      {STATES[worst?.state ?? "good"].icon}
      <strong className="font-semibold">
        {open === 0
          ? tCount(findings.length, "The check passed", "All {n} checks passed")
          : tCount(open, "1 of {all} checks needs attention", "{n} of {all} checks need attention", {
              all: findings.length,
            })}
      </strong>
      <span className="ms-auto text-xs text-ink-3">
        <RelativeTime at={new Date(checked_at).toISOString()} />
      </span>
    </p>
  );
}

function Finding({ finding }: { readonly finding: HealthFinding }) {
  const { label, icon } = STATES[finding.state];
  return (
    <li className="flex items-start gap-2.5 px-3.5 py-2 text-sm [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
      {icon}
      <span className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <span className="font-medium">
          <span className="sr-only">{label}: </span>
          {CHECKS[finding.check] ?? finding.check}
        </span>
        <span className="text-ink-2 wrap-anywhere">
          <ServerText text={tCause(FINDING_TEXTS, finding.cause)} />
        </span>
      </span>
    </li>
  );
}
