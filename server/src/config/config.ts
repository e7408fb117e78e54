import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { limits } from "@fanfare/contract/limits";
import {
  APP_ID_PATTERN,
  APP_KEY_PATTERN,
  APP_SECRET_PATTERN,
  CONSOLE_APP_KEY,
} from "@fanfare/contract/schema/accounts/new-app";
import { emailSchema } from "@fanfare/contract/schema/accounts/sign-in";
import { z } from "zod";
import { parseTrustedProxies } from "../http/request/trusted-proxies.ts";
import { closestMatch } from "../lib/closest-match.ts";
import { parseKeys } from "../lib/key-file.ts";
import { LOG_LEVELS, type LogLevel } from "../lib/log.ts";
import { KEY_BYTES } from "../lib/vault.ts";

/** Server configuration, read from `FANFARE_…` variables at startup. */
export interface Config {
  readonly host: string;
  /** 0: use any free port. */
  readonly port: number;
  /**
   * URL under which browsers reach this server, with its path prefix and without a trailing slash. Undefined: derived
   * from host and port.
   */
  readonly public_url: string | undefined;
  readonly data_dir: string;
  /** Master keys, the current one first. Undefined: `secret.key` in the data directory. */
  readonly secret_keys: readonly Uint8Array[] | undefined;
  /** Undefined: no traces. */
  readonly otlp_endpoint: string | undefined;
  /** Valid for `parseTrustedProxies`. Text, because the configuration is posted to workers. */
  readonly trusted_proxies: string;
  /** `sqlite:{path}` or `postgres://…`. */
  readonly database_url: string;
  /** Connects several nodes. Undefined: one active node. */
  readonly redis_url: string | undefined;
  readonly first_app: FirstApp;
  readonly owner: { readonly email: string; readonly password: string } | undefined;
  readonly tls: { readonly cert_file: string; readonly key_file: string } | undefined;
  readonly log: LogLevel;
  /** 0: no automatic backups. */
  readonly backup_interval_hours: number;
  /** Number of automatic backups to keep. */
  readonly backups_kept: number;
  /** WebSockets. Undefined: from the number of file descriptors. */
  readonly connections_max: number | undefined;
  /** 0: no limit. */
  readonly connections_per_address_max: number;
  /** New connections. 0: no limit. */
  readonly accepts_per_second_max: number;
}

export interface FirstApp {
  readonly id: string | undefined;
  readonly key: string | undefined;
  readonly secret: string | undefined;
}

