import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { exactly } from "../../ui/time.ts";

interface LinkDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description: string;
  readonly link: { readonly url: string; readonly expires_at: string } | undefined;
}

/** A link that works once, to be handed over. */
export function LinkDialog({ open, onOpenChange, title, description, link }: LinkDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      actions={
        <Button look="primary" onClick={() => onOpenChange(false)}>
          I have copied it
        </Button>
      }
    >
      {link !== undefined && (
        <>
          <SecretOnce label="Link" value={link.url} />
          <p className="text-xs text-ink-3">It works until {exactly(Date.parse(link.expires_at))}.</p>
        </>
      )}
    </Dialog>
  );
}
