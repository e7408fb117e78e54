import { useEffect, useEffectEvent } from "react";
import { byteSize } from "../language/byte-size.ts";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { FileStateView } from "./file-state.tsx";
import { type FileAsked, useFile } from "./use-file.ts";

interface DownloadDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description: string;
  readonly file: FileAsked;
  /** How large it is, where that is known before. */
  readonly bytes?: number;
}

/** A file that is read as soon as it is asked for, while one watches. */
export function DownloadDialog({ open, onOpenChange, title, description, ...asked }: DownloadDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description}>
      <Download {...asked} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface DownloadProps extends Pick<DownloadDialogProps, "file" | "bytes"> {
  readonly onClose: () => void;
}

/** Unmounts with the dialog, and stops then. */
function Download({ file, bytes: known, onClose }: DownloadProps) {
  const { state, begin } = useFile();
  const beginNow = useEffectEvent(() => void begin(file));
  useEffect(() => beginNow(), []);
  return (
    <>
      {state.kind !== "idle" && (
        <FileStateView
          state={state}
          shareOf={({ bytes, bytes_total = known }) => bytes_total && bytes / bytes_total}
          words={({ bytes, bytes_total = known }) =>
            bytes_total === undefined || state.kind === "done"
              ? byteSize(bytes)
              : t("{size} of {total}", { size: byteSize(bytes), total: byteSize(bytes_total) })
          }
          onRetry={() => void begin(file)}
        />
      )}
      <DialogFoot>
        <Button onClick={onClose}>{state.kind === "done" ? t("Close") : t("Cancel")}</Button>
      </DialogFoot>
    </>
  );
}
