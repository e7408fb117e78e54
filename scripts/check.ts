import { build } from "./build.ts";
import { createSite } from "./docs/site.tsx";
import { staleDocs } from "./docs.ts";
import { openApiFindings } from "./openapi-lint.ts";
import { capture, installed, main, print, seconds, UserError } from "./terminal.ts";
import { crowdedFolders } from "./words/folders.ts";
import { wordsFindings } from "./words.ts";

interface Check {
  readonly name: string;
  readonly find: () => Promise<string | undefined>;
}

const command = (line: readonly string[]) => async (): Promise<string | undefined> => {
  const { code, output } = await capture(line, { FORCE_COLOR: process.stdout.isTTY ? "1" : "0" });
  return code === 0 ? undefined : output;
};

const CHECKS: readonly Check[] = [
  { name: "format, lint, import rules", find: command([installed("biome"), "check", "--error-on-warnings", "."]) },
  { name: "types", find: command([installed("tsc"), "-p", "."]) },
  {
    name: "words",
    find: async () => {
      const findings = await wordsFindings();
      return findings.length === 0
        ? undefined
        : findings.map(({ at, rule, text }) => `${at}  ${rule}\n    ${text}`).join("\n");
    },
  },
  {
    name: "folders",
    find: async () => {
      const { output } = await capture(["git", "ls-files", "-co", "--exclude-standard"]);
      const crowded = crowdedFolders(output.split("\n"));
      return crowded.length === 0 ? undefined : crowded.join("\n");
    },
  },
  { name: "spelling", find: command([installed("cspell"), "--no-progress", "--no-summary"]) },
  {
    name: "generated documents",
    find: async () =>
      staleDocs().length === 0
        ? undefined
        : `${staleDocs().join(", ")} is out of date. Run: node_modules/.bin/bun scripts/docs.ts`,
  },
  {
    name: "OpenAPI description",
    find: async () => {
      const findings = await openApiFindings();
      return findings.length === 0 ? undefined : findings.join("\n");
    },
  },
  {
    name: "links in documents",
    find: async () => {
      try {
        await createSite();
        return undefined;
      } catch (error) {
        if (error instanceof UserError) return error.message;
        throw error;
      }
    },
  },
  {
    name: "SDK sizes",
    find: async () => {
      await build(["sdk"]);
      return command([process.execPath, "scripts/sizes.ts"])();
    },
  },
];

/** All checks that need no service and no browser. Takes seconds. */
await main(async () => {
  const found = await Promise.all(
    CHECKS.map(async ({ name, find }) => {
      const started = performance.now();
      const wrong = await find();
      print(`${wrong === undefined ? "ok    " : "WRONG "} ${name} (${seconds(started)})`);
      return wrong;
    }),
  );
  const wrong = found.filter((each) => each !== undefined);
  for (const each of wrong) print(`\n${each}`);
  return wrong.length === 0 ? 0 : 1;
});
