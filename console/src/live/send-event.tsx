import { useMutation } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useApp, useDoors, useMayAdminister } from "../doors.ts";
import { asIs, t, tCount } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { Field } from "../ui/field.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { Input, Textarea } from "../ui/input.tsx";
import { LeaveGuard } from "../ui/leave-guard.tsx";
import { JSON_FORMS } from "./draft.ts";

const route = getRouteApi("/$app/live");

/** Says something on a channel, as the app's own back end does. */
export function SendEvent() {
  const { api } = useDoors();
  const app = useApp();
  const may = useMayAdminister();
  const { channel: asked } = route.useSearch();
  const [channel, setChannel] = useState(asked);
  const [event, setEvent] = useState("");
  const [data, setData] = useState('{\n  "hello": "world"\n}');
  const [wrong, setWrong] = useState<Fault>();
  const written = { channel, event, data };
  const [kept, setKept] = useState(written);
  const send = useMutation({
    mutationFn: (it: typeof written) => api.sendChannelEvent({ app_id: app.id, ...it, data: JSON.parse(it.data) }),
    onSuccess: (_, sent) => setKept(sent),
  });
  const submit = (pressed: FormEvent): void => {
    pressed.preventDefault();
    send.reset();
    const found = faultOf(channel, event, data);
    setWrong(found);
    if (found === undefined) send.mutate(written);
  };
  const errorOf = (where: Fault["where"]): string | undefined => (wrong?.where === where ? wrong.words : undefined);

  if (!may) {
    return (
      <div className="px-(--gutter) py-6">
        <Callout tone="caution" title={t("Owners and admins alone send events")}>
          {t("An event can do anything that your pages do with it. A live update is what everybody else sends.")}
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
          lost={t("What you wrote here was not sent. Leaving drops it.")}
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
        <Field label={t("Data")} hint={t("JSON, as your pages will get it.")} error={errorOf("data")}>
          <Textarea
            dir="ltr"
            className="min-h-40 font-mono text-sm"
            rows={8}
            spellCheck={false}
            value={data}
            onChange={(change) => setData(change.target.value)}
          />
        </Field>
        <FormProblem problem={send.error === null ? undefined : asProblem(send.error)} title={t("It was not sent")} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" icon={<Send className="rtl:-scale-x-100" />} busy={send.isPending}>
            {t("Send event")}
          </Button>
          <p role="status" className="text-sm text-ink-2">
            {send.data !== undefined && heardBy(send.data.subscriptions)}
          </p>
        </div>
      </form>
      <div className="flex min-w-0 flex-col gap-2">
        <h2 className="text-sm font-semibold">{t("The same from your back end")}</h2>
        <CodeBlock code={backEndCode(app.id, app.key, channel, event, data)} copy_label={t("Copy the code")} />
        <p className="text-xs text-ink-3 text-pretty">{t("Any Pusher server library does; here the one for Node.")}</p>
      </div>
    </div>
  );
}

interface Fault {
  readonly where: "channel" | "event" | "data";
  readonly words: string;
}

function faultOf(channel: string, event: string, data: string): Fault | undefined {
  if (channel.trim() === "") return { where: "channel", words: t("Name a channel.") };
  if (event.trim() === "") return { where: "event", words: t("Name the event.") };
  if (!isJson(data))
    return { where: "data", words: t("This is no JSON. Write {object}, {array}, “text” or a number.", JSON_FORMS) };
  return undefined;
}

function heardBy(subscriptions: number): string {
  if (subscriptions === 0) return t("Sent. Nobody is on this channel now.");
  return tCount(subscriptions, "Sent to 1 subscriber.", "Sent to {n} subscribers.");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function backEndCode(app_id: string, key: string, channel: string, event: string, data: string): string {
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
