import { useMutation } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { z } from "zod";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { asIs, t, tCount } from "../../lib/i18n/t.ts";
import { JSON_EXAMPLES } from "../../model/message-draft.ts";
import { Button } from "../../ui/elements/button.tsx";
import { CodeBlock } from "../../ui/elements/code-block.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input, Textarea } from "../../ui/forms/input.tsx";
import { zodResolver } from "../../ui/forms/zod-resolver.ts";
import { LeaveGuard } from "../../ui/overlay/leave-guard.tsx";

const route = getRouteApi("/$app/live");

const formSchema = z.object({
  channel: z.string().refine((channel) => channel.trim() !== "", t("Enter a channel name.")),
  event: z.string().refine((event) => event.trim() !== "", t("Enter an event name.")),
  data: z.string().refine(isJson, t("Enter valid JSON: {object}, {array}, “text”, or a number.", JSON_EXAMPLES)),
});
type FormValues = z.input<typeof formSchema>;

/** Sends an event on a channel, like the app's backend does. */
export function SendEvent() {
  if (useCan("channel.publish")) return <SendEventForm />;
  return (
    <div className="px-(--gutter) py-6">
      <Callout tone="caution" title={t("You can’t send events")}>
        {t(
          "Events can trigger any code on your pages, so only owners and admins can send them. Send a message instead.",
        )}
      </Callout>
    </div>
  );
}

function SendEventForm() {
  const { api } = useAppContext();
  const app = useApp();
  const { channel } = route.useSearch();
  const form = useForm<FormValues>({
    resolver: zodResolver(formSchema),
    defaultValues: { channel, event: "", data: '{\n  "hello": "world"\n}' },
  });
  const { isDirty } = form.formState;
  const send = useMutation({
    mutationFn: (values: FormValues) =>
      api.call("POST /api/channel-events", {
        query: { app_id: app.id },
        body: { ...values, data: JSON.parse(values.data) },
      }),
    onSuccess: (_, sent) => form.reset(sent, { keepValues: true }),
  });
  const submit = form.handleSubmit(
    (values) => send.mutate(values),
    () => send.reset(),
  );
  return (
    <div className="grid gap-8 px-(--gutter) py-6 xl:grid-cols-2">
      <form
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label={t("Test event")}
        className="flex min-w-0 flex-col gap-5"
      >
        <LeaveGuard by_search unsaved={() => isDirty} lost={t("If you leave now, your event won’t be sent.")} />
        <EventFields form={form} />
        <FormProblem
          problem={send.error === null ? undefined : asProblem(send.error)}
          title={t("Couldn’t send event")}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" icon={<Send className="rtl:-scale-x-100" />} busy={send.isPending}>
            {t("Send event")}
          </Button>
          <p role="status" className="text-sm text-ink-2">
            {send.data !== undefined && describeReceivers(send.data.subscriptions)}
          </p>
        </div>
      </form>
      <div className="flex min-w-0 flex-col gap-2">
        <h2 className="text-sm font-semibold">{t("Send from your backend")}</h2>
        <CodeBlock code={backendCode(app.id, app.key, form.watch())} copy_label={t("Copy code")} />
        <p className="text-xs text-ink-3 text-pretty">
          {t("This example uses Node.js. Any Pusher server library works.")}
        </p>
      </div>
    </div>
  );
}

function EventFields({ form: { register, formState } }: { readonly form: UseFormReturn<FormValues> }) {
  const { errors } = formState;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("Channel")} error={errors.channel?.message}>
          <Input dir="ltr" className="font-mono" placeholder={asIs("orders")} {...register("channel")} />
        </Field>
        <Field label={t("Event")} error={errors.event?.message}>
          <Input dir="ltr" className="font-mono" placeholder={asIs("order.created")} {...register("event")} />
        </Field>
      </div>
      <Field label={t("Data")} hint={t("JSON, as your pages receive it.")} error={errors.data?.message}>
        <Textarea dir="ltr" className="min-h-40 font-mono text-sm" rows={8} spellCheck={false} {...register("data")} />
      </Field>
    </>
  );
}

function describeReceivers(subscriptions: number): string {
  if (subscriptions === 0) return t("Event sent. The channel has no subscribers.");
  return tCount(subscriptions, "Event sent to 1 subscriber.", "Event sent to {n} subscribers.");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function backendCode(app_id: string, key: string, { channel, event, data }: FormValues): string {
  const { hostname, port, protocol } = location;
  const at = [
    `host: ${JSON.stringify(hostname)}`,
    ...(port === "" ? [] : [`port: ${JSON.stringify(port)}`]),
    `useTLS: ${protocol === "https:"}`,
  ].join(", ");
  return [
    `const pusher = new Pusher({ appId: "${app_id}", key: "${key}", secret, ${at} });`,
    `await pusher.trigger(${JSON.stringify(channel || "orders")}, ${JSON.stringify(event || "order.created")}, ${
      isJson(data) ? JSON.stringify(JSON.parse(data)) : "{}"
    });`,
  ].join("\n");
}
