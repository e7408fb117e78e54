import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { limitSize } from "../../lib/i18n/limit-size.ts";
import { t } from "../../lib/i18n/t.ts";
import { cx } from "../cx.ts";

interface DropProps {
  readonly bytes_max: number;
  /** Receives the reason if a file can't be used. */
  readonly onWrong: (wrong: string) => void;
}

interface FileDropProps extends DropProps {
  readonly onFile: (file: File) => void;
}

/** Selects a CSV file. */
export function FileDrop({ bytes_max, onFile, onWrong }: FileDropProps) {
  return (
    <FilesDrop
      {...{ bytes_max, onWrong }}
      label={t("CSV file")}
      prompt={t("Select a CSV file")}
      accept=".csv,.tsv,.txt,text/csv"
      onFiles={([file]) => file !== undefined && onFile(file)}
    />
  );
}

interface FilesDropProps extends DropProps {
  readonly label: string;
  readonly prompt: string;
  /** Extensions and media types. */
  readonly accept: string;
  readonly files_max?: number;
  /** Receives all files, none of which is empty or too large. */
  readonly onFiles: (files: readonly File[]) => void;
}

/** Selects one or several files with the system's dialog, or by dropping them. */
export function FilesDrop({ label, prompt, accept, files_max = 1, bytes_max, onFiles, onWrong }: FilesDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const size = limitSize(bytes_max);
  const take = (list: FileList | null): void => {
    const files = [...(list ?? [])].slice(0, files_max);
    if (files.length === 0) return;
    if (files.some((file) => file.size === 0)) onWrong(t("This file is empty."));
    else if (files.every((file) => file.size <= bytes_max)) onFiles(files);
    else onWrong(t("This file is larger than {size}. Split it into smaller files.", { size }));
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={files_max > 1}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          take(event.target.files);
          // So that the same file can be selected again after it was corrected.
          event.target.value = "";
        }}
      />
      <button
        type="button"
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
        className={cx(
          "flex flex-col items-center gap-2 rounded-lg border border-dashed px-6 py-10 text-sm text-ink-2",
          over ? "border-accent bg-accent-soft" : "border-edge bg-sunken hover:border-ink-3 hover:bg-fill",
        )}
      >
        <FileUp className="size-6 text-ink-3" />
        <span className="font-medium text-ink">{prompt}</span>
        <span>
          {files_max > 1
            ? t("or drop them here (up to {size} each)", { size })
            : t("or drop it here (up to {size})", { size })}
        </span>
      </button>
    </>
  );
}