/** Invalid configuration. Each sentence states a problem and the valid value. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join("\n"));
    this.sentences = sentences;
  }
}

const port = (example: number) =>
  variable(
    z
      .string()
      .regex(/^[0-9]{1,5}$/)
      .transform(Number)
      .refine((value) => value <= 65_535),
    `an integer from 0 to 65535, such as ${example}`,
  );
const text = z.string().min(1);
const count = (from: number, to: number, example: number) =>
  variable(
    z
      .string()
      .regex(/^[0-9]{1,7}$/)
      .transform(Number)
      .refine((value) => value >= from && value <= to),
    `an integer from ${from} to ${to}, such as ${example}`,
  );
const shapes = {
  FANFARE_HOST: variable(
    z.string().regex(/^[A-Za-z0-9.:_-]{1,253}$/),
    "a host name or IP address, such as 127.0.0.1 or 0.0.0.0",
  ),
  FANFARE_PORT: port(4000),
  FANFARE_DEMO_PORT: port(4001),
  FANFARE_PUBLIC_URL: variable(
    text.refine(isPublicUrl).transform((url) => url.replace(/\/+$/, "")),
    "an http or https URL without query and fragment, such as https://example.com/fanfare",
  ),
  FANFARE_DATA_DIR: variable(text, "a directory, such as ./data"),
  FANFARE_DATABASE_URL: variable(
    text.refine((url) => /^sqlite:(?!:memory:).+/.test(url) || hasScheme(url, ["postgres:", "postgresql:"])),
    "sqlite:{file} or postgres://user:password@host/database",
  ),
  FANFARE_REDIS_URL: variable(
    text.refine((url) => hasScheme(url, ["redis:", "rediss:"])),
    "redis://user:password@host:port or rediss:// with TLS",
  ),
  FANFARE_APP_ID: variable(z.string().regex(APP_ID_PATTERN), "up to 18 digits, not starting with 0, such as 1001"),
  FANFARE_APP_KEY: variable(
    z
      .string()
      .regex(APP_KEY_PATTERN)
      .refine((key) => key !== CONSOLE_APP_KEY),
    `up to 64 letters, digits, underscores, and hyphens, and not ${CONSOLE_APP_KEY}`,
  ),
  FANFARE_APP_SECRET: variable(
    z.string().regex(APP_SECRET_PATTERN),
    "8 to 256 printable characters without spaces, ideally 32 random characters",
  ),
  FANFARE_OWNER_EMAIL: variable(emailSchema, "an email address"),
  FANFARE_OWNER_PASSWORD: variable(
    z.string().min(limits.password_chars_min).max(limits.password_chars_max),
    `${limits.password_chars_min} to ${limits.password_chars_max} characters`,
  ),
  FANFARE_SECRET_KEY: variable(
    text.transform(parseKeys).refine((keys) => keys !== undefined),
    `${KEY_BYTES} random bytes as base64, such as the content of secret.key. Older keys can follow, separated by commas`,
  ),
  FANFARE_TRUSTED_PROXIES: variable(
    text.refine((value) => parseTrustedProxies(value) !== undefined),
    "a list of addresses and networks, such as loopback,10.0.0.0/8, or a number of proxies, such as 1",
  ),
  FANFARE_TLS_CERT: variable(text, "the path of a PEM file"),
  FANFARE_TLS_KEY: variable(text, "the path of a PEM file"),
  FANFARE_BACKUP_INTERVAL_HOURS: count(0, 720, 24),
  FANFARE_BACKUPS_KEPT: count(1, 1_000, 7),
  FANFARE_CONNECTIONS_MAX: count(1, 1_000_000, 10_000),
  FANFARE_CONNECTIONS_PER_ADDRESS_MAX: count(0, 1_000_000, 2_000),
  FANFARE_ACCEPTS_PER_SECOND_MAX: count(0, 100_000, 2_000),
  FANFARE_OTLP_ENDPOINT: variable(
    text.refine((url) => hasScheme(url, ["http:", "https:"])),
    "the base URL of an OTLP/HTTP receiver, such as http://127.0.0.1:4318",
  ),
  FANFARE_LOG: variable(z.enum(LOG_LEVELS), `one of ${LOG_LEVELS.join(", ")}`),
};
type Name = keyof typeof shapes;
// Cast: Object.keys loses the key type.
export const VARIABLE_NAMES = Object.keys(shapes) as readonly Name[];
export const SECRET_VARIABLES: ReadonlySet<string> = new Set<Name>([
  "FANFARE_APP_SECRET",
  "FANFARE_OWNER_PASSWORD",
  "FANFARE_SECRET_KEY",
]);
/** Variables that can also name a file with their value, as `…_FILE`: those that can contain a secret. */
const FILE_VARIABLES: readonly Name[] = [
  "FANFARE_APP_SECRET",
  "FANFARE_DATABASE_URL",
  "FANFARE_OWNER_PASSWORD",
  "FANFARE_REDIS_URL",
  "FANFARE_SECRET_KEY",
];
export const FILE_SUFFIX = "_FILE";
const ALL_NAMES: readonly string[] = [...VARIABLE_NAMES, ...FILE_VARIABLES.map((name) => name + FILE_SUFFIX)];
const FILE_BYTES_MAX = 4_096;

/** Uses the expected format as the schema's error message. */
function variable<Output>(schema: z.ZodType<Output>, right: string) {
  return z
    .string({ error: right })
    .transform((value, context) => {
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
      context.addIssue({ code: "custom", message: right });
      return z.NEVER;
    })
    .optional();
}

/**
 * Reads the configuration. Empty variables count as unset.
 *
 * @throws ConfigError with one sentence per invalid or unknown variable.
 * @example
 * const config = readConfig(process.env, process.cwd());
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>, directory: string): Config {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name.startsWith("FANFARE_") && value !== ""),
  );
  const sentences = Object.keys(set)
    .filter((name) => !ALL_NAMES.includes(name))
    .map(unknownVariableMessage);
  const given = withFiles(set, directory, sentences);
  const parsed = z.object(shapes).safeParse(given);
  if (!parsed.success) {
    sentences.push(
      ...parsed.error.issues.map((issue) => invalidVariableMessage(String(issue.path[0]), given, issue.message)),
    );
    throw new ConfigError(sentences);
  }
  const values = parsed.data;
  sentences.push(...incompletePairMessages(values), ...redisMessages(values));
  if (sentences.length > 0) throw new ConfigError(sentences);

  const data_dir = resolve(directory, values.FANFARE_DATA_DIR ?? "data");
  return {
    host: values.FANFARE_HOST ?? "127.0.0.1",
    port: values.FANFARE_PORT ?? 4000,
    public_url: values.FANFARE_PUBLIC_URL,
    data_dir,
    secret_keys: values.FANFARE_SECRET_KEY,
    trusted_proxies: values.FANFARE_TRUSTED_PROXIES ?? "loopback",
    database_url: values.FANFARE_DATABASE_URL ?? `sqlite:${join(data_dir, "fanfare.db")}`,
    redis_url: values.FANFARE_REDIS_URL,
    otlp_endpoint: values.FANFARE_OTLP_ENDPOINT,
    first_app: { id: values.FANFARE_APP_ID, key: values.FANFARE_APP_KEY, secret: values.FANFARE_APP_SECRET },
    owner: both(values.FANFARE_OWNER_EMAIL, values.FANFARE_OWNER_PASSWORD, (email, password) => ({ email, password })),
    tls: both(values.FANFARE_TLS_CERT, values.FANFARE_TLS_KEY, (cert_file, key_file) => ({
      cert_file: resolve(directory, cert_file),
      key_file: resolve(directory, key_file),
    })),
    log: values.FANFARE_LOG ?? "info",
    backup_interval_hours: values.FANFARE_BACKUP_INTERVAL_HOURS ?? 24,
    backups_kept: values.FANFARE_BACKUPS_KEPT ?? 7,
    connections_max: values.FANFARE_CONNECTIONS_MAX,
    connections_per_address_max: values.FANFARE_CONNECTIONS_PER_ADDRESS_MAX ?? 2_000,
    accepts_per_second_max: values.FANFARE_ACCEPTS_PER_SECOND_MAX ?? 2_000,
  };
}

/** Replaces each `…_FILE` variable by the content of its file, without the line break at its end. */
function withFiles(
  set: Readonly<Record<string, string | undefined>>,
  directory: string,
  sentences: string[],
): Readonly<Record<string, string | undefined>> {
  const given = { ...set };
  for (const name of FILE_VARIABLES) {
    const variable_name = name + FILE_SUFFIX;
    const path = set[variable_name];
    delete given[variable_name];
    if (path === undefined) continue;
    if (set[name] !== undefined) sentences.push(`${name} and ${variable_name} are both set. Set one of them.`);
    try {
      given[name] ??= readSmallFile(resolve(directory, path));
    } catch (error) {
      sentences.push(`${variable_name} can't be read: ${error instanceof Error ? error.message : error}.`);
    }
  }
  return given;
}

