import { FileUp } from "lucide-react";
import { useRef } from "react";
import { limitSize } from "../../lib/i18n/limit-size.ts";
import { t } from "../../lib/i18n/t.ts";

interface FileDropProps {
  readonly bytes_max: number;
  readonly onFile: (file: File) => void;
  /** Receives the reason if a file can't be used. */
  readonly onWrong: (wrong: string) => void;
}

export function FileDrop({ bytes_max, onFile, onWrong }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const size = limitSize(bytes_max);
  const take = (file: File | undefined): void => {
    if (file === undefined) return;
    if (file.size === 0) onWrong(t("This file is empty."));
    else if (file.size <= bytes_max) onFile(file);
    else onWrong(t("This file is larger than {size}. Split it into smaller files.", { size }));
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label={t("CSV file")}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => take(event.target.files?.[0])}
      />
      <button
        type="button"
        onClick={() => input.current?.click()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          take(event.dataTransfer.files[0]);
        }}
        className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-edge bg-sunken px-6 py-10 text-sm text-ink-2 hover:border-ink-3 hover:bg-fill"
      >
        <FileUp className="size-6 text-ink-3" />
        <span className="font-medium text-ink">{t("Select a CSV file")}</span>
        <span>{t("or drop it here (up to {size})", { size })}</span>
      </button>
    </>
  );
}
