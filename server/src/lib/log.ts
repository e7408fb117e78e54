import type { Clock } from "@fanfare/contract/lib/clock";

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type LogFields = Readonly<Record<string, unknown>>;

/** Structured log: an event name in snake_case and its fields. Fields never contain secrets. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** Returns a log that adds these fields to each event. */
  with(fields: LogFields): Log;
}

/**
 * Writes one JSON line per event. `write` gets the line including its line feed.
 *
 * @example
 * const log = jsonLog({ clock: systemClock, level: "info", write: (line) => process.stdout.write(line) });
 * log.info("listening", { port: 4000 });
 */
export function jsonLog(options: {
  readonly clock: Pick<Clock, "now">;
  readonly level: LogLevel;
  readonly write: (line: string) => void;
}): Log {
  const lowest = LOG_LEVELS.indexOf(options.level);
  const logWith = (bound: LogFields): Log => {
    const write = (level: LogLevel, event: string, fields: LogFields = {}): void => {
      if (LOG_LEVELS.indexOf(level) < lowest) return;
      const head = { at: new Date(options.clock.now()).toISOString(), level, event };
      options.write(`${formatLine(head, { ...bound, ...fields })}\n`);
    };
    return {
      debug: (event, fields) => write("debug", event, fields),
      info: (event, fields) => write("info", event, fields),
      warn: (event, fields) => write("warn", event, fields),
      error: (event, fields) => write("error", event, fields),
      with: (fields) => logWith({ ...bound, ...fields }),
    };
  };
  return logWith({});
}

/** Never throws: fields that JSON can't represent, such as cycles, are listed by name instead. */
function formatLine(head: LogFields, fields: LogFields): string {
  try {
    return escapeControls(JSON.stringify({ ...head, ...fields }, printable));
  } catch (error) {
    return escapeControls(JSON.stringify({ ...head, unprintable_fields: Object.keys(fields), reason: String(error) }));
  }
}

/**
 * JSON leaves U+0085, U+2028, and other control characters as they are. Some viewers begin a line there, and terminals
 * run them as commands.
 */
function escapeControls(line: string): string {
  return line.replace(/[\p{Cc}\u2028\u2029]/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Discards everything. For tests, and for commands whose result is their output. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  with: () => silentLog,
};

/** Fields that carry secrets by name are the second line of defense; the first is that no caller passes them. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  "authorization",
  "cookie",
  "set-cookie",
  "password",
  "password_hash",
  "secret",
  "sealed",
  "token",
  "token_hash",
]);

function printable(key: string, value: unknown): unknown {
  if (SECRET_FIELDS.has(key.toLowerCase())) return "[hidden]";
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Error)
    return { name: value.name, message: value.message, stack: value.stack, cause: value.cause };
  return value;
}
