import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../terminal.ts";

/** The app that server and demo share: the server makes it at its first boot, the demo signs with its secret. */
export type FirstAppVariables = {
  readonly FANFARE_APP_ID: string;
  readonly FANFARE_APP_KEY: string;
  readonly FANFARE_APP_SECRET: string;
};

const FILE = "first-app.json";
const OWNER_ONLY = 0o600;
/** As the server makes the directory when it is the first one there. */
const DIRECTORY_OWNER_ONLY = 0o700;

/**
 * Id, key and secret of the first app: from the environment where given, else from the data directory, where they are made
 * once. The secret is stored a second time by the server, sealed; this file is what a customer would keep in a vault.
 */
export function firstApp(
  data_dir: string,
  environment: Readonly<Record<string, string | undefined>>,
): FirstAppVariables {
  const stored = readStoredApp(data_dir);
  return {
    FANFARE_APP_ID: environment["FANFARE_APP_ID"] || stored.id,
    FANFARE_APP_KEY: environment["FANFARE_APP_KEY"] || stored.key,
    FANFARE_APP_SECRET: environment["FANFARE_APP_SECRET"] || stored.secret,
  };
}

interface StoredApp {
  readonly id: string;
  readonly key: string;
  readonly secret: string;
}

function readStoredApp(data_dir: string): StoredApp {
  const file = join(data_dir, FILE);
  if (existsSync(file)) return read(file);
  const made = {
    id: String(100_000 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 900_000)),
    key: hex(10),
    secret: hex(20),
  };
  mkdirSync(data_dir, { recursive: true, mode: DIRECTORY_OWNER_ONLY });
  writeFileSync(file, `${JSON.stringify(made, undefined, 2)}\n`, { mode: OWNER_ONLY, flag: "wx" });
  return made;
}

function read(file: string): StoredApp {
  try {
    // Checked field by field below.
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
