import { WEBHOOK_KINDS } from "@fanfare/contract/realtime/webhook-topics";
import type { Webhook } from "@fanfare/contract/schema/responses/realtime/webhook";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import { SaveConflict } from "../../components/resource-editor/save-conflict.tsx";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import { queries, webhookQueryFilter } from "../../lib/queries/queries.ts";
import { toast } from "../../lib/toast.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { SwitchField } from "../../ui/forms/switch.tsx";
import { zodResolver } from "../../ui/forms/zod-resolver.ts";
import { DialogForm } from "../../ui/overlay/dialog-form.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { EventFields } from "./event-fields.tsx";
import { KIND_LABELS } from "./events.ts";
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

function useWebhookForm({ webhook, onDone }: WebhookDialogFormProps) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const form = useForm<FormValues>({
    resolver: zodResolver(formSchema),
    defaultValues: toFormValues(webhook ?? NEW_WEBHOOK),
  });
  const [failed, setFailed] = useState<ApiProblem>();
  /** The webhook when the form opened. Following later updates would overwrite them silently. */
  const [base, setBase] = useState(webhook);
  const [theirs, setTheirs] = useState<Webhook>();

  const saveOver = (over: Webhook | undefined) =>
    form.handleSubmit(async (values) => {
      const { kind, ...body } = toWebhook(values, over ?? NEW_WEBHOOK);
      setFailed(undefined);
      try {
        if (over === undefined)
          await api.call("POST /api/webhooks", { query: { app_id: app.id }, body: { kind, ...body } });
        else
          await api.call("PATCH /api/webhooks/:id", {
            params: { id: over.id },
            query: { app_id: app.id },
            body,
            etag: over.etag,
          });
        await client.invalidateQueries(webhookQueryFilter(app.id));
        toast.done({ title: webhook === undefined ? t("Webhook created") : t("Webhook saved") });
        onDone();
      } catch (error) {
        const problem = asProblem(error);
        if (problem.code === "webhook_url_refused") form.setError("url", { message: problem.detail });
        else if (problem.code === "revision_stale" && over !== undefined) {
          await client.invalidateQueries(webhookQueryFilter(app.id));
          const now = await client.fetchQuery({ ...queries.webhooks(api, app.id), staleTime: 0 });
          setTheirs(now.items.find(({ id }) => id === over.id));
        } else setFailed(problem);
      }
    });
  const startFrom = (now: Webhook): void => {
    setBase(now);
    setTheirs(undefined);
    form.reset(toFormValues(now));
  };
  return { form, failed, base, theirs, saveOver, startFrom };
}

function WebhookDialogForm({ webhook, onDone }: WebhookDialogFormProps) {
  const { form, failed, base, theirs, saveOver, startFrom } = useWebhookForm({ webhook, onDone });
  const { errors, isSubmitting } = form.formState;
  if (theirs !== undefined && base !== undefined) {
    return (
      <SaveConflict
        title={t("Another member changed this webhook")}
        theirs={describeChanges(base, theirs)}
        mine={describeChanges(base, toWebhook(form.getValues(), base))}
        busy={isSubmitting}
        onTheirs={() => startFrom(theirs)}
        onMine={() => void saveOver(theirs)()}
      />
    );
  }
  return (
    <DialogForm
      onSubmit={saveOver(base)}
      problem={failed}
      action={webhook === undefined ? t("Create webhook") : t("Save")}
      busy={isSubmitting}
      onCancel={onDone}
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
      <Controller
        control={form.control}
        name="enabled"
        render={({ field: { value, onChange } }) => (
          <SwitchField label={t("On")} hint={t("When off, nothing is sent.")} checked={value} onChange={onChange} />
        )}
      />
    </DialogForm>
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
