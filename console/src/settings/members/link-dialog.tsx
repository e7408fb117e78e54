import type { Delivery } from "@fanfare/contract/schema/mail";
import { exactly } from "../../language/format.ts";
import { t } from "../../language/t.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";

/** A one-time link as it was made, and what became of the letter that holds it. */
export interface MadeLink {
  readonly url: string;
  readonly expires_at: string;
  readonly mail: Delivery;
}

interface LinkDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description: string;
  readonly link: MadeLink | undefined;
}

/** A link that works once: mailed where that goes, and to be handed over in any case. */
export function LinkDialog({ open, onOpenChange, title, description, link }: LinkDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      actions={
        <Button look="primary" onClick={() => onOpenChange(false)}>
          {link?.mail.state === "sent" ? t("Done") : t("I have copied it")}
        </Button>
      }
    >
      {link !== undefined && (
        <>
          <MailNote mail={link.mail} />
          <SecretOnce label={t("Link")} value={link.url} />
          <p className="text-xs text-ink-3">
            {t("It works until {when}.", { when: exactly(Date.parse(link.expires_at)) })}
          </p>
        </>
      )}
    </Dialog>
  );
}

/** What became of the letter. */
function MailNote({ mail }: { readonly mail: Delivery }) {
  switch (mail.state) {
    case "sent":
      return (
        <Callout title={t("It was mailed")}>{t("Hand the link over only if the letter does not arrive.")}</Callout>
      );
    case "failed":
      return (
        <Callout tone="caution" title={t("It was not mailed: hand the link over")}>
          {mail.says}
        </Callout>
      );
    case "off":
      return null;
    default:
      return mail satisfies never;
  }
}
