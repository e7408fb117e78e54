import { limits } from "@fanfare/contract/limits";
import { createPreviewLinkRequestSchema } from "@fanfare/contract/schema/client/preview";
import type { NewPreviewLink } from "@fanfare/contract/schema/responses/accounts/preview";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { asIs, t, tCount } from "../../lib/i18n/t.ts";
import { lastPage, rememberPage, withScheme } from "../../lib/last-page.ts";
import { builderQueries } from "../../lib/queries/builder.ts";
import { settingsQueries } from "../../lib/queries/settings.ts";
import { Button } from "../../ui/elements/button.tsx";
import { QrCode } from "../../ui/elements/qr-code.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { ProblemNotice } from "../../ui/feedback/problem-notice.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { zodResolver } from "../../ui/forms/zod-resolver.ts";
import { Dialog, type DialogState } from "../../ui/overlay/dialog.tsx";
import { NewLink } from "../shared-link/shared-link.tsx";
import { PreviewLinks } from "./preview-links.tsx";

export interface PreviewLinkDialogProps extends DialogState {
  readonly content: { readonly id: string; readonly name: string };
}

const formSchema = createPreviewLinkRequestSchema.pick({ url: true, expires_in_days: true });
const DAYS = [1, limits.preview_link_days_default, limits.preview_link_days_max];

/** The link that was created last, until the form changes. */
function usePreviewLink(content_id: string) {
  const { api, client } = useAppContext();
  const app = useApp();
  const [link, setLink] = useState<NewPreviewLink>();
  const [problem, setProblem] = useState<ApiProblem>();
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { url: lastPage(app.id, content_id), expires_in_days: limits.preview_link_days_default },
  });
  const submit = form.handleSubmit(async (values) => {
    setProblem(undefined);
    try {
      const body = { ...values, content_id };
      setLink(await api.call("POST /api/preview-links", { query: { app_id: app.id }, body }));
      rememberPage(app.id, values.url, content_id);
      void client.invalidateQueries(builderQueries.previewLinks(api, app.id));
    } catch (error) {
      setProblem(asProblem(error));
    }
  });
  return { form, link, problem, submit, forget: () => setLink(undefined) };
}

/** Creates links that show the draft on a page to people without an account, and revokes them. */
export function PreviewLinkDialog({ content, open, onOpenChange }: PreviewLinkDialogProps) {
  const id = useId();
  const { api } = useAppContext();
  const { data } = useQuery(settingsQueries.app(api, useApp().id));
  const { form, link, problem, submit, forget } = usePreviewLink(content.id);
  const { errors, isSubmitting: busy } = form.formState;
  const off = data?.settings.preview_links === false;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={t("Share preview")}
      description={t(
        "Anyone with the link sees the current draft on your page, without an account. They can’t change anything, and nothing is counted.",
      )}
      actions={
        !off && (
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {t("Create link")}
          </Button>
        )
      }
    >
      {off ? (
        <PreviewLinksOff />
      ) : (
        <form
          id={id}
          onSubmit={(event) => void submit(event)}
          noValidate
          className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]"
        >
          <Field label={t("Page URL")} error={errors.url?.message}>
            <Input
              type="url"
              dir="ltr"
              spellCheck={false}
              placeholder={asIs("https://shop.example/orders")}
              {...form.register("url", { onChange: forget, setValueAs: withScheme })}
            />
          </Field>
          <Field label={t("Expires in")}>
            <Controller
              control={form.control}
              name="expires_in_days"
              render={({ field: { value, onChange } }) => (
                <Select
                  value={String(value)}
                  options={DAYS.map((days) => ({ value: String(days), label: tCount(days, "{n} day", "{n} days") }))}
                  onChange={(days) => {
                    forget();
                    onChange(Number(days));
                  }}
                />
              )}
            />
          </Field>
        </form>
      )}
      {problem !== undefined && <ProblemNotice problem={problem} retrying={busy} onRetry={() => void submit()} />}
      {link !== undefined && (
        <NewLink label={t("Preview link")} link={link}>
          <QrCode text={link.url} label={t("QR code of the preview link, to open it on a phone")} />
        </NewLink>
      )}
      <PreviewLinks content_id={content.id} />
    </Dialog>
  );
}

function PreviewLinksOff() {
  const app = useApp();
  const administers = useCan("app.write");
  return (
    <Callout tone="caution" title={t("Preview links are off for {app}", { app: app.name })}>
      {administers ? (
        <Link to="/$app/settings" params={{ app: app.id }} search={{}} className="underline">
          {t("Turn on preview links in the app’s settings")}
        </Link>
      ) : (
        t("Ask an owner or admin to turn them on in the app’s settings.")
      )}
    </Callout>
  );
}
