import { z } from "zod";
import { limits } from "../../limits.ts";
import {
  APP_LIMIT_RANGES,
  type AppLimitName,
  PAGE_BRIDGES,
  REVIEW_MODES,
  type StoredAppSettings,
} from "../../realtime/app-settings.ts";
import { localeSchema } from "../content/text.ts";

const patternSchema = z
  .string()
  .min(1, "Enter a pattern, such as private-orders-*.")
  .max(limits.channel_name_chars_max)
  .regex(/^[A-Za-z0-9_\-=@,.;*?]+$/, "Use only letters, digits, _-=@,.; and the wildcards * and ?.");

const groupSchema = z.string().min(1).max(limits.external_id_bytes_max);

const channelRuleSchema = z.discriminatedUnion("who", [
  z.strictObject({ pattern: patternSchema, who: z.enum(["identified", "nobody"]) }),
  z.strictObject({
    pattern: patternSchema,
    who: z.literal("groups"),
    groups: z.array(groupSchema).min(1, "Add at least one group.").max(limits.identity_groups_max),
  }),
]);

const historyRuleSchema = z.strictObject({
  pattern: patternSchema,
  events_max: z.number().int().min(1).max(limits.history_events_max).default(limits.history_events_default),
  ttl_s: z.number().int().min(1).max(limits.history_ttl_s_max).default(limits.history_ttl_s_default),
});

/** A host name with its port, if it has one. */
export const embedHostSchema = z
  .string()
  .max(limits.embed_host_chars_max)
  .regex(
    /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?(:\d{1,5})?$/,
    "Enter a host, such as www.figma.com or *.typeform.com.",
  );

const switches = {
  source_locale: localeSchema,
  preview_links: z.boolean(),
  review: z.enum(REVIEW_MODES),
  page_bridges: z
    .array(z.enum(PAGE_BRIDGES))
    .max(PAGE_BRIDGES.length)
    .refine((bridges) => new Set(bridges).size === bridges.length, "List each library once."),
  embed_hosts: z.array(embedHostSchema).max(limits.embed_hosts_max),
  live_updates: z.boolean(),
  client_events: z.boolean(),
  subscription_counts: z.boolean(),
  watchlist: z.boolean(),
  authorized_connections: z.boolean(),
  require_tls: z.boolean(),
  connections_max: z.number().int().min(0).max(10_000_000).nullable(),
  channel_rules: z.array(channelRuleSchema).max(limits.channel_rules_max),
  history_rules: z.array(historyRuleSchema).max(limits.history_rules_max),
};

function limitShape<Schema extends z.ZodType>(
  wrap: (value: z.ZodNumber) => Schema,
): Record<AppLimitName, z.ZodOptional<Schema>> {
  const entries = Object.entries(APP_LIMIT_RANGES).map(([name, [least, most]]) => [
    name,
    wrap(
      z
        .number(`Enter a value from ${least} to ${most}.`)
        .int()
        .min(least, `Enter at least ${least}.`)
        .max(most, `Enter at most ${most}.`),
    ).optional(),
  ]);
  // Object.fromEntries loses the key type: the keys are those of the ranges.
  return Object.fromEntries(entries) as Record<AppLimitName, z.ZodOptional<Schema>>;
}

/** Schema of the database column. Ignores unknown settings stored by later versions of Fanfare. */
export const storedAppSettingsSchema = z
  .object({ ...switches, limits: z.object(limitShape((value) => value)) })
  .partial()
  // In JSON, absent and undefined keys are the same.
  .transform((value) => value as StoredAppSettings);

/** An origin such as `https://shop.example`. `https://*.shop.example` matches every host below. */
export const originSchema = z
  .string()
  .max(limits.origin_chars_max)
  .refine(isOriginEntry, "Enter only the scheme, host, and port: https://shop.example or https://*.shop.example.");

function isOriginEntry(text: string): boolean {
  const plain = text.replace("//*.", "//");
  const url = URL.parse(plain);
  // Browsers parse * as part of the host name, but no page has such a host.
  return (
    url !== null &&
    !plain.includes("*") &&
    (url.protocol === "https:" || url.protocol === "http:") &&
    url.origin === plain
  );
}

export const appSettingsChangeSchema = z
  .strictObject({ ...switches, limits: z.strictObject(limitShape((value) => value.nullable())) })
  .partial();

/** `PATCH /api/apps/{id}` with `If-Match`. Responds with the new {@link AppDetail}. */
export const updateAppRequestSchema = z
  .strictObject({
    name: z.string().trim().min(1, "Enter an app name.").max(limits.app_name_chars_max),
    paused: z.boolean(),
    require_identity: z.boolean(),
    allowed_origins: z.array(originSchema).max(limits.allowed_origins_max),
    settings: appSettingsChangeSchema,
  })
  .partial();
export type UpdateAppRequest = z.input<typeof updateAppRequestSchema>;
export type AppEdit = z.output<typeof updateAppRequestSchema>;
