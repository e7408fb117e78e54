import { limits } from "@fanfare/contract/limits";
import { ImageUp } from "lucide-react";
import { useRef } from "react";
import { limitSize } from "../../../lib/i18n/limit-size.ts";
import { t } from "../../../lib/i18n/t.ts";
import { Spinner } from "../../../ui/elements/spinner.tsx";

interface ImageUploadProps {
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
  /** Receives the reason if a file can't be used. */
  readonly onWrong: (wrong: string) => void;
  readonly wrong: string | undefined;
}

/** A file by button or drop. */
export function ImageUpload({ busy, onFile, onWrong, wrong }: ImageUploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const size = limitSize(limits.image_file_bytes_max);
  const take = (file: File | undefined): void => {
    if (file === undefined) return;
    if (file.size <= limits.image_file_bytes_max) onFile(file);
    else onWrong(t("This file is larger than {size}. Export a smaller image.", { size }));
  };
  return (
    <div className="flex flex-col gap-1.5">
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label={t("Image file")}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          take(event.target.files?.[0]);
          // The same file can be selected again after an error.
          event.target.value = "";
        }}
      />
      <button
        type="button"
        aria-busy={busy}
        onClick={() => !busy && input.current?.click()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          take(event.dataTransfer.files[0]);
        }}
        className="flex flex-wrap items-center justify-center gap-x-2 gap-y-1 rounded-lg border border-dashed border-edge bg-sunken px-6 py-6 text-sm text-ink-2 hover:border-ink-3 hover:bg-fill"
      >
        {busy ? <Spinner className="size-5" /> : <ImageUp className="size-5 text-ink-3" />}
        <span className="font-medium text-ink">{busy ? t("Uploading…") : t("Upload image")}</span>
        <span>{t("or drop it here: PNG, JPEG, WebP, or GIF, up to {size}", { size })}</span>
      </button>
      {wrong !== undefined && (
        <p role="alert" className="text-xs font-medium text-negative-text">
          {wrong}
        </p>
      )}
    </div>
  );
}
