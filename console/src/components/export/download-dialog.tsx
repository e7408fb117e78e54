import { useEffect, useEffectEvent } from "react";
import { byteSize } from "../../lib/i18n/byte-size.ts";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../../ui/elements/button.tsx";
import { Dialog, type DialogState } from "../../ui/overlay/dialog.tsx";
import { DialogFooter } from "../../ui/overlay/dialog-footer.tsx";
import { DownloadStatus } from "./download-status.tsx";
import { type DownloadRequest, useDownload } from "./use-download.ts";

interface DownloadDialogProps extends DialogState {
  readonly title: string;
  readonly description: string;
  readonly file: DownloadRequest;
  /** Size, if known in advance. */
  readonly bytes?: number;
}

/** Downloads a file with visible progress. Starts when the dialog opens. */
export function DownloadDialog({ open, onOpenChange, title, description, ...exportProps }: DownloadDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description}>
      <Download {...exportProps} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface DownloadProps extends Pick<DownloadDialogProps, "file" | "bytes"> {
  readonly onClose: () => void;
}

/** Closing the dialog unmounts this and aborts the download. */
function Download({ file, bytes: known, onClose }: DownloadProps) {
  const { state, begin } = useDownload();
  const beginNow = useEffectEvent(() => void begin(file));
  useEffect(() => beginNow(), []);
  return (
    <>
      {state.kind !== "idle" && (
        <DownloadStatus
          state={state}
          shareOf={({ bytes, bytes_total = known }) => bytes_total && bytes / bytes_total}
          text={({ bytes, bytes_total = known }) =>
            bytes_total === undefined || state.kind === "done"
              ? byteSize(bytes)
              : t("{size} of {total}", { size: byteSize(bytes), total: byteSize(bytes_total) })
          }
          onRetry={() => void begin(file)}
        />
      )}
      <DialogFooter>
        <Button onClick={onClose}>{state.kind === "done" ? t("Close") : t("Cancel")}</Button>
      </DialogFooter>
    </>
  );
}
