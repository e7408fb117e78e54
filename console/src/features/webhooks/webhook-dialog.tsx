import { WEBHOOK_KINDS } from "@fanfare/contract/realtime/webhook-topics";
import type { Webhook } from "@fanfare/contract/schema/responses/realtime/webhook";
import { useRef, useState } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { ResourceForm, useResourceEdit } from "../../components/resource-editor/resource-form.tsx";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import { queries, webhookQueryFilter } from "../../lib/queries/queries.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { EventFields } from "./event-fields.tsx";
import { KIND_LABELS } from "./events.ts";
import { EnabledField } from "./receiver-fields.tsx";
import { NewSecretDialog } from "./signing-secret-dialog.tsx";
import { describeChanges, type FormValues, formSchema, NEW_WEBHOOK, toFormValues, toWebhook } from "./webhook-form.ts";

const KIND_OPTIONS = WEBHOOK_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

interface WebhookDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Undefined for a new webhook. */
  readonly webhook: Webhook | undefined;
}

/** Edits a webhook. Stays mounted when it closes, because it then shows the signing secret of a new one. */
export function WebhookDialog({ open, onOpenChange, webhook }: WebhookDialogProps) {
  const [secret, setSecret] = useState<{ readonly open: boolean; readonly value: string }>();
  return (
    <>
      <FormDialog
        open={open}
        onOpenChange={onOpenChange}
        title={webhook === undefined ? t("New webhook") : t("Edit webhook")}
        description={t("Each request is signed, so that your backend can verify it.")}
      >
        <WebhookDialogForm
          webhook={webhook}
          onSecret={(value) => setSecret({ open: true, value })}
          onDone={() => onOpenChange(false)}
        />
      </FormDialog>
      {secret !== undefined && (
        <NewSecretDialog
          open={secret.open}
          secret={secret.value}
          onOpenChange={(shown) => setSecret({ ...secret, open: shown })}
        />
      )}
    </>
  );
}

interface WebhookDialogFormProps extends Pick<WebhookDialogProps, "webhook"> {
  /** Called with the secret of a new webhook, which the server shows only once. */
  readonly onSecret: (secret: string) => void;
  readonly onDone: () => void;
}

function useWebhookEdit({ webhook, onSecret, onDone }: WebhookDialogFormProps) {
  const { api } = useAppContext();
  const query = { app_id: useApp().id };
  const secret = useRef<string>(undefined);
  return useResourceEdit({
    resource: webhook,
    list: queries.webhooks(api, query.app_id),
    stale: webhookQueryFilter(query.app_id),
    schema: formSchema,
    toValues: (known) => toFormValues(known ?? NEW_WEBHOOK),
    async save(values, over) {
      const { kind, ...body } = toWebhook(values, over ?? NEW_WEBHOOK);
      if (over !== undefined) {
        return api.call("PATCH /api/webhooks/:id", { params: { id: over.id }, query, body, etag: over.etag });
      }
      const { id } = await api.call("POST /api/webhooks", { query, body: { kind, ...body } });
      try {
        const created = await api.call("POST /api/webhooks/:id/signing-secret", { params: { id }, query });
        secret.current = created.signing_secret;
      } catch {
        // The webhook is created. Its menu creates a secret, too.
      }
      return undefined;
    },
    onRefused({ code, detail }, form) {
      if (code === "webhook_url_refused") form.setError("url", { message: detail });
      return code === "webhook_url_refused";
    },
    done: { created: t("Webhook created"), saved: t("Webhook saved") },
    onDone() {
      onDone();
      if (secret.current !== undefined) onSecret(secret.current);
    },
  });
}

function WebhookDialogForm(props: WebhookDialogFormProps) {
  const edit = useWebhookEdit(props);
  const { form, base } = edit;
  const { errors } = form.formState;
  return (
    <ResourceForm
      edit={edit}
      conflict={(before, theirs) => ({
        title: t("Another member changed this webhook"),
        theirs: describeChanges(before, theirs),
        mine: describeChanges(before, toWebhook(form.getValues(), before)),
      })}
      create={t("Create webhook")}
    >
      <Field
        label={t("URL")}
        error={errors.url?.message}
        hint={t("Fanfare must be able to reach this URL. Private network addresses may be blocked.")}
      >
        <Input
          autoFocus
          dir="ltr"
          className="font-mono"
          type="url"
          inputMode="url"
          placeholder={asIs("https://shop.example/fanfare")}
          {...form.register("url")}
        />
      </Field>
      {base === undefined && <KindField form={form} />}
      <EventFields form={form} />
      <Controller control={form.control} name="enabled" render={({ field }) => <EnabledField {...field} />} />
    </ResourceForm>
  );
}

function KindField({ form }: { readonly form: UseFormReturn<FormValues> }) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span aria-hidden="true" className="text-sm font-medium">
        {t("Source")}
      </span>
      <Controller
        control={form.control}
        name="kind"
        render={({ field: { onChange, ...field } }) => (
          <Segmented
            label={t("Source")}
            {...field}
            options={KIND_OPTIONS}
            onChange={(kind) => {
              form.setValue("chosen", []);
              onChange(kind);
            }}
          />
        )}
      />
      <p className="text-xs text-ink-3">
        {form.watch("kind") === "channels"
          ? t("Events of channels, in the format of Pusher webhooks.")
          : t("What happens with content, people, goals, and members. One request per event.")}
      </p>
    </div>
  );
}
