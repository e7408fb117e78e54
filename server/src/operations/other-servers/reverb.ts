import type { Variables } from "./env-file.ts";
import {
  appId,
  largerLimits,
  limitsWithin,
  type Note,
  numberOf,
  type OtherApp,
  type OtherServer,
  originsOf,
  textOf,
} from "./other-app.ts";
import { PhpCode, type PhpValue } from "./php-config.ts";

type Fields = ReadonlyMap<string, PhpValue>;

/** What an operator does instead of a server's setting. */
const SERVER_ADVICE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    host: "Set FANFARE_HOST.",
    port: "Set FANFARE_PORT.",
    path: "Set FANFARE_PUBLIC_URL with the path.",
    scaling: "Several servers share a PostgreSQL database and Redis: set FANFARE_DATABASE_URL and FANFARE_REDIS_URL.",
    options: "For TLS, set FANFARE_TLS_CERT and FANFARE_TLS_KEY.",
  }),
);
/** Settings that clients of the app use, or that have no effect on what apps do. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  ...["hostname", "max_request_size", "pulse_ingest_interval", "telescope_ingest_interval"],
]);
const APP_FIELDS: ReadonlySet<string> = new Set([
  ...["key", "secret", "app_id", "options", "allowed_origins", "ping_interval", "activity_timeout"],
  ...["max_connections", "max_message_size", "accept_client_events_from", "rate_limiting"],
]);
const NO_EQUIVALENT = "Fanfare has no such setting.";
const REQUEST_BYTES_DEFAULT = 10_000;

/**
 * The configuration of Laravel Reverb: `config/reverb.php`, whose calls of `env()` are answered from the variables.
 * Without that file, its published defaults count.
 */
export function readReverb(variables: Variables, config: Fields | undefined): OtherServer {
  const notes: Note[] = [];
  const apps = config === undefined ? [appFromVariables(variables)] : appsOf(config, notes);
  const server = config === undefined ? serverFromVariables(variables) : serverOf(config);
  for (const [name, value] of server) {
    if (WITHOUT_EFFECT.has(name) || isOff(value)) continue;
    notes.push({ setting: name, says: SERVER_ADVICE.get(name) ?? NO_EQUIVALENT });
  }
  const request_bytes = numberOf(server.get("max_request_size")) ?? REQUEST_BYTES_DEFAULT;
  const name = variables.get("APP_NAME");
  return {
    apps: apps.map((app) => readApp(app, { request_bytes, name: apps.length === 1 ? name : undefined }, notes)),
    notes,
  };
}

function readApp(
  app: Fields,
  { request_bytes, name }: { readonly request_bytes: number; readonly name: string | undefined },
  notes: Note[],
): OtherApp {
  for (const [field, value] of app) {
    if (value instanceof PhpCode && APP_FIELDS.has(field) && field !== "options") {
      const open = field === "allowed_origins" ? " Any origin is allowed until you do." : "";
      notes.push({
        setting: field,
        says: `The value is code, which isn't run: ${value.text}. Set it yourself.${open}`,
      });
    }
    if (!APP_FIELDS.has(field)) notes.push({ setting: field, says: NO_EQUIVALENT });
  }
  const [id, key] = [textOf(app.get("app_id")), textOf(app.get("key"))];
  const hosts = listOf(app.get("allowed_origins")).map(textOf);
  const connections = numberOf(app.get("max_connections"));
  return {
    name: name ?? `App ${id === "" ? key : id}`,
    id: appId(id, notes),
    key,
    secret: textOf(app.get("secret")),
    allowed_origins: originsOf(hosts, notes),
    settings: {
      client_events: app.get("accept_client_events_from") !== "none",
      connections_max: connections === undefined ? null : connections,
      limits: {
        ...limitsWithin(
          {
            activity_timeout_s: numberOf(app.get("activity_timeout")),
            inbound_messages_per_second_max: messageRate(app.get("rate_limiting")),
          },
          notes,
        ),
        ...largerLimits(
          {
            event_data_bytes_max: request_bytes,
            frame_bytes_max: numberOf(app.get("max_message_size")),
            publish_body_bytes_max: request_bytes,
          },
          notes,
        ),
      },
    },
  };
}

/** Messages per second that Reverb accepts of a connection. Undefined: it counts none. */
function messageRate(limiting: PhpValue | undefined): number | undefined {
  if (!(limiting instanceof Map) || limiting.get("enabled") !== true) return undefined;
  const [most, seconds] = [numberOf(limiting.get("max_attempts")), numberOf(limiting.get("decay_seconds"))];
  return most === undefined || seconds === undefined || seconds <= 0 ? undefined : most / seconds;
}

function appsOf(config: Fields, notes: Note[]): readonly Fields[] {
  const apps = config.get("apps");
  if (!(apps instanceof Map)) return [];
  const provider = apps.get("provider");
  if (provider !== undefined && provider !== "config")
    notes.push({
      setting: "apps.provider",
      says: "The apps aren't in this file. Add them to it as a list, and run this command again.",
    });
  return listOf(apps.get("apps")).filter((app) => app instanceof Map);
}

function serverOf(config: Fields): Fields {
  const servers = config.get("servers");
  const server = servers instanceof Map ? servers.get("reverb") : undefined;
  return server instanceof Map ? server : new Map();
}

function appFromVariables(variables: Variables): Fields {
  const names = {
    ...{ app_id: "REVERB_APP_ID", key: "REVERB_APP_KEY", secret: "REVERB_APP_SECRET" },
    ...{ activity_timeout: "REVERB_APP_ACTIVITY_TIMEOUT", max_connections: "REVERB_APP_MAX_CONNECTIONS" },
    ...{ max_message_size: "REVERB_APP_MAX_MESSAGE_SIZE" },
    accept_client_events_from: "REVERB_APP_ACCEPT_CLIENT_EVENTS_FROM",
  };
  return fromVariables(variables, names);
}

function serverFromVariables(variables: Variables): Fields {
  return fromVariables(variables, {
    ...{ host: "REVERB_SERVER_HOST", port: "REVERB_SERVER_PORT", path: "REVERB_SERVER_PATH" },
    ...{ max_request_size: "REVERB_MAX_REQUEST_SIZE", scaling: "REVERB_SCALING_ENABLED" },
  });
}

function fromVariables(variables: Variables, names: Readonly<Record<string, string>>): Fields {
  return new Map(
    Object.entries(names).flatMap(([field, name]) => {
      const value = variables.get(name);
      return value === undefined || value === "" ? [] : [[field, value] as const];
    }),
  );
}

function listOf(value: PhpValue | undefined): readonly PhpValue[] {
  if (Array.isArray(value)) return value;
  return value instanceof Map ? [...value.values()] : [];
}

/** A feature that's turned off, or a value that isn't set. */
function isOff(value: PhpValue): boolean {
  if (value instanceof Map)
    return value.has("enabled") ? value.get("enabled") !== true : [...value.values()].every(isOff);
  return (
    value === null ||
    value === "" ||
    value === false ||
    value === "false" ||
    (Array.isArray(value) && value.length === 0)
  );
}
