import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@babel/parser";
import { EVENT_NAMES } from "@fanfare/contract/events/events";
import { ROOT } from "../terminal.ts";
import { helpOf } from "./command-line-page.ts";
import { COMMAND_OPTIONS } from "./command-options.ts";

const COMMANDS = join(ROOT, "server/src/commands");
const OPTION = /["']?([a-z0-9-]+)["']?: \{ type: "(?:string|boolean)"/g;

/** Options that the files of each command read, without `--json`, which every command has. */
function readOptions(): Readonly<Record<string, readonly string[]>> {
  const found = readdirSync(COMMANDS).flatMap((entry): [string, readonly string[]][] => {
    const path = join(COMMANDS, entry);
    const files = statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path];
    const sources = files.filter((file) => !/\.test\.ts$|arguments\.ts$/.test(file));
    const options = sources.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(OPTION)].map(([, name]) => name ?? ""),
    );
    const own = [...new Set(options)].filter((name) => name !== "json").toSorted();
    return own.length === 0 ? [] : [[entry.replace(/\.ts$/, ""), own]];
  });
  return Object.fromEntries(found);
}

test("every option of every command has a sentence, and no other option has one", () => {
  const described = Object.entries(COMMAND_OPTIONS).map(([name, options]) => [name, Object.keys(options).toSorted()]);
  expect(Object.fromEntries(described)).toEqual(readOptions());
  const sentences = Object.values(COMMAND_OPTIONS).flatMap((options) => Object.values(options));
  expect(sentences.filter((sentence) => !/^[A-Z`].*\.$/.test(sentence))).toEqual([]);
});

test("the help of a command names each of its options", async () => {
  for (const [name, options] of Object.entries(COMMAND_OPTIONS)) {
    const help = await helpOf(name);
    const missing = Object.keys(options).filter((option) => !new RegExp(`--${option}(?![a-z-])`).test(help));
    expect([name, missing]).toEqual([name, []]);
  }
});

/** Members of the types that pages use, and what the entries for React and Vue export. */
function sdkSymbols(): readonly string[] {
  const folder = join(ROOT, "sdk/src/api");
  const sources = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const members = sources.flatMap((name) => {
    const { program } = parse(readFileSync(join(folder, name), "utf8"), {
      sourceType: "module",
      plugins: ["typescript"],
    });
    return program.body.flatMap((statement) => {
      const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : undefined;
      const body = declared?.type === "TSInterfaceDeclaration" ? declared.body.body : [];
      return body.flatMap((member) =>
        (member.type === "TSMethodSignature" || member.type === "TSPropertySignature") &&
        member.key.type === "Identifier"
          ? [member.key.name]
          : [],
      );
    });
  });
  const entries = ["sdk/react/index.ts", "sdk/vue/index.ts"].flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = ""]) =>
      names.split(",").flatMap((name) => (name.includes("type ") ? [] : [name.trim()])),
    ),
  );
  return [...new Set([...members, ...entries])].filter((name) => name !== "");
}

test("every call, option, and field of the SDK is in its reference", () => {
  const page = readFileSync(join(ROOT, "docs/SDK.md"), "utf8");
  const symbols = sdkSymbols();
  expect(symbols.length).toBeGreaterThan(60);
  expect(symbols.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
});

test("every event that the SDK sends is described", () => {
  const docs = ["*.md", "{start,guides,operations}/*.md"]
    .flatMap((glob) => [...new Bun.Glob(glob).scanSync({ cwd: join(ROOT, "docs") })])
    .filter((file) => file !== "specification.md")
    .map((file) => readFileSync(join(ROOT, "docs", file), "utf8"))
    .join("\n");
  expect(EVENT_NAMES.filter((name) => !docs.includes(`\`${name}\``))).toEqual([]);
});
