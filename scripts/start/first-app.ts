import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../terminal.ts";

/**
 * Variables of the app that server and demo share. The server creates it on first boot, and the demo signs with its
 * secret.
 */
export type FirstAppVariables = {
  readonly FANFARE_APP_ID: string;
  readonly FANFARE_APP_KEY: string;
  readonly FANFARE_APP_SECRET: string;
};

const FILE = "first-app.json";
const DATABASE_FILE = "fanfare.db";
const OWNER_ONLY = 0o600;
/** Same mode as when the server creates the directory first. */
const DIRECTORY_OWNER_ONLY = 0o700;

/**
 * ID, key, and secret of the first app. The first start stores what the environment gives, and generates the rest. Later
 * starts read the file, so that the demo works without the variables.
 *
 * @throws UserError when a server created its first app without this file.
 */
export function firstApp(
  data_dir: string,
  environment: Readonly<Record<string, string | undefined>>,
): FirstAppVariables {
  const given = {
    id: environment["FANFARE_APP_ID"] || undefined,
    key: environment["FANFARE_APP_KEY"] || undefined,
    secret: environment["FANFARE_APP_SECRET"] || undefined,
  };
  const file = join(data_dir, FILE);
  const stored = existsSync(file) ? read(file) : store(file, data_dir, given);
  return {
    FANFARE_APP_ID: given.id ?? stored.id,
    FANFARE_APP_KEY: given.key ?? stored.key,
    FANFARE_APP_SECRET: given.secret ?? stored.secret,
  };
}

interface StoredApp {
  readonly id: string;
  readonly key: string;
  readonly secret: string;
}

function store(file: string, data_dir: string, given: Record<keyof StoredApp, string | undefined>): StoredApp {
  const { id, key, secret } = given;
  const is_complete = id !== undefined && key !== undefined && secret !== undefined;
  if (!is_complete && existsSync(join(data_dir, DATABASE_FILE))) {
    throw new UserError(
      `${data_dir} has a database but no ${FILE}, so the demo has no app key. Set FANFARE_APP_ID, FANFARE_APP_KEY, and FANFARE_APP_SECRET to one of its apps.`,
    );
  }
  const app = {
    id: id ?? String(100_000 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 900_000)),
    key: key ?? hex(10),
    secret: secret ?? hex(20),
  };
  mkdirSync(data_dir, { recursive: true, mode: DIRECTORY_OWNER_ONLY });
  writeFileSync(file, `${JSON.stringify(app, undefined, 2)}\n`, { mode: OWNER_ONLY, flag: "wx" });
  return app;
}

function read(file: string): StoredApp {
  try {
    // Fields are validated below.
    const { id, key, secret } = JSON.parse(readFileSync(file, "utf8")) as Partial<Record<keyof StoredApp, unknown>>;
    if (typeof id === "string" && typeof key === "string" && typeof secret === "string") return { id, key, secret };
  } catch (error) {
    throw new UserError(
      `Can't read ${file} (${String(error)}). Fix the file, or set FANFARE_APP_ID, FANFARE_APP_KEY, and FANFARE_APP_SECRET.`,
    );
  }
  throw new UserError(
    `${file} has no id, key, or secret. Fix the file, or set FANFARE_APP_ID, FANFARE_APP_KEY, and FANFARE_APP_SECRET.`,
  );
}

function hex(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("hex");
}
