import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EVENT_NAMES } from "@fanfare/contract/events/events";
import { problems } from "@fanfare/contract/problem";
import { describeApi } from "@fanfare/server/http/openapi/openapi";
import { COMMANDS } from "../../server/src/cli.ts";
import { VARIABLE_NAMES } from "../../server/src/config/config.ts";
import { ROOT } from "../terminal.ts";
import { COMMAND_OPTIONS } from "./command-options.ts";
import { INTERNAL_SECTIONS } from "./limits/internal-limits.ts";
import { LIMIT_SECTIONS } from "./limits/limit-sentences.ts";
import { CHAPTERS } from "./pages.ts";
import type { NameKind } from "./removed.tsx";
import { sdkSymbols } from "./sdk-symbols.ts";

/** Everything that the documentation describes by name, as lines of names.txt: `error revision_stale`. */
export function documentedNames(): readonly string[] {
  const names: Readonly<Record<NameKind | "page", readonly string[]>> = {
    page: CHAPTERS.flatMap(({ pages }) => pages.map(({ slug }) => slug)),
    error: Object.keys(problems),
    call: Object.values(describeApi().paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    ),
    command: Object.keys(COMMANDS).map((name) => `fanfare ${name}`),
    option: Object.entries(COMMAND_OPTIONS).flatMap(([name, options]) =>
      Object.keys(options).map((option) => `${name} --${option}`),
    ),
    variable: VARIABLE_NAMES,
    limit: [...LIMIT_SECTIONS, ...INTERNAL_SECTIONS].flatMap(({ limits }) => Object.keys(limits)),
    symbol: sdkSymbols(),
    event: EVENT_NAMES,
  };
  return Object.entries(names).flatMap(([kind, each]) => [...new Set(each)].map((name) => `${kind} ${name}`));
}

export const NAMES_FILE = "scripts/docs/names.txt";

/** Names that the documentation has, or had. */
export const knownNames = (): readonly string[] =>
  readFileSync(join(ROOT, NAMES_FILE), "utf8")
    .split("\n")
    .filter((line) => line !== "");

/** The file with the names that are new. None is removed: a removed name needs an entry in removed.tsx. */
export const namesFile = (): string =>
  `${[...new Set([...knownNames(), ...documentedNames()])].toSorted().join("\n")}\n`;
