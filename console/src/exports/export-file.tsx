import { type ReactNode, useState } from "react";
import type { FileRead } from "../download.ts";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { FileStateView } from "./file-state.tsx";
import { useFile } from "./use-file.ts";

const FORMATS = [
  { value: "csv", label: t("CSV, for spreadsheets") },
  { value: "ndjson", label: t("NDJSON, for scripts") },
] as const;
export type ExportFormat = (typeof FORMATS)[number]["value"];

/** By it Excel knows that a file is UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

interface ExportFileProps {
  /** The call that answers the file, below `/api/`. */
  readonly pathOf: (format: ExportFormat) => string;
  /** What the call says beside its path: of which rows the file is. */
  readonly bodyOf?: (format: ExportFormat) => unknown;
  readonly nameOf: (format: ExportFormat) => string;
  /** How many rows there are, as far as anybody knows. */
  readonly expected?: number | undefined;
  /** `1,200 people`, for so many rows. */
  readonly rowsInWords: (rows: number) => string;
  /** What is chosen and said before it begins. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A file of rows, read while one watches. It unmounts with its dialog, and stops then. */
export function ExportFile({ pathOf, bodyOf, nameOf, expected = 0, rowsInWords, children, onClose }: ExportFileProps) {
  const [format, setFormat] = useState<ExportFormat>("csv");
  const [marked, setMarked] = useState(false);
  const { state, begin } = useFile();
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
              label={t("With a byte order mark")}
              hint={t("Excel needs it for letters beyond English; other programs do not.")}
              checked={marked}
              onChange={setMarked}
            />
          )}
          {children}
        </>
      ) : (
        <FileStateView
          state={state}
          shareOf={(read) => (expected === 0 ? undefined : rowsIn(read) / expected)}
          words={(read) => rowsInWords(rowsIn(read))}
          onRetry={start}
        />
      )}
      <DialogFoot>
        <Button onClick={onClose}>{state.kind === "done" ? t("Close") : t("Cancel")}</Button>
        {state.kind !== "done" && (
          <Button look="primary" busy={state.kind === "reading"} onClick={start}>
            {t("Export")}
          </Button>
        )}
      </DialogFoot>
    </>
  );
}
