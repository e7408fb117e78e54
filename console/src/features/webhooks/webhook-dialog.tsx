import { WEBHOOK_EVENTS } from "@fanfare/contract/realtime/webhook";
import type { Webhook } from "@fanfare/contract/schema/responses/realtime/webhook";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import { z } from "zod";
import { SaveConflict } from "../../components/resource-editor/save-conflict.tsx";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import { queries, webhookQueryFilter } from "../../lib/queries/queries.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { SwitchField } from "../../ui/forms/switch.tsx";
import { zodResolver } from "../../ui/forms/zod-resolver.ts";
import { DialogFooter } from "../../ui/overlay/dialog-footer.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { describeEvents, EVENT_LABELS } from "./events.ts";

const EVENT_OPTIONS = [
  { value: "all", label: t("All events") },
  { value: "chosen", label: t("Selected events") },
] as const;

const formSchema = z
  .object({
    url: z.string().trim().min(1, t("Enter the URL of your backend.")),
    which: z.enum(["all", "chosen"]),
    chosen: z.array(z.enum(WEBHOOK_EVENTS)),
    enabled: z.boolean(),
  })
  .refine(({ which, chosen }) => which === "all" || chosen.length > 0, {
    path: ["chosen"],
    message: t("Select at least one event."),
  });
type FormValues = z.input<typeof formSchema>;

type WebhookForm = Pick<Webhook, "url" | "events" | "enabled">;

function toFormValues({ url, events, enabled }: WebhookForm): FormValues {
  const all = events === "all";
  return { url, which: all ? "all" : "chosen", chosen: all ? [] : events, enabled };
}

function toWebhook({ url, which, chosen, enabled }: FormValues): WebhookForm {
  return { url: url.trim(), events: which === "all" ? "all" : chosen, enabled };
}

function describeChanges(base: WebhookForm, form: WebhookForm): readonly string[] {
  const events = describeEvents(form.events);
  return [
    ...(form.url === base.url ? [] : [form.url]),
    ...(events === describeEvents(base.events) ? [] : [events]),
    ...(form.enabled === base.enabled ? [] : [form.enabled ? t("On") : t("Off")]),
  ];
}

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
      description={t("Each request is signed with an app secret, in the same way as Pusher webhooks.")}
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
    defaultValues: toFormValues(webhook ?? { url: "", events: "all", enabled: true }),
  });
  const [failed, setFailed] = useState<ApiProblem>();
  /** The webhook when the form opened. Following later updates would overwrite them silently. */
  const [base, setBase] = useState(webhook);
  const [theirs, setTheirs] = useState<Webhook>();

  const saveOver = (over: Webhook | undefined) =>
    form.handleSubmit(async (values) => {
      const body = toWebhook(values);
      setFailed(undefined);
      try {
        if (over === undefined) await api.call("POST /api/webhooks", { query: { app_id: app.id }, body });
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
        mine={describeChanges(base, toWebhook(form.getValues()))}
        busy={isSubmitting}
        onTheirs={() => startFrom(theirs)}
        onMine={() => void saveOver(theirs)()}
      />
    );
  }
  return (
    <form onSubmit={(event) => void saveOver(base)(event)} noValidate className="flex flex-col gap-5">
      <FormProblem problem={failed} />
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
      <EventFields form={form} />
      <Controller
        control={form.control}
        name="enabled"
        render={({ field: { value, onChange } }) => (
          <SwitchField label={t("On")} hint={t("When off, nothing is sent.")} checked={value} onChange={onChange} />
        )}
      />
      <DialogFooter>
        <Button onClick={onDone}>{t("Cancel")}</Button>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {webhook === undefined ? t("Create webhook") : t("Save")}
        </Button>
      </DialogFooter>
    </form>
  );
}

function EventFields({ form }: { readonly form: UseFormReturn<FormValues> }) {
  const group = useId();
  const error = form.formState.errors.chosen?.message;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col items-start gap-1.5">
        <span aria-hidden="true" className="text-sm font-medium">
          {t("Events")}
        </span>
        <Controller
          control={form.control}
          name="which"
          render={({ field }) => <Segmented label={t("Events")} {...field} options={EVENT_OPTIONS} />}
        />
      </div>
      {form.watch("which") === "chosen" && (
        <fieldset aria-labelledby={group} className="flex flex-col">
          <legend id={group} className="sr-only">
            {t("Events")}
          </legend>
          <Controller
            control={form.control}
            name="chosen"
            render={({ field: { value, onChange } }) => (
              <>
                {WEBHOOK_EVENTS.map((name) => (
                  <Checkbox
                    key={name}
                    label={EVENT_LABELS[name]}
                    hint={
                      <bdi dir="ltr" className="font-mono">
                        {name}
                      </bdi>
                    }
                    checked={value.includes(name)}
                    // Keeps the table's order, regardless of the order of selection.
                    onChange={(on) =>
                      onChange(WEBHOOK_EVENTS.filter((each) => (each === name ? on : value.includes(each))))
                    }
                  />
                ))}
              </>
            )}
          />
        </fieldset>
      )}
      {error !== undefined && form.watch("which") === "chosen" && <Callout tone="problem">{error}</Callout>}
    </div>
  );
}
