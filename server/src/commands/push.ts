import { CELEBRATION_PRESETS } from "@fanfare/contract/celebration";
import type { LiveUpdateAudience } from "@fanfare/contract/live-update";
import { LIVE_UPDATE_KINDS } from "@fanfare/contract/live-update";
import { UsageError } from "../usage-error.ts";
import { readArguments } from "./arguments.ts";
import { asking, type Command, tell } from "./command.ts";

const USAGE = `Write fanfare push --to u_42[,u_43] | --group acme | --segment seg_… | --everyone --text "…" | --celebrate ${CELEBRATION_PRESETS.join("|")} [--kind ${LIVE_UPDATE_KINDS.join("|")}] [--title …] [--tone info|success|warning|error] [--body '{"kind":"data",…}'] [--ttl seconds] [--priority low|normal|high] [--collapse key] [--devices one|all] [--ack] [--app 1001] [--json].`;

/** `fanfare push`: sends a live update. Without a server that runs it is stored, and waits for those who come. */
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
    },
    usage: USAGE,
  });
  const { app, ttl, priority, collapse, devices, ack, json } = values;
  const sent = await asking(context)("live_update.send", {
    ...(app === undefined ? {} : { app }),
    // Texts of the operator: the operation checks them, and names what would be right.
    wish: {
      audience: audienceOf(values),
      body: bodyOf(values),
      ttl_s: ttl === undefined ? undefined : Number(ttl),
      priority,
      collapse_key: collapse,
      // Confetti on each device at once would be heard of twice.
      devices: devices ?? (values.celebrate === undefined ? undefined : "one"),
      require_ack: ack,
    },
  });
  return tell(context, json, sent, ({ id, position }) => [
    `${id} is sent, as live update ${position} of this app.`,
    "Who is online has it; who comes within its time to live gets it then.",
  ]);
};

/** What is said: in the operator's own JSON, as confetti with `--text` for its message, or as a notice. */
function bodyOf(said: {
  readonly kind: string;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  readonly tone?: string | undefined;
  readonly body?: string | undefined;
  readonly celebrate?: string | undefined;
}): unknown {
  const { kind, title, text, tone, body, celebrate } = said;
  if (body !== undefined && celebrate !== undefined)
    throw new UsageError(`Say one of --body and --celebrate. ${USAGE}`);
  if (celebrate !== undefined) return { kind: "celebration", preset: celebrate, text };
  if (body !== undefined) return parsed(body);
  if (text === undefined) throw new UsageError(`Say what, by --text, --celebrate or --body. ${USAGE}`);
  return { kind, title, text, tone };
}

function audienceOf(said: {
  readonly to?: string | undefined;
  readonly group?: string | undefined;
  readonly segment?: string | undefined;
  readonly everyone: boolean;
}): LiveUpdateAudience {
  const { to, group, segment, everyone } = said;
  const wanted: LiveUpdateAudience[] = [
    ...(to === undefined ? [] : [{ kind: "people" as const, external_ids: listOf(to) }]),
    ...(group === undefined ? [] : [{ kind: "groups" as const, groups: listOf(group) }]),
    ...(segment === undefined ? [] : [{ kind: "segment" as const, segment_id: segment }]),
    ...(everyone ? [{ kind: "everyone" as const }] : []),
  ];
  const [only] = wanted;
  if (only === undefined || wanted.length > 1) throw new UsageError(`Say to whom, in one way. ${USAGE}`);
  return only;
}

function listOf(text: string): string[] {
  return text.split(",").map((each) => each.trim());
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--body is not JSON. ${USAGE}`);
  }
}
