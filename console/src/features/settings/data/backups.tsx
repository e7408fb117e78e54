import type { BackupSummary, BackupsResponse } from "@fanfare/contract/schema/responses/accounts/server-health";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { DatabaseBackup, Download } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useAppContext } from "../../../lib/app-context.ts";
import { byteSize } from "../../../lib/i18n/byte-size.ts";
import { Sentence } from "../../../lib/i18n/sentence.tsx";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { BACKUPS, HEALTH, settingsQueries } from "../../../lib/queries/settings.ts";
import { toast } from "../../../lib/toast.ts";
import { Badge } from "../../../ui/elements/badge.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { Spinner } from "../../../ui/elements/spinner.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Loading } from "../../../ui/feedback/loading.tsx";
import { Section } from "../../../ui/page/section.tsx";

const DownloadDialog = lazy(async () => ({
  default: (await import("../../../components/export/download-dialog.tsx")).DownloadDialog,
}));

/** Polling interval while a backup is running. */
const POLL_MS = 1_000;

export function BackupsSection() {
  const { api } = useAppContext();
  const client = useQueryClient();
  const query = useQuery({
    ...settingsQueries.backups(api),
    refetchInterval: ({ state }) => (state.data?.running == null ? false : POLL_MS),
  });
  const begin = useMutation({
    mutationFn: () => api.call("POST /api/backups"),
    onSuccess: (now) => client.setQueryData(settingsQueries.backups(api).queryKey, now),
    onError: (error) => toast.problem(asProblem(error)),
    onSettled: () => client.invalidateQueries(BACKUPS),
  });
  const running = query.data?.running ?? null;
  const made = begin.isSuccess && running === null;
  useEffect(() => {
    // The health checks include the age of the last backup.
    if (made) void client.invalidateQueries(HEALTH);
  }, [made, client]);
  return (
    <Section
      title={t("Backups")}
      description={t("Backups are stored on the server’s disk. Copy them to another location.")}
      actions={
        <Button
          size="sm"
          variant="primary"
          icon={<DatabaseBackup />}
          busy={begin.isPending || running !== null}
          onClick={() => begin.mutate()}
        >
          {t("Back up now")}
        </Button>
      }
    >
      {query.data === undefined ? (
        <Loading query={query} inside />
      ) : (
        <>
          {query.data.failure !== null && (
            <Callout tone="problem" title={t("Last backup failed")}>
              {query.data.failure}
            </Callout>
          )}
          <p className="text-sm text-ink-2">{describeSchedule(query.data.schedule)}</p>
          {running !== null && (
            <p role="status" className="flex items-center gap-2.5 text-sm text-ink-2">
              <Spinner />
              {t("Backup in progress: {size} so far", { size: byteSize(running.bytes) })}
            </p>
          )}
          {query.data.items.length === 0 ? (
            <p className="text-sm text-ink-3">{t("No backups yet")}</p>
          ) : (
            <ul aria-label={t("Backups")} className="flex flex-col divide-y divide-line rounded-md border border-line">
              {query.data.items.map((backup) => (
                <BackupItem key={backup.name} backup={backup} />
              ))}
            </ul>
          )}
          <p className="text-xs text-ink-3 text-pretty">
            {t(
              "Downloads contain only the database, not the master key. Store secret.key from the data directory as securely as your passwords.",
            )}
          </p>
        </>
      )}
    </Section>
  );
}

function describeSchedule(schedule: BackupsResponse["schedule"]): string {
  if (schedule === null) return t("Automatic backups are off.");
  const { interval_hours, kept } = schedule;
  return `${tCount(interval_hours, "Automatic backup every hour.", "Automatic backup every {n} hours.")} ${tCount(
    kept,
    "The newest one is kept.",
    "The newest {n} are kept.",
  )}`;
}

function BackupItem({ backup }: { readonly backup: BackupSummary }) {
  const [reading, setReading] = useState<boolean>();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3.5 py-3">
      <div className="flex min-w-40 flex-1 flex-col">
        <span className="text-sm font-medium">
          <RelativeTime at={backup.made_at} />
        </span>
        <span dir="ltr" className="self-start font-mono text-xs text-ink-3 wrap-anywhere">
          {backup.name}
        </span>
      </div>
      <span className="text-xs text-ink-3 tabular-nums">{byteSize(backup.bytes)}</span>
      {backup.automatic && <Badge tone="neutral">{t("Automatic")}</Badge>}
      {!backup.with_key && <Badge tone="caution">{t("No master key")}</Badge>}
      <Button size="sm" icon={<Download />} onClick={() => setReading(true)}>
        <Sentence
          text="Download{hidden}"
          parts={{ hidden: <span className="sr-only"> {t("backup {name}", { name: backup.name })}</span> }}
        />
      </Button>
      {reading !== undefined && (
        <Suspense>
          <DownloadDialog
            open={reading}
            onOpenChange={setReading}
            title={t("Download backup")}
            description={t("Contains the database of {name}, but not the master key.", { name: backup.name })}
            file={{
              path: `backups/${encodeURIComponent(backup.name)}/database`,
              name: `fanfare-${backup.name}.db`,
            }}
            bytes={backup.bytes}
          />
        </Suspense>
      )}
    </li>
  );
}
