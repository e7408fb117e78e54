import type { EmailDelivery } from "@fanfare/contract/schema/responses/accounts/mail";
import { formatExact } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../../ui/elements/button.tsx";
import { SecretOnce } from "../../ui/elements/secret-once.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Dialog, type DialogState } from "../../ui/overlay/dialog.tsx";

/** A new one-time link, with the delivery state of its email. */
export interface CreatedLink {
  readonly url: string;
  readonly expires_at: string;
  readonly mail: EmailDelivery;
}

interface LinkDialogProps extends DialogState {
  readonly title: string;
  readonly description: string;
  readonly link: CreatedLink | undefined;
}

/** Shows a one-time link to copy, and whether it was emailed. */
export function LinkDialog({ open, onOpenChange, title, description, link }: LinkDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      actions={
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          {link?.mail.state === "sent" ? t("Done") : t("I’ve copied it")}
        </Button>
      }
    >
      {link !== undefined && (
        <>
          <MailNote mail={link.mail} />
          <SecretOnce label={t("Link")} value={link.url} />
          <p className="text-xs text-ink-3">
            {t("Expires {when}.", { when: formatExact(Date.parse(link.expires_at)) })}
          </p>
        </>
      )}
    </Dialog>
  );
}

function MailNote({ mail }: { readonly mail: EmailDelivery }) {
  switch (mail.state) {
    case "sent":
      return <Callout title={t("Email sent")}>{t("Share this link only if the email doesn’t arrive.")}</Callout>;
    case "failed":
      return (
        <Callout tone="caution" title={t("Email not sent: share the link")}>
          {mail.says}
        </Callout>
      );
    case "off":
      return null;
    default:
      return mail satisfies never;
  }
}
