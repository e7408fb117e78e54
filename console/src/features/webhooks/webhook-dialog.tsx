import { WEBHOOK_KINDS } from "@fanfare/contract/realtime/webhook-topics";
import type { Webhook } from "@fanfare/contract/schema/responses/realtime/webhook";
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
import { describeChanges, type FormValues, formSchema, NEW_WEBHOOK, toFormValues, toWebhook } from "./webhook-form.ts";

const KIND_OPTIONS = WEBHOOK_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

interface WebhookDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Undefined for a new webhook. */
  readonly webhook: Webhook | undefined;
}

export function WebhookDialog({ open, onOpenChange, webhook }: WebhookDialogProps) {
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={webhook === undefined ? t("New webhook") : t("Edit webhook")}
      description={t("Each request is signed, so that your backend can verify it.")}
    >
      <WebhookDialogForm webhook={webhook} onDone={() => onOpenChange(false)} />
    </FormDialog>
  );
}

interface WebhookDialogFormProps {
  readonly webhook: Webhook | undefined;
  readonly onDone: () => void;
}

function useWebhookEdit({ webhook, onDone }: WebhookDialogFormProps) {
  const { api } = useAppContext();
  const query = { app_id: useApp().id };
  return useResourceEdit({
    resource: webhook,
    list: queries.webhooks(api, query.app_id),
    stale: webhookQueryFilter(query.app_id),
    schema: formSchema,
    toValues: (known) => toFormValues(known ?? NEW_WEBHOOK),
    save(values, over) {
      const { kind, ...body } = toWebhook(values, over ?? NEW_WEBHOOK);
      return over === undefined
        ? api.call("POST /api/webhooks", { query, body: { kind, ...body } })
        : api.call("PATCH /api/webhooks/:id", { params: { id: over.id }, query, body, etag: over.etag });
    },
    onRefused({ code, detail }, form) {
      if (code === "webhook_url_refused") form.setError("url", { message: detail });
      return code === "webhook_url_refused";
    },
    done: { created: t("Webhook created"), saved: t("Webhook saved") },
    onDone,
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
