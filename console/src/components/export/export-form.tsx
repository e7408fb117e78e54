import { type ReactNode, useState } from "react";
import type { FileRead } from "../../lib/api/download.ts";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../../ui/elements/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { DialogFooter } from "../../ui/overlay/dialog-footer.tsx";
import { DownloadStatus } from "./download-status.tsx";
import { useDownload } from "./use-download.ts";

const FORMATS = [
  { value: "csv", label: t("CSV (spreadsheets)") },
  { value: "ndjson", label: t("NDJSON (scripts)") },
] as const;
export type ExportFormat = (typeof FORMATS)[number]["value"];

/** Excel needs it to detect UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

interface ExportFormProps {
  /** Path of the export endpoint below `/api/`. */
  readonly pathOf: (format: ExportFormat) => string;
  /** Request body that selects the rows. */
  readonly bodyOf?: (format: ExportFormat) => unknown;
  readonly nameOf: (format: ExportFormat) => string;
  /** Expected number of rows, if known. */
  readonly expected?: number | undefined;
  /** Formats a row count, for example `1,200 people`. */
  readonly rowsInWords: (rows: number) => string;
  /** Options and notes shown before the export starts. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Exports rows to a file with visible progress. Closing the dialog unmounts this and aborts the export. */
export function ExportForm({ pathOf, bodyOf, nameOf, expected = 0, rowsInWords, children, onClose }: ExportFormProps) {
  const [format, setFormat] = useState<ExportFormat>("csv");
  const [marked, setMarked] = useState(false);
  const { state, begin } = useDownload();
  const rowsIn = ({ lines }: FileRead): number => Math.max(0, format === "csv" ? lines - 1 : lines);

  const start = () =>
    void begin({
      path: pathOf(format),
      body: bodyOf?.(format),
      name: nameOf(format),
      mark: marked && format === "csv" ? BYTE_ORDER_MARK : "",
    });

  return (
    <>
      {state.kind === "idle" ? (
        <>
          <Segmented label={t("Format")} value={format} options={FORMATS} onChange={setFormat} />
          {format === "csv" && (
            <Checkbox
              label={t("Include byte order mark")}
              hint={t("Excel needs this to show non-English characters.")}
              checked={marked}
              onChange={setMarked}
            />
          )}
          {children}
        </>
      ) : (
        <DownloadStatus
          state={state}
          shareOf={(read) => (expected === 0 ? undefined : rowsIn(read) / expected)}
          text={(read) => rowsInWords(rowsIn(read))}
          onRetry={start}
        />
      )}
      <DialogFooter>
        <Button onClick={onClose}>{state.kind === "done" ? t("Close") : t("Cancel")}</Button>
        {state.kind !== "done" && (
          <Button variant="primary" busy={state.kind === "reading"} onClick={start}>
            {t("Export")}
          </Button>
        )}
      </DialogFooter>
    </>
  );
}
