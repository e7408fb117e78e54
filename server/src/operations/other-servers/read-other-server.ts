import { importedAppSchema } from "@fanfare/contract/schema/accounts/new-app";
import { StartupError } from "../../lib/operator-errors.ts";
import { readVariables, type Variables } from "./env-file.ts";
import type { OtherApp, OtherServer } from "./other-app.ts";
import { readPhpConfig } from "./php-config.ts";
import { readPusher } from "./pusher.ts";
import { readReverb } from "./reverb.ts";
import { readSoketi } from "./soketi.ts";

/** Servers whose apps Fanfare takes over, with the files that are read if none is named. */
export const OTHER_SERVERS = {
  soketi: ["soketi.json", "config.json", ".env"],
  reverb: ["config/reverb.php", ".env"],
  pusher: [".env"],
} as const;
export type OtherServerName = keyof typeof OTHER_SERVERS;

const FILE_CHARS_MAX = 1024 * 1024;

/** A configuration file. Its name decides how it's read. */
export interface ConfigFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Reads the configuration of another server. Nothing in it is run.
 *
 * @throws StartupError if a file can't be read as what its name says, or no app is in them.
 */
export function readOtherServer(from: OtherServerName, files: readonly ConfigFile[]): OtherServer {
  const large = files.find(({ text }) => text.length > FILE_CHARS_MAX);
  if (large !== undefined) throw new StartupError(`${large.name} is longer than ${FILE_CHARS_MAX} characters.`);
  const [json, php] = [find(files, ".json"), find(files, ".php")];
  const variables: Variables = new Map(
    files.filter((file) => file !== json && file !== php).flatMap(({ text }) => [...readVariables(text)]),
  );
  const found = read(from, { variables, json, php });
  if (found.apps.length > 0 && found.apps.every(({ key, secret }) => key !== "" && secret !== "")) {
    for (const app of found.apps) requireImportable(app);
    return found;
  }
  const notes = found.notes.map(({ setting, says }) => ` ${setting}: ${says}`).join("");
  throw new StartupError(
    `${files.map(({ name }) => name).join(", ")}: no app with a key and a secret of ${from}. Use --file to name other files.${found.apps.length === 0 ? notes : ""}`,
  );
}

/** What both servers need to have in common. Everything else was changed to what Fanfare accepts. */
const REMEDIES: Readonly<Record<string, string>> = {
  key: "The key needs 1 to 64 letters, digits, _, and -.",
  secret: "The secret needs 8 to 256 printable characters without spaces.",
};

/** Before anything is created, and in a dry run. */
function requireImportable(app: OtherApp): void {
  const issue = importedAppSchema.safeParse(app).error?.issues[0];
  if (issue === undefined) return;
  const [field = ""] = issue.path.map(String);
  throw new StartupError(
    `${app.name}: ${REMEDIES[field] ?? `${field}: ${issue.message}`} Change it in the files and in your backends, then run this command again.`,
  );
}

function read(
  from: OtherServerName,
  {
    variables,
    json,
    php,
  }: { readonly variables: Variables; readonly json?: ConfigFile | undefined; readonly php?: ConfigFile | undefined },
): OtherServer {
  switch (from) {
    case "soketi":
      return readSoketi(variables, json === undefined ? {} : parseJson(json));
    case "reverb":
      return readReverb(variables, php === undefined ? undefined : readPhpConfig(php.name, php.text, variables));
    case "pusher":
      return readPusher(variables);
  }
}

function find(files: readonly ConfigFile[], extension: string): ConfigFile | undefined {
  return files.find(({ name }) => name.endsWith(extension));
}

function parseJson({ name, text }: ConfigFile): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartupError(`${name} isn't JSON: ${error instanceof Error ? error.message : error}`);
  }
}
