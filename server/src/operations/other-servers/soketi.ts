import type { Variables } from "./env-file.ts";
import {
  appId,
  booleanOf,
  largerLimits,
  limitsWithin,
  type Note,
  numberOf,
  type OtherApp,
  type OtherServer,
  textOf,
} from "./other-app.ts";

const APPS = "appManager.array.apps";
/** Variables with the path that soketi gives them. All may start with `SOKETI_`. */
const VARIABLES: Readonly<Record<string, string>> = {
  DEFAULT_APP_ID: `${APPS}.0.id`,
  DEFAULT_APP_KEY: `${APPS}.0.key`,
  DEFAULT_APP_SECRET: `${APPS}.0.secret`,
  DEFAULT_APP_MAX_CONNS: `${APPS}.0.maxConnections`,
  DEFAULT_APP_ENABLE_CLIENT_MESSAGES: `${APPS}.0.enableClientMessages`,
  DEFAULT_APP_ENABLED: `${APPS}.0.enabled`,
  DEFAULT_APP_MAX_BACKEND_EVENTS_PER_SEC: `${APPS}.0.maxBackendEventsPerSecond`,
  DEFAULT_APP_MAX_CLIENT_EVENTS_PER_SEC: `${APPS}.0.maxClientEventsPerSecond`,
  DEFAULT_APP_MAX_READ_REQ_PER_SEC: `${APPS}.0.maxReadRequestsPerSecond`,
  DEFAULT_APP_USER_AUTHENTICATION: `${APPS}.0.enableUserAuthentication`,
  DEFAULT_APP_WEBHOOKS: `${APPS}.0.webhooks`,
  ADAPTER_DRIVER: "adapter.driver",
  APP_MANAGER_DRIVER: "appManager.driver",
  CHANNEL_LIMITS_MAX_NAME_LENGTH: "channelLimits.maxNameLength",
  EVENT_MAX_BATCH_SIZE: "eventLimits.maxBatchSize",
  EVENT_MAX_CHANNELS_AT_ONCE: "eventLimits.maxChannelsAtOnce",
  EVENT_MAX_NAME_LENGTH: "eventLimits.maxNameLength",
  EVENT_MAX_SIZE_IN_KB: "eventLimits.maxPayloadInKb",
  METRICS_ENABLED: "metrics.enabled",
  PATH_PREFIX: "pathPrefix",
  PRESENCE_MAX_MEMBER_SIZE: "presence.maxMemberSizeInKb",
  PRESENCE_MAX_MEMBERS: "presence.maxMembersPerChannel",
  SSL_CERT: "ssl.certPath",
  SSL_KEY: "ssl.keyPath",
};
/** Limits of soketi where nothing else is configured. Clients rely on them, and two are higher than Fanfare's. */
const DEFAULTS: Readonly<Record<string, number>> = {
  "channelLimits.maxNameLength": 200,
  "eventLimits.maxBatchSize": 10,
  "eventLimits.maxChannelsAtOnce": 100,
  "eventLimits.maxNameLength": 200,
  "eventLimits.maxPayloadInKb": 100,
  "presence.maxMemberSizeInKb": 2,
  "presence.maxMembersPerChannel": 100,
};
/** What an operator does instead, by the first part of a path. */
const ADVICE: Readonly<Record<string, string>> = {
  adapter: "Several servers share a PostgreSQL database and Redis: set FANFARE_DATABASE_URL and FANFARE_REDIS_URL.",
  cors: "Every origin may call the API. Restrict the origins of pages in the settings of the app.",
  database: "For several servers, set FANFARE_REDIS_URL. Fanfare stores apps in its own database.",
  metrics: "Metrics are always on, at /metrics for this machine or with a token.",
  pathPrefix: "Set FANFARE_PUBLIC_URL with the path.",
  port: "Set FANFARE_PORT.",
  ssl: "Set FANFARE_TLS_CERT and FANFARE_TLS_KEY.",
};
const KILOBYTE = 1024;
/** Room for JSON around the largest event of a batch. */
const BODY_FACTOR = 2;

const APP_FIELDS: ReadonlySet<string> = new Set([
  ...["id", "key", "secret", "enabled", "webhooks", "maxConnections", "enableClientMessages"],
  ...["maxBackendEventsPerSecond", "maxClientEventsPerSecond", "maxReadRequestsPerSecond", "enableUserAuthentication"],
]);

/** Databases of soketi name the same fields `max_connections`, `MaxConnections`, `AppId`, or `max_read_req_per_sec`. */
function fieldName(given: string): string {
  return given
    .replace(/^App(?=Id$|Key$|Secret$)/, "")
    .replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase())
    .replace(/ReadReqPer/, "ReadRequestsPer")
    .replace(/PerSec$/, "PerSecond");
}

/**
 * The configuration of soketi: variables, which win, and its JSON file, with nested or dotted names. The file may also
 * be a list of apps, exported from a database.
 */
