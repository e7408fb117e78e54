import type { DebugLink, DebugTarget } from "@fanfare/contract/schema/people/debug-link";
import { ExternalLink } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { formatExact } from "../../lib/i18n/format.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
import { CopyButton } from "../../ui/elements/copy-button.tsx";
import { ProblemNotice } from "../../ui/feedback/problem-notice.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { lastPage, rememberPage } from "./last-page.ts";

interface DebugLinkDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** A page that was spoken of already. */
  readonly url?: string | undefined;
  /** What the panel is to look for in it. */
  readonly place?: DebugTarget | undefined;
}

/** Asks for a page of the application, and makes the link that opens the debug panel in it. */
export function DebugLinkDialog({ open, onOpenChange, url: suggested, place }: DebugLinkDialogProps) {
  const { api } = useAppContext();
  const app = useApp();
  const form = useId();
  const [url, setUrl] = useState(suggested ?? lastPage(app.id, place?.content_id));
  const [link, setLink] = useState<DebugLink | undefined>();
  const [problem, setProblem] = useState<ReturnType<typeof asProblem> | undefined>();
  const [busy, setBusy] = useState(false);

  const make = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      setLink(await api.call("POST /api/debug-links", { body: { app_id: app.id, url: url.trim(), place } }));
      rememberPage(app.id, url.trim(), place?.content_id);
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void make();
  };

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={place === undefined ? t("Debug in page") : t("Pick element again")}
      description={
        place === undefined
          ? t(
              "Opens your page with a panel that shows why each item does or doesn’t appear. No extension needed. Views aren’t counted.",
            )
          : t(
              "Opens the page where the target is missing. Confirm the suggested element, or pick another one for the editor.",
            )
      }
      actions={
        link === undefined ? (
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {t("Create link")}
          </Button>
        ) : (
          <a
            href={link.url}
            target="_blank"
            rel="noreferrer"
            className={buttonClass("primary")}
            onClick={() => onOpenChange(false)}
          >
            <ExternalLink className="size-4" />
            {t("Open page")}
          </a>
        )
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t("Page URL")}>
          <Input
            type="url"
            dir="ltr"
            required
            spellCheck={false}
            placeholder={asIs("https://shop.example/orders")}
            value={url}
            onChange={(event) => {
              setUrl(event.target.value);
              setLink(undefined);
            }}
          />
        </Field>
        {problem !== undefined && <ProblemNotice problem={problem} retrying={busy} onRetry={() => void make()} />}
        {link !== undefined && (
          <p role="status" className="flex items-center gap-1 text-sm text-ink-2">
            {t("The link expires {when}, or when you sign out.", {
              when: formatExact(Date.parse(link.expires_at)),
            })}
            <CopyButton text={link.url} label={t("Copy link")} />
          </p>
        )}
      </form>
    </Dialog>
  );
}
