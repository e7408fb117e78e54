import { useMutation } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext, useCanAdminister } from "../../lib/app-context.ts";
import { asIs, t, tCount } from "../../lib/i18n/t.ts";
import { JSON_EXAMPLES } from "../../model/message-draft.ts";
import { Button } from "../../ui/elements/button.tsx";
import { CodeBlock } from "../../ui/elements/code-block.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input, Textarea } from "../../ui/forms/input.tsx";
import { LeaveGuard } from "../../ui/overlay/leave-guard.tsx";

const route = getRouteApi("/$app/live");

/** Says something on a channel, as the app's own back end does. */
export function SendEvent() {
  const { api } = useAppContext();
  const app = useApp();
  const may = useCanAdminister();
  const { channel: asked } = route.useSearch();
  const [channel, setChannel] = useState(asked);
  const [event, setEvent] = useState("");
  const [data, setData] = useState('{\n  "hello": "world"\n}');
  const [wrong, setWrong] = useState<FieldError>();
  const written = { channel, event, data };
  const [kept, setKept] = useState(written);
  const send = useMutation({
    mutationFn: (it: typeof written) =>
      api.call("POST /api/channel-events", { body: { app_id: app.id, ...it, data: JSON.parse(it.data) } }),
    onSuccess: (_, sent) => setKept(sent),
  });
  const submit = (pressed: FormEvent): void => {
    pressed.preventDefault();
    send.reset();
    const found = validateEvent(channel, event, data);
    setWrong(found);
    if (found === undefined) send.mutate(written);
  };
  const errorOf = (where: FieldError["where"]): string | undefined =>
    wrong?.where === where ? wrong.words : undefined;

  if (!may) {
    return (
      <div className="px-(--gutter) py-6">
        <Callout tone="caution" title={t("You can’t send events")}>
          {t(
            "Events can trigger anything in your pages, so only owners and admins can send them. Send a message instead.",
          )}
        </Callout>
      </div>
    );
  }
  return (
    <div className="grid gap-8 px-(--gutter) py-6 xl:grid-cols-2">
      <form onSubmit={submit} noValidate aria-label={t("Test event")} className="flex min-w-0 flex-col gap-5">
        <LeaveGuard
          by_search
          unsaved={() => JSON.stringify(written) !== JSON.stringify(kept)}
          lost={t("If you leave now, your event won’t be sent.")}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("Channel")} error={errorOf("channel")}>
            <Input
              dir="ltr"
              className="font-mono"
              value={channel}
              placeholder={asIs("orders")}
              onChange={(change) => setChannel(change.target.value)}
            />
          </Field>
          <Field label={t("Event")} error={errorOf("event")}>
            <Input
              dir="ltr"
              className="font-mono"
              value={event}
              placeholder={asIs("order.created")}
              onChange={(change) => setEvent(change.target.value)}
            />
          </Field>
        </div>
        <Field label={t("Data")} hint={t("JSON, as your pages receive it.")} error={errorOf("data")}>
          <Textarea
            dir="ltr"
            className="min-h-40 font-mono text-sm"
            rows={8}
            spellCheck={false}
            value={data}
            onChange={(change) => setData(change.target.value)}
          />
        </Field>
        <FormProblem problem={send.error === null ? undefined : asProblem(send.error)} title={t("Event not sent")} />
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
        <CodeBlock code={backendCode(app.id, app.key, channel, event, data)} copy_label={t("Copy code")} />
        <p className="text-xs text-ink-3 text-pretty">
          {t("This example uses Node.js. Any Pusher server library works.")}
        </p>
      </div>
    </div>
  );
}

interface FieldError {
  readonly where: "channel" | "event" | "data";
  readonly words: string;
}

function validateEvent(channel: string, event: string, data: string): FieldError | undefined {
  if (channel.trim() === "") return { where: "channel", words: t("Enter a channel name.") };
  if (event.trim() === "") return { where: "event", words: t("Enter an event name.") };
  if (!isJson(data))
    return { where: "data", words: t("Enter valid JSON: {object}, {array}, “text”, or a number.", JSON_EXAMPLES) };
  return undefined;
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

function backendCode(app_id: string, key: string, channel: string, event: string, data: string): string {
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
