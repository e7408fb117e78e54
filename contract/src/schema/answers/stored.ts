import { z } from "zod";
import { APP_LIMIT_RANGES, type AppLimitName, type AppSettings } from "../../app-settings.ts";
import type { Attributes } from "../../attribute.ts";
import { type Edition, FREQUENCY_MODES, type Frequency, type Trigger } from "../../content.ts";
import { GATES } from "../../gates.ts";
import type { Rule } from "../../rule.ts";
import type { GateResult } from "../../rules.ts";
import type { Theme } from "../../theme.ts";
import * as content from "../content.ts";
import { readDraft } from "../draft.ts";
import { mailServerSchema as storedMailServer } from "../mail.ts";
import { segmentRuleSchema } from "../rule.ts";
import { providerSchema as storedProvider } from "../single-sign-on.ts";
import { themeSchema as storedTheme } from "../theme.ts";
import { wantedEventsSchema as storedEvents, type WantedEvents } from "../webhook.ts";
import { exactly, listOf } from "./exactly.ts";

/** What is answered as it was checked when it was stored: by the schema that it was checked by. */

export const editionSchema = exactly<Edition>("Edition")<z.ZodType<Edition>>(content.editionSchema);
/** What an author works on: an edition, in which something may still be to be written. */
export const draftSchema = z
  .custom<Edition>((value) => readDraft(content.editionSchema, value, ["body"]).outcome !== "invalid")
  .meta({
    type: "object",
    description: "An edition, as POST /api/contents takes it; what is not written yet may be missing.",
  });
export const ruleSchema = exactly<Rule>("Rule")<z.ZodType<Rule>>(segmentRuleSchema);
export const themeSchema = exactly<Theme>("Theme")<z.ZodType<Theme>>(storedTheme);
export const wantedEventsSchema: z.ZodType<WantedEvents> = storedEvents;
export const mailServerSchema = storedMailServer;
export const providerSchema = storedProvider;

export const attributesSchema = exactly<Attributes>("Attributes")(
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), listOf(z.string())])),
);

export const frequencySchema = exactly<Frequency>("Frequency")(
  z.strictObject({
    mode: z.enum(FREQUENCY_MODES),
    every_days: z.number().optional(),
    cooldown_hours: z.number().optional(),
  }),
);

const countSchema = z.strictObject({ on: z.enum(["nth", "every"]), n: z.number() });
export const triggerSchema = exactly<Trigger>("Trigger")(
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("automatic") }),
    z.strictObject({ kind: z.literal("manual") }),
    z.strictObject({ kind: z.literal("link") }),
    z.strictObject({ kind: z.literal("event"), event: z.string(), count: countSchema.optional() }),
    z.strictObject({ kind: z.literal("completed"), content: z.string() }),
    z.strictObject({ kind: z.literal("goal"), goal: z.string() }),
  ]),
);

export const gateResultSchema = exactly<GateResult>("GateResult")(
  z.strictObject({ gate: z.enum(GATES), status: z.enum(["pass", "block", "unknown"]), evidence: z.string() }),
);

// Object.keys forgets which keys there are: those of the ranges.
const LIMIT_NAMES = Object.keys(APP_LIMIT_RANGES) as AppLimitName[];
const channelRuleSchema = z.union([
  z.strictObject({ pattern: z.string(), who: z.enum(["identified", "nobody"]) }),
  z.strictObject({ pattern: z.string(), who: z.literal("groups"), groups: listOf(z.string()) }),
]);
const historyRuleSchema = z.strictObject({ pattern: z.string(), events_max: z.number(), ttl_s: z.number() });
export const appSettingsSchema = exactly<AppSettings>("AppSettings")(
  z.strictObject({
    live_updates: z.boolean(),
    client_events: z.boolean(),
    subscription_counts: z.boolean(),
    watchlist: z.boolean(),
    authorized_connections: z.boolean(),
    require_tls: z.boolean(),
    connections_max: z.number().nullable(),
    channel_rules: listOf(channelRuleSchema),
    history_rules: listOf(historyRuleSchema),
    limits: z.record(z.enum(LIMIT_NAMES), z.number()),
  }),
);
