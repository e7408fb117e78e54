import { WEBHOOK_EVENTS, type WebhookEventName } from "@fanfare/contract/realtime/webhook";
import type { Webhook } from "@fanfare/contract/schema/realtime/webhook";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import { queries, webhookQueryFilter } from "../../lib/queries/queries.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { SwitchField } from "../../ui/forms/switch.tsx";
import { DialogFooter } from "../../ui/overlay/dialog-footer.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { EVENT_LABELS } from "./events.ts";
import { WebhookConflict, type WebhookForm } from "./webhook-conflict.tsx";

const EVENT_OPTIONS = [
  { value: "all", label: t("All events") },
  { value: "chosen", label: t("Selected events") },
] as const;

interface WebhookDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Undefined: a new one. */
  readonly webhook: Webhook | undefined;
}

/** An address, and what it is told of. */
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

interface FieldError {
  readonly where: "url" | "events";
  readonly words: string;
}

function WebhookDialogForm({
  webhook,
  onDone,
}: {
  readonly webhook: Webhook | undefined;
  readonly onDone: () => void;
}) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const group = useId();
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [which, setWhich] = useState<"all" | "chosen">(Array.isArray(webhook?.events) ? "chosen" : "all");
  const [chosen, setChosen] = useState<readonly WebhookEventName[]>(
    webhook === undefined || webhook.events === "all" ? [] : webhook.events,
  );
  const [enabled, setEnabled] = useState(webhook?.enabled ?? true);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<FieldError>();
  const [failed, setFailed] = useState<ApiProblem>();
  /** As it was when the form was opened: another one here would be saved over unseen. */
  const [seen, setSeen] = useState(webhook);
  const [theirs, setTheirs] = useState<Webhook>();
  const wish: WebhookForm = { url: url.trim(), events: which === "all" ? "all" : [...chosen], enabled };

  const show = (now: Webhook): void => {
    setSeen(now);
    setTheirs(undefined);
    setUrl(now.url);
    setWhich(now.events === "all" ? "all" : "chosen");
    setChosen(now.events === "all" ? [] : now.events);
    setEnabled(now.enabled);
  };
  const save = async (over: Webhook | undefined): Promise<void> => {
    if (url.trim() === "") return setWrong({ where: "url", words: t("Enter the URL of your backend.") });
    if (which === "chosen" && chosen.length === 0) {
      return setWrong({ where: "events", words: t("Select at least one event.") });
    }
    setWrong(undefined);
    setFailed(undefined);
    setBusy(true);
    try {
      if (over === undefined) await api.call("POST /api/webhooks", { body: { app_id: app.id, ...wish } });
      else
        await api.call("PATCH /api/webhooks/:id", {
          params: { id: over.id },
          query: { app_id: app.id },
          body: wish,
          etag: over.etag,
        });
      await client.invalidateQueries(webhookQueryFilter(app.id));
      toast.done({ title: webhook === undefined ? t("Webhook created") : t("Webhook saved") });
      onDone();
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === "webhook_url_refused") setWrong({ where: "url", words: problem.detail });
      else if (problem.code === "revision_stale" && over !== undefined) {
        await client.invalidateQueries(webhookQueryFilter(app.id));
        const now = await client.fetchQuery({ ...queries.webhooks(api, app.id), staleTime: 0 });
        setTheirs(now.items.find(({ id }) => id === over.id));
      } else setFailed(problem);
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save(seen);
  };
  const toggle = (name: WebhookEventName): void => {
    // In the order of the table, however they were ticked.
    setChosen(WEBHOOK_EVENTS.filter((each) => (each === name ? !chosen.includes(each) : chosen.includes(each))));
  };

  if (theirs !== undefined && seen !== undefined) {
    return (
      <WebhookConflict
        {...{ base: seen, mine: wish, theirs, busy }}
        onTheirs={() => show(theirs)}
        onMine={() => void save(theirs)}
      />
    );
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormProblem problem={failed} />
      <Field
        label={t("URL")}
        error={wrong?.where === "url" ? wrong.words : undefined}
        hint={t("Fanfare must be able to reach this URL. Private network addresses may be blocked.")}
      >
        <Input
          autoFocus
          dir="ltr"
          className="font-mono"
          type="url"
          inputMode="url"
          placeholder={asIs("https://shop.example/fanfare")}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <div className="flex flex-col gap-3">
        <div className="flex flex-col items-start gap-1.5">
          <span aria-hidden="true" className="text-sm font-medium">
            {t("Events")}
          </span>
          <Segmented label={t("Events")} value={which} options={EVENT_OPTIONS} onChange={setWhich} />
        </div>
        {which === "chosen" && (
          <fieldset aria-labelledby={group} className="flex flex-col">
            <legend id={group} className="sr-only">
              {t("Events")}
            </legend>
            {WEBHOOK_EVENTS.map((name) => (
              <label key={name} className="flex items-start gap-2.5 py-1.5 text-sm">
                <input
                  type="checkbox"
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                  checked={chosen.includes(name)}
                  onChange={() => toggle(name)}
                />
                <span className="flex min-w-0 flex-col">
                  {EVENT_LABELS[name]}
                  <bdi dir="ltr" className="w-fit font-mono text-xs text-ink-3">
                    {name}
                  </bdi>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {wrong?.where === "events" && <Callout tone="problem">{wrong.words}</Callout>}
      </div>
      <SwitchField label={t("On")} hint={t("When off, nothing is sent.")} checked={enabled} onChange={setEnabled} />
      <DialogFooter>
        <Button onClick={onDone}>{t("Cancel")}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {webhook === undefined ? t("Create webhook") : t("Save")}
        </Button>
      </DialogFooter>
    </form>
  );
}
