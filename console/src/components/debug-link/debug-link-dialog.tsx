import { createDebugLinkRequestSchema, type DebugTarget } from "@fanfare/contract/schema/people/debug-link";
import type { DebugLink } from "@fanfare/contract/schema/responses/people/debug-link";
import { ExternalLink } from "lucide-react";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { formatExact } from "../../lib/i18n/format.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import { lastPage, rememberPage, withScheme } from "../../lib/last-page.ts";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
import { CopyButton } from "../../ui/elements/copy-button.tsx";
import { ProblemNotice } from "../../ui/feedback/problem-notice.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { zodResolver } from "../../ui/forms/zod-resolver.ts";
import { Dialog, type DialogState } from "../../ui/overlay/dialog.tsx";

interface DebugLinkDialogProps extends DialogState {
  /** Suggested page. */
  readonly url?: string | undefined;
  /** Target that the debug panel looks for. */
  readonly place?: DebugTarget | undefined;
}

const formSchema = createDebugLinkRequestSchema.pick({ url: true });

/** The link to the page that was asked for, until another page is. */
function useDebugLinkForm(suggested: string | undefined, place: DebugTarget | undefined) {
  const { api } = useAppContext();
  const app = useApp();
  const [link, setLink] = useState<DebugLink>();
  const [problem, setProblem] = useState<ApiProblem>();
  const form = useForm<z.input<typeof formSchema>>({
    resolver: zodResolver(formSchema),
    defaultValues: { url: suggested ?? lastPage(app.id, place?.content_id) },
  });
  const submit = form.handleSubmit(async ({ url }) => {
    setProblem(undefined);
    try {
      setLink(await api.call("POST /api/debug-links", { query: { app_id: app.id }, body: { url, place } }));
      rememberPage(app.id, url, place?.content_id);
    } catch (error) {
      setProblem(asProblem(error));
    }
  });
  const { errors, isSubmitting: busy } = form.formState;
  const url = form.register("url", { onChange: () => setLink(undefined), setValueAs: withScheme });
  return { link, problem, submit, busy, url, error: errors.url?.message };
}

/** Asks for a page URL and creates the link that opens the debug panel there. */
export function DebugLinkDialog({ open, onOpenChange, url: suggested, place }: DebugLinkDialogProps) {
  const form = useId();
  const { link, problem, submit, busy, url, error } = useDebugLinkForm(suggested, place);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={place === undefined ? t("Debug on page") : t("Pick element again")}
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
      <form id={form} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <Field label={t("Page URL")} error={error}>
          <Input type="url" dir="ltr" spellCheck={false} placeholder={asIs("https://shop.example/orders")} {...url} />
        </Field>
        {problem !== undefined && <ProblemNotice problem={problem} retrying={busy} onRetry={() => void submit()} />}
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
