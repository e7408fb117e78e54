/** Settings of an app, as the console and scripts read and change them. */
import { z } from "zod";
import { limits } from "../../limits.ts";
import {
  APP_LIMIT_RANGES,
  type AppLimitName,
  type AppSettings,
  type StoredAppSettings,
} from "../../realtime/app-settings.ts";

const patternSchema = z
  .string()
  .min(1, "Enter a pattern, such as private-orders-*.")
  .max(limits.channel_name_chars_max)
  .regex(/^[A-Za-z0-9_\-=@,.;*?]+$/, "Use only letters, digits, _-=@,.; and the wildcards * and ?.");

const groupSchema = z.string().min(1).max(limits.external_id_bytes_max);

const channelRuleSchema = z.union([
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

const switches = {
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
  // Object.fromEntries forgets which keys there were: those of the ranges.
  return Object.fromEntries(entries) as Record<AppLimitName, z.ZodOptional<Schema>>;
}

/** The column: what a later Fanfare stored and this one does not know is left alone. */
export const storedAppSettingsSchema = z
  .object({ ...switches, limits: z.object(limitShape((value) => value)) })
  .partial()
  // An absent key and one that is undefined are the same in JSON.
  .transform((value) => value as StoredAppSettings);

/** Every entry is an origin, `https://shop.example`; `https://*.shop.example` stands for every host below. */
const originSchema = z
  .string()
  .max(limits.origin_chars_max)
  .refine(isOriginEntry, "Enter only the scheme, host, and port: https://shop.example or https://*.shop.example.");

function isOriginEntry(text: string): boolean {
  const plain = text.replace("//*.", "//");
  const url = URL.parse(plain);
  // A browser would take * for a letter of the name; of no page it is the host.
  return (
    url !== null &&
    !plain.includes("*") &&
    (url.protocol === "https:" || url.protocol === "http:") &&
    url.origin === plain
  );
}

/** Settings in a change: see `AppSettingsChange`. */
export const appSettingsChangeSchema = z
  .strictObject({ ...switches, limits: z.strictObject(limitShape((value) => value.nullable())) })
  .partial();

/** `PATCH /api/apps/{id}` with `If-Match`; answers the new {@link AppDetail}. */
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

/** `GET /api/apps/{id}/status`: whether anybody is there. */
export interface AppStatus {
  /** Live connections of any protocol, now. */
  readonly connections: number;
  /** When a page with the SDK called for the first time; null: none did. */
  readonly first_page_at: string | null;
  /**
   * Who keeps who a visitor is that has not signed in, in the newest page: a `cookie` of Fanfare, where both share a site, or
   * the `browser`'s storage, which some browsers empty after a week. Null: no such page since the server started.
   */
  readonly visitor_storage: "cookie" | "browser" | null;
}

/** `GET /api/apps/{id}`; its ETag is the revision. */
export interface AppDetail {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly paused: boolean;
  readonly require_identity: boolean;
  /** Empty: any origin. */
  readonly allowed_origins: readonly string[];
  /** Complete: what the app did not set has its default. */
  readonly settings: AppSettings;
  readonly revision: number;
}
