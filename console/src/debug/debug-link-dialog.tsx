import type { DebugLink, DebugPlace } from "@fanfare/contract/schema/debug-link";
import { ExternalLink } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useApp, useDoors } from "../doors.ts";
import { exactly } from "../language/format.ts";
import { asIs, t } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { keepPage, lastPage } from "./last-page.ts";

interface DebugLinkDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** A page that was spoken of already. */
  readonly url?: string | undefined;
  /** What the panel is to look for in it. */
  readonly place?: DebugPlace | undefined;
}

/** Asks for a page of the application, and makes the link that opens the debug panel in it. */
export function DebugLinkDialog({ open, onOpenChange, url: suggested, place }: DebugLinkDialogProps) {
  const { api } = useDoors();
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
      setLink(await api.makeDebugLink(app.id, url.trim(), place));
      keepPage(app.id, url.trim(), place?.content_id);
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
      title={place === undefined ? t("Debug in the page") : t("Pick again in the page")}
      description={
        place === undefined
          ? t(
              "Opens a page of your application with a panel that says of every content why it shows or not, to whoever is in that page. No extension is needed, nothing counts as shown.",
            )
          : t(
              "Opens the page in which the element is lost. What is most like it is framed there, or you point at it; the editor takes what you choose.",
            )
      }
      actions={
        link === undefined ? (
          <Button type="submit" form={form} look="primary" busy={busy}>
            {t("Make a link")}
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
            {t("Open the page")}
          </a>
        )
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t("Page address")}>
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
            {t("The link works until {when}, and no longer than you are signed in here.", {
              when: exactly(Date.parse(link.expires_at)),
            })}
            <CopyButton text={link.url} label={t("Copy link")} />
          </p>
        )}
      </form>
    </Dialog>
  );
}
