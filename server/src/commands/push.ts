import { CELEBRATION_PRESETS } from "@fanfare/contract/content/celebration-preset";
import type { LiveUpdateAudience } from "@fanfare/contract/realtime/live-update";
import { LIVE_UPDATE_KINDS } from "@fanfare/contract/realtime/live-update";
import { UsageError } from "../lib/operator-errors.ts";
import type { OperationOutput } from "../operations/operations.ts";
import { readArguments } from "./arguments.ts";
import { type Command, type CommandContext, createClient, printResult } from "./command.ts";

const USAGE = `Usage:
  fanfare push --to u_42[,u_43] | --group acme | --segment seg_… | --everyone --text "…" [options]
  fanfare push --resend lup_…    send one again to people who haven't seen it

What it is:
  --kind ${LIVE_UPDATE_KINDS.join("|")}       default: toast
  --text "…"  --title "…"  --tone info|success|warning|error
  --celebrate ${CELEBRATION_PRESETS.join("|")}
  --body '{"kind":"data",…}'     all fields as JSON, instead of the ones above

How it is sent:
  --ttl seconds                  how long people who are offline can still get it
  --priority low|normal|high
  --collapse key                 replaces an earlier one with this key
  --devices one|all              on which devices of a person
  --ack                          stays until the person closes it
  --at 2026-12-01T09:00          when, in --time-zone Europe/Zurich (default: UTC), or with --local in each person's
  --quiet 22:00-08:00            quiet hours in each person's time zone
  --email 4                      email to people who haven't seen it after so many hours
  --notify 0                     notification to subscribed browsers of people who haven't seen it after so many minutes
  --app 1001
  --json                         print one line of JSON`;

/** `fanfare push`: sends a live update. If no server runs, it's stored and delivered later. */
export const push: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: [""],
    options: {
      app: { type: "string" },
      to: { type: "string" },
      group: { type: "string" },
      segment: { type: "string" },
      everyone: { type: "boolean", default: false },
      kind: { type: "string", default: "toast" },
      title: { type: "string" },
      text: { type: "string" },
      tone: { type: "string" },
      body: { type: "string" },
      celebrate: { type: "string" },
      ttl: { type: "string" },
      priority: { type: "string" },
      collapse: { type: "string" },
      devices: { type: "string" },
      ack: { type: "boolean", default: false },
      at: { type: "string" },
      local: { type: "boolean", default: false },
      quiet: { type: "string" },
      email: { type: "string" },
      notify: { type: "string" },
      "time-zone": { type: "string", default: "UTC" },
      resend: { type: "string" },
    },
    usage: USAGE,
  });
  const { app, ttl, priority, collapse, devices, ack, json, resend } = values;
  if (resend !== undefined) {
    const chosen = app === undefined ? {} : { app };
    return printSent(context, json, await createClient(context)("live_update.resend", { ...chosen, id: resend }));
  }
  const sent = await createClient(context)("live_update.send", {
    ...(app === undefined ? {} : { app }),
    // Cast: the operation validates the texts and lists the valid values.
    input: {
      audience: messageAudience(values),
      body: messageBody(values),
      ttl_s: ttl === undefined ? undefined : Number(ttl),
      priority,
      collapse_key: collapse,
      // By default, play confetti on only one of the person's devices.
      devices: devices ?? (values.celebrate === undefined ? undefined : "one"),
      require_ack: ack,
      timing: messageTiming(values),
      email: values.email === undefined ? undefined : { after_hours: Number(values.email) },
      push: values.notify === undefined ? undefined : { after_minutes: Number(values.notify) },
    },
  });
  return printSent(context, json, sent);
};

type Sent = Pick<OperationOutput<"live_update.send">, "id" | "position" | "scheduled_for">;

function printSent(context: CommandContext, json: boolean, sent: Sent): number {
  return printResult(context, json, sent, ({ id, position, scheduled_for }) =>
    scheduled_for === null
      ? [
          `Live update ${id} sent (position ${position} in this app).`,
          "Delivered to people who are online. Others get it if they return before it expires.",
        ]
      : [`Live update ${id} scheduled. The first people get it at ${scheduled_for}.`],
  );
}

/** `--at` and `--quiet` in `--time-zone`, or with `--local` in each person's time zone. Undefined without both. */
function messageTiming(options: {
  readonly at?: string | undefined;
  readonly local: boolean;
  readonly quiet?: string | undefined;
  readonly "time-zone": string;
}): unknown {
  const { at, local, quiet, "time-zone": time_zone } = options;
  if (at === undefined && quiet === undefined && !local) return undefined;
  const [from, to] = quiet?.split("-") ?? [];
  return {
    time_zone,
    send_at: at ?? null,
    zone: local ? "person" : "fixed",
    quiet_hours: quiet === undefined ? null : { from, to },
  };
}

/** Body of the live update: the operator's JSON, confetti with `--text` as its message, or a notice. */
function messageBody(options: {
  readonly kind: string;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  readonly tone?: string | undefined;
  readonly body?: string | undefined;
  readonly celebrate?: string | undefined;
}): unknown {
  const { kind, title, text, tone, body, celebrate } = options;
  if (body !== undefined && celebrate !== undefined)
    throw new UsageError(`Use either --body or --celebrate, not both.\n${USAGE}`);
  if (celebrate !== undefined) return { kind: "celebration", preset: celebrate, text };
  if (body !== undefined) return parseBodyJson(body);
  if (text === undefined) throw new UsageError(`Add --text, --celebrate, or --body.\n${USAGE}`);
  return { kind, title, text, tone };
}

function messageAudience(options: {
  readonly to?: string | undefined;
  readonly group?: string | undefined;
  readonly segment?: string | undefined;
  readonly everyone: boolean;
}): LiveUpdateAudience {
  const { to, group, segment, everyone } = options;
  const audience: LiveUpdateAudience[] = [
    ...(to === undefined ? [] : [{ kind: "people" as const, external_ids: parseList(to) }]),
    ...(group === undefined ? [] : [{ kind: "groups" as const, groups: parseList(group) }]),
    ...(segment === undefined ? [] : [{ kind: "segment" as const, segment_id: segment }]),
    ...(everyone ? [{ kind: "everyone" as const }] : []),
  ];
  const [only] = audience;
  if (only === undefined || audience.length > 1)
    throw new UsageError(`Use exactly one of --to, --group, --segment, and --everyone.\n${USAGE}`);
  return only;
}

function parseList(text: string): string[] {
  return text.split(",").map((each) => each.trim());
}

function parseBodyJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--body isn't valid JSON.\n${USAGE}`);
  }
}