function readSmallFile(path: string): string {
  if (statSync(path).size > FILE_BYTES_MAX) throw new Error(`${path} has more than ${FILE_BYTES_MAX} bytes`);
  return readFileSync(path, "utf8").replace(/\r?\n$/, "");
}

function both<Left, Right, Pair>(
  left: Left | undefined,
  right: Right | undefined,
  pair: (left: Left, right: Right) => Pair,
): Pair | undefined {
  return left === undefined || right === undefined ? undefined : pair(left, right);
}

const REQUIRED_PAIRS: readonly (readonly [Name, Name])[] = [
  ["FANFARE_OWNER_EMAIL", "FANFARE_OWNER_PASSWORD"],
  ["FANFARE_TLS_CERT", "FANFARE_TLS_KEY"],
];

function redisMessages(values: {
  FANFARE_REDIS_URL?: unknown;
  FANFARE_DATABASE_URL?: string | undefined;
}): readonly string[] {
  if (values.FANFARE_REDIS_URL === undefined || /^postgres(ql)?:/.test(values.FANFARE_DATABASE_URL ?? "")) return [];
  return [
    "FANFARE_REDIS_URL is set, but FANFARE_DATABASE_URL isn't a PostgreSQL database. Several nodes need both. Unset FANFARE_REDIS_URL, or run fanfare move first.",
  ];
}

function incompletePairMessages(values: Partial<Record<Name, unknown>>): readonly string[] {
  return REQUIRED_PAIRS.flatMap(([left, right]) => {
    if ((values[left] === undefined) === (values[right] === undefined)) return [];
    const [set, missing] = values[left] === undefined ? [right, left] : [left, right];
    return [`${set} is set, but ${missing} isn't. Set both or neither.`];
  });
}

function invalidVariableMessage(
  name: string,
  given: Readonly<Record<string, string | undefined>>,
  right: string,
): string {
  const value = SECRET_VARIABLES.has(name)
    ? "set to an invalid value"
    : JSON.stringify(redactPassword(given[name] ?? ""));
  return `${name} is ${value}. It must be ${right}.`;
}

function unknownVariableMessage(name: string): string {
  const near = closestMatch(name, ALL_NAMES);
  const hint = near === undefined ? `Known variables: ${VARIABLE_NAMES.join(", ")}.` : `Did you mean ${near}?`;
  return `Unknown variable: ${name}. ${hint}`;
}

function hasScheme(url: string, schemes: readonly string[]): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && schemes.includes(parsed.protocol) && parsed.hostname !== "";
}

function isPublicUrl(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null || !hasScheme(url, ["http:", "https:"])) return false;
  return parsed.search === "" && parsed.hash === "" && parsed.username === "" && parsed.password === "";
}

/** Returns a URL without its password, and other text unchanged. */
export function redactPassword(value: string): string {
  const url = URL.parse(value);
  // An unescaped #, / or ? in a password, or a slash less, breaks URL parsing. Then redact everything before the last @.
  if (url === null || url.password === "" || `${url.search}${url.hash}`.includes("@")) {
    return value.replace(/^([a-z][a-z0-9+.-]*:\/*[^:@/]*):.*@/is, "$1:hidden@");
  }
  url.password = "hidden";
  return url.href;
}
