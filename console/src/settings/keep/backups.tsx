import type { BackupSummary } from "@fanfare/contract/schema/installation";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { DatabaseBackup, Download } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useDoors } from "../../doors.ts";
import { byteSize } from "../../language/byte-size.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Section } from "../../ui/section.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { toast } from "../../ui/toast.tsx";
import { settingsCalls } from "../calls.ts";
import { BACKUPS, HEALTH, settingsQueries } from "../queries.ts";
import { Waiting } from "../waiting.tsx";

const DownloadDialog = lazy(async () => ({
  default: (await import("../../exports/download-dialog.tsx")).DownloadDialog,
}));

/** Between two looks at a backup that is being made. */
const LOOK_MS = 1_000;

/** Copies of the database on the server's own disk. */
export function BackupsSection() {
  const { api } = useDoors();
  const client = useQueryClient();
  const query = useQuery({
    ...settingsQueries.backups(api),
    refetchInterval: ({ state }) => (state.data?.running == null ? false : LOOK_MS),
  });
  const begin = useMutation({
    mutationFn: () => settingsCalls(api).makeBackup(),
    onSuccess: (now) => client.setQueryData(settingsQueries.backups(api).queryKey, now),
    onError: (error) => toast.problem(asProblem(error)),
    onSettled: () => client.invalidateQueries(BACKUPS),
  });
  const running = query.data?.running ?? null;
  const made = begin.isSuccess && running === null;
  useEffect(() => {
    // Health says how old the last one is.
    if (made) void client.invalidateQueries(HEALTH);
  }, [made, client]);
  return (
    <Section
      title={t("Backups")}
      description={t(
        "On the server’s own disk, made while it goes on. Take them elsewhere: a disk that breaks takes its backups along.",
      )}
      actions={
        <Button
          size="sm"
          look="primary"
          icon={<DatabaseBackup />}
          busy={begin.isPending || running !== null}
          onClick={() => begin.mutate()}
        >
          {t("Back up now")}
        </Button>
      }
    >
      {query.data === undefined ? (
        <Waiting query={query} inside />
      ) : (
        <>
          {query.data.failure !== null && (
            <Callout tone="problem" title={t("The last backup failed")}>
              {query.data.failure}
            </Callout>
          )}
          {running !== null && (
            <p role="status" className="flex items-center gap-2.5 text-sm text-ink-2">
              <Spinner />
              {t("Being made: {size} so far", { size: byteSize(running.bytes) })}
            </p>
          )}
          {query.data.items.length === 0 ? (
            <p className="text-sm text-ink-3">{t("None yet on this server.")}</p>
          ) : (
            <ul aria-label={t("Backups")} className="flex flex-col divide-y divide-line rounded-md border border-line">
              {query.data.items.map((backup) => (
                <BackupItem key={backup.name} backup={backup} />
              ))}
            </ul>
          )}
          <p className="text-xs text-ink-3 text-pretty">
            {t(
              "What is downloaded is the database alone. The key that opens its secrets, secret.key in the data directory, never leaves the server this way: keep it as you keep passwords.",
            )}
          </p>
        </>
      )}
    </Section>
  );
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
      {!backup.with_key && <Badge tone="caution">{t("Without key")}</Badge>}
      <Button size="sm" icon={<Download />} onClick={() => setReading(true)}>
        <Sentence
          text="Download{hidden}"
          parts={{ hidden: <span className="sr-only"> {t("the backup {name}", { name: backup.name })}</span> }}
        />
      </Button>
      {reading !== undefined && (
        <Suspense>
          <DownloadDialog
            open={reading}
            onOpenChange={setReading}
            title={t("Download a backup")}
            description={t("The database of {name}, without the key that opens its secrets.", { name: backup.name })}
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
