import { z } from "zod";
import { type Edition, FREQUENCY_MODES, type Frequency, type Trigger } from "../../content/content.ts";
import type { TrackerAct } from "../../events/tracker.ts";
import type { GateResult } from "../../gates/evaluate.ts";
import { GATES } from "../../gates/gates.ts";
import type { Attributes } from "../../people/attribute.ts";
import {
  APP_LIMIT_RANGES,
  type AppLimitName,
  type AppSettings,
  PAGE_BRIDGES,
  REVIEW_MODES,
} from "../../realtime/app-settings.ts";
import type { WebhookFilter } from "../../realtime/webhook-topics.ts";
import type { Target } from "../../target/target.ts";
import type { PropertyTest, SegmentRule } from "../../targeting/rule.ts";
import type { Theme } from "../../theme/theme.ts";
import type { Cause, CauseValue } from "../../wording/cause.ts";
import { mailServerSchema as storedMailServer } from "../accounts/mail.ts";
import { samlProviderSchema as storedSamlProvider } from "../accounts/saml.ts";
import { providerSchema as storedProvider } from "../accounts/single-sign-on.ts";
import { trackerActSchema as storedTrackerAct } from "../analytics/tracker.ts";
import * as content from "../content/content.ts";
import { parseDraft } from "../content/draft.ts";
import { segmentDefinitionSchema as storedSegment, propertyTestsSchema as storedTests } from "../content/rule.ts";
import { targetSchema as storedTarget } from "../content/target.ts";
import { themeSchema as storedTheme } from "../content/theme.ts";
import {
  webhookEventSelectionSchema as storedEvents,
  webhookFilterSchema as storedFilter,
  type WebhookEventSelection,
} from "../realtime/webhook.ts";
import { exactSchema, readonlyArray } from "./response-schema.ts";

/** Stored data uses the schema that validated it on save. */

export const editionSchema = exactSchema<Edition>("Edition")<z.ZodType<Edition>>(content.editionSchema);
/** A draft: an edition that may be incomplete. */
export const draftSchema = z
  .custom<Edition>((value) => parseDraft(content.editionSchema, value, ["body"]).outcome !== "invalid")
  .meta({
    type: "object",
    description: "An edition, as in POST /api/contents. Unfinished parts can be missing.",
  });
export const segmentDefinitionSchema = exactSchema<SegmentRule>("SegmentRule")<z.ZodType<SegmentRule>>(storedSegment);
export const propertyTestsSchema =
  exactSchema<readonly PropertyTest[]>("PropertyTests")<z.ZodType<readonly PropertyTest[]>>(storedTests);
export const trackerActSchema = exactSchema<TrackerAct>("TrackerAct")<z.ZodType<TrackerAct>>(storedTrackerAct);
export const targetSchema = exactSchema<Target>("Target")<z.ZodType<Target>>(storedTarget);
export const themeSchema = exactSchema<Theme>("Theme")<z.ZodType<Theme>>(storedTheme);
export const webhookEventSelectionResponseSchema: z.ZodType<WebhookEventSelection> = storedEvents;
export const webhookFilterResponseSchema: z.ZodType<WebhookFilter> = storedFilter;
export const mailServerSchema = storedMailServer;
export const providerSchema = storedProvider;
export const samlProviderSchema = storedSamlProvider;

export const attributesSchema = exactSchema<Attributes>("Attributes")(
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), readonlyArray(z.string())])),
);

export const frequencySchema = exactSchema<Frequency>("Frequency")(
  z.strictObject({
    mode: z.enum(FREQUENCY_MODES),
    every_days: z.number().optional(),
    cooldown_hours: z.number().optional(),
    limit: z.strictObject({ times: z.number(), days: z.number() }).optional(),
  }),
);

const countSchema = z.strictObject({ on: z.enum(["nth", "every"]), n: z.number() });
export const triggerSchema = exactSchema<Trigger>("Trigger")(
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("automatic") }),
    z.strictObject({ kind: z.literal("manual") }),
    z.strictObject({ kind: z.literal("link") }),
    z.strictObject({
      kind: z.literal("event"),
      event: z.string(),
      props: propertyTestsSchema.optional(),
      count: countSchema.optional(),
    }),
    z.strictObject({ kind: z.literal("completed"), content: z.string() }),
    z.strictObject({ kind: z.literal("goal"), goal: z.string() }),
  ]),
);

const causeValueSchema: z.ZodType<CauseValue> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), causeSchema, readonlyArray(causeValueSchema)]),
);
export const causeSchema = exactSchema<Cause>("Cause")<z.ZodType<Cause>>(
  z.strictObject({ code: z.string(), values: z.record(z.string(), causeValueSchema) }),
);

export const gateResultSchema = exactSchema<GateResult>("GateResult")(
  z.strictObject({
    gate: z.enum(GATES),
    status: z.enum(["pass", "block", "unknown"]),
    evidence: z.string(),
    causes: readonlyArray(causeSchema),
  }),
);

// Object.keys loses the key type: the keys are those of the ranges.
const LIMIT_NAMES = Object.keys(APP_LIMIT_RANGES) as AppLimitName[];
const channelRuleSchema = z.union([
  z.strictObject({ pattern: z.string(), who: z.enum(["identified", "nobody"]) }),
  z.strictObject({ pattern: z.string(), who: z.literal("groups"), groups: readonlyArray(z.string()) }),
]);
const historyRuleSchema = z.strictObject({ pattern: z.string(), events_max: z.number(), ttl_s: z.number() });
export const appSettingsSchema = exactSchema<AppSettings>("AppSettings")(
  z.strictObject({
    source_locale: z.string(),
    preview_links: z.boolean(),
    review: z.enum(REVIEW_MODES),
    page_bridges: readonlyArray(z.enum(PAGE_BRIDGES)),
    embed_hosts: readonlyArray(z.string()),
    live_updates: z.boolean(),
    client_events: z.boolean(),
    subscription_counts: z.boolean(),
    watchlist: z.boolean(),
    authorized_connections: z.boolean(),
    require_tls: z.boolean(),
    connections_max: z.number().nullable(),
    channel_rules: readonlyArray(channelRuleSchema),
    history_rules: readonlyArray(historyRuleSchema),
    limits: z.record(z.enum(LIMIT_NAMES), z.number()),
  }),
);