export function readSoketi(variables: Variables, file: unknown): OtherServer {
  const settings = new Map<string, unknown>();
  flatten(Array.isArray(file) ? { [APPS]: file } : file, "", settings);
  const notes: Note[] = [];
  for (const [name, value] of variables) {
    const path = ownEntry(VARIABLES, name.replace(/^SOKETI_/, ""));
    if (path !== undefined) settings.set(path, value);
    else if (name.startsWith("SOKETI_")) notes.push({ setting: name, says: advice(pathOf(name)) });
  }
  const rows = new Map<string, Map<string, unknown>>();
  for (const [path, value] of settings) {
    const [, index, field] = /^appManager\.array\.apps\.(\d+)\.(.+)$/.exec(path) ?? [];
    if (index === undefined || field === undefined) noteSetting(path, value, notes);
    else rows.set(index, (rows.get(index) ?? new Map()).set(field, value));
  }
  const shared = (path: string): number => numberOf(settings.get(path)) ?? DEFAULTS[path] ?? 0;
  const payload_bytes = shared("eventLimits.maxPayloadInKb") * KILOBYTE;
  const limits = largerLimits(
    {
      channel_name_chars_max: shared("channelLimits.maxNameLength"),
      events_per_batch_max: shared("eventLimits.maxBatchSize"),
      channels_per_publish_max: shared("eventLimits.maxChannelsAtOnce"),
      event_name_chars_max: shared("eventLimits.maxNameLength"),
      event_data_bytes_max: payload_bytes,
      publish_body_bytes_max: payload_bytes * shared("eventLimits.maxBatchSize") * BODY_FACTOR,
      presence_member_bytes_max: shared("presence.maxMemberSizeInKb") * KILOBYTE,
      presence_members_max: shared("presence.maxMembersPerChannel"),
    },
    notes,
  );
  return { apps: [...rows.values()].map((row) => readApp(row, limits, notes)), notes };
}

type Limits = ReturnType<typeof limitsWithin>;

function readApp(row: ReadonlyMap<string, unknown>, shared: Limits, notes: Note[]): OtherApp {
  const app = new Map<string, unknown>();
  for (const [field, value] of row) {
    const name = fieldName(field);
    if (APP_FIELDS.has(name)) app.set(name, value);
    else notes.push({ setting: `${APPS} ${field}`, says: NO_EQUIVALENT });
  }
  const rate = (name: string, ours: string): number | undefined => {
    const value = numberOf(app.get(name)) ?? -1;
    if (value > 0) return value;
    notes.push({
      setting: name,
      says: `soketi has no limit here. Fanfare has one, ${ours}, in the settings of the app.`,
    });
    return undefined;
  };
  const own = limitsWithin(
    {
      published_messages_per_second_max: rate("maxBackendEventsPerSecond", "published_messages_per_second_max"),
      client_events_per_second_max: rate("maxClientEventsPerSecond", "client_events_per_second_max"),
    },
    notes,
  );
  const connections = numberOf(app.get("maxConnections")) ?? -1;
  if ((numberOf(app.get("maxReadRequestsPerSecond")) ?? -1) > 0)
    notes.push({ setting: "maxReadRequestsPerSecond", says: NO_EQUIVALENT });
  noteWebhooks(app.get("webhooks"), notes);
  const [id, key] = [textOf(app.get("id")), textOf(app.get("key"))];
  return {
    name: `App ${id === "" ? key : id}`,
    id: appId(id, notes),
    key,
    secret: textOf(app.get("secret")),
    allowed_origins: [],
    settings: {
      client_events: booleanOf(app.get("enableClientMessages")),
      live_updates: app.has("enabled") ? booleanOf(app.get("enabled")) : true,
      connections_max: connections >= 0 ? connections : null,
      limits: { ...shared, ...own },
    },
  };
}

const NO_EQUIVALENT = "Fanfare has no such setting.";

function noteWebhooks(given: unknown, notes: Note[]): void {
  const webhooks: unknown = typeof given === "string" ? parseJson(given) : given;
  if (!Array.isArray(webhooks)) return;
  for (const webhook of webhooks as readonly Readonly<Record<string, unknown>>[]) {
    const events = Array.isArray(webhook["event_types"]) ? webhook["event_types"].join(", ") : "all events";
    const says =
      typeof webhook["url"] === "string"
        ? `Create the webhook in the settings of the app: ${webhook["url"]} for ${events}. The format is the same.`
        : "Fanfare calls URLs and no Lambda functions. Give the function a URL, and create a webhook for it.";
    notes.push({ setting: "webhooks", says });
    for (const name of ["filter", "headers"])
      if (webhook[name] !== undefined) notes.push({ setting: `webhooks ${name}`, says: NO_EQUIVALENT });
  }
}

function noteSetting(path: string, value: unknown, notes: Note[]): void {
  if (Object.hasOwn(DEFAULTS, path)) return;
  if (path === "appManager.driver") {
    if (value !== "array")
      notes.push({
        setting: path,
        says: `The apps are in ${textOf(value)}. Export the table as a JSON list, and run this command again with --file.`,
      });
    return;
  }
  if (path === "adapter.driver" && value === "local") return;
  notes.push({ setting: path, says: advice(path) });
}

function advice(path: string): string {
  return ownEntry(ADVICE, path.split(".")[0] ?? "") ?? NO_EQUIVALENT;
}

function ownEntry(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** `SOKETI_DB_REDIS_HOST` belongs to `database`, like the rest to the setting that its name starts with. */
function pathOf(variable: string): string {
  const [first = ""] = variable
    .replace(/^SOKETI_/, "")
    .toLowerCase()
    .split("_");
  return first === "db" ? "database" : first;
}

/** `{ a: { b: [1] }, "c.d": 2 }` is `a.b.0`: 1 and `c.d`: 2. Webhooks stay lists. */
function flatten(value: unknown, path: string, into: Map<string, unknown>): void {
  const is_leaf = typeof value !== "object" || value === null || /\.webhooks$/i.test(path);
  if (is_leaf) {
    if (path !== "" && value !== undefined) into.set(path, value);
    return;
  }
  for (const [name, child] of Object.entries(value)) flatten(child, path === "" ? name : `${path}.${name}`, into);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
