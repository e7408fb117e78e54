import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { FolderFile } from "@fanfare/contract/content-folder";
import { readArguments } from "./arguments.ts";
import { type Command, printResult } from "./command.ts";
import { clientFor } from "./content/folder-client.ts";
import { readDirectory } from "./content/folder-directory.ts";

const USAGE = `Usage: fanfare types [options]

  --out fanfare-names.d.ts   the file to write
  --check                    write nothing, and exit with 2 if the file is out of date
  --dir content              read a content folder, without a server
  --server https://…         read another server, with --token-file file, or - for standard input
  --app 1001
  --json                     print one line of JSON`;

const OUTDATED = 2;

/** `fanfare types`: the slugs, events, and actions of the workspace as types of the SDK. */
export const types: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: [""],
    options: {
      out: { type: "string", default: "fanfare-names.d.ts" },
      check: { type: "boolean", default: false },
      dir: { type: "string" },
      app: { type: "string" },
      server: { type: "string" },
      "token-file": { type: "string" },
    },
    usage: USAGE,
  });
  const { dir, check, json } = values;
  const files =
    dir === undefined
      ? await (await clientFor(context, values)).read()
      : await readDirectory(resolve(context.directory, dir));
  const names = namesIn(files);
  const text = printNames(names);
  const path = resolve(context.directory, values.out);
  const current = existsSync(path) && (await readFile(path, "utf8")) === text;
  if (!check && !current) await writeFile(path, text);
  const counts = { contents: names.contents.size, events: names.events.size, actions: names.actions.size };
  printResult(context, json, { file: path, current, ...counts }, () => [
    current ? `${path} is up to date.` : check ? `${path} is out of date. Run fanfare types.` : `${path} written.`,
    `Slugs: ${counts.contents}, events: ${counts.events}, actions: ${counts.actions}.`,
  ]);
  return check && !current ? OUTDATED : 0;
};

interface Names {
  readonly contents: Set<string>;
  readonly events: Set<string>;
  readonly actions: Set<string>;
}

/** Slugs, and the events and actions that drafts, segments, and goals name. */
function namesIn(files: readonly FolderFile[]): Names {
  const names: Names = { contents: new Set(), events: new Set(), actions: new Set() };
  for (const { path, text } of files) {
    const slug = /^contents\/([^/]+)\/content\.json$/.exec(path)?.[1];
    if (slug !== undefined) names.contents.add(slug);
    collect(JSON.parse(text), names);
  }
  return names;
}

function collect(value: unknown, names: Names): void {
  if (typeof value !== "object" || value === null) return;
  const { kind, event, name, event_name, prepare } = value as Readonly<Record<string, unknown>>;
  if (kind === "event") for (const each of [event, name]) if (typeof each === "string") names.events.add(each);
  if (typeof event_name === "string") names.events.add(event_name);
  if (kind === "host" && typeof name === "string") names.actions.add(name);
  if (typeof prepare === "string") names.actions.add(prepare);
  for (const each of Object.values(value)) collect(each, names);
}

function printNames({ contents, events, actions }: Names): string {
  const members = (names: ReadonlySet<string>): string =>
    [...names]
      .sort()
      .map((name) => `    ${JSON.stringify(name)}: unknown;\n`)
      .join("");
  return `// Written by "fanfare types". Add names of your own in another file.
import "@fanfare/sdk";

declare module "@fanfare/sdk" {
  interface ContentNames {
${members(contents)}  }
  interface EventNames {
${members(events)}  }
  interface ActionNames {
${members(actions)}  }
}
`;
}
