import { expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  APP,
  editorBrowser,
  startTemporaryServer,
  type TemporaryServer,
} from "../../server/test/support/temporary-server.ts";
import { ROOT } from "../terminal.ts";
import { CHAPTERS } from "./pages.ts";
import { codeBlocks } from "./samples.ts";

// Each command is a process.
setDefaultTimeout(600_000);

/** The commands take a minute of CPU time in all. Daily, their names and options are checked (samples.test.ts). */
const runNightly = test.if(process.env["NIGHTLY"] !== undefined);

const BUN = join(ROOT, "node_modules/.bin/bun");
const CLI = process.env["TEST_SERVER"] ?? join(ROOT, "server/src/cli.ts");
const DAY_MS = 86_400_000;

/** Blocks that don't run here, by their first line: each has a test of its own, or a reason. */
const NOT_RUN_HERE: Readonly<Record<string, string>> = {
  "npm start": "e2e/from-nothing.web.ts",
  "npx fanfare content push --dir examples/content --publish": "e2e/from-nothing.web.ts",
  "node examples/plain/serve.mjs": "e2e/from-nothing.web.ts",
  "npm run release                          # This machine's platform": "scripts/release/release.test.ts",
  "tar xzf fanfare-0.1.0-linux-x64.tar.gz": "scripts/release/executable.test.ts. The image needs a container builder.",
  "sudo apt install ./fanfare_0.1.0_amd64.deb": "scripts/release/debian.test.ts",
  "docker load --input fanfare-0.1.0-linux-x64.oci.tar": "Needs a container engine.",
  "cd packaging/compose": "Needs a container engine. compose-file.redis.test.ts runs the services without one.",
  "npm ci": "Installs and builds the repository, as `.ci/run` does.",
  "npm run build        # Build the browser files. Repeat after each upgrade.": "As above.",
  "fanfare upgrade --from fanfare-0.2.0-linux-x64.tar.gz":
    "scripts/release/executable.test.ts, with a release of the next version.",
  "systemctl stop fanfare": "Needs systemd.",
  'pg_dump --format=custom --file fanfare.dump "$FANFARE_DATABASE_URL"': "Commands of PostgreSQL.",
  "npx fanfare restore --from /mnt/backup/fanfare-friday":
    "Needs a stopped server. scripts/release/journey.ts restores a backup.",
  "fanfare node list               # nodes, their state, and when they last reported": "Needs several nodes.",
  "fanfare move --to postgres://fanfare:password@db/fanfare":
    "server/src/operations/move.pg.test.ts, with a PostgreSQL database.",
};
/** Lines of a `.env` file, or of an environment. */
const SETTINGS = /^(?:[A-Z_]+=\S*(?: #.*)?\n?)+$/;

type Variables = Readonly<Record<string, string>>;
/** Does what a page tells its readers to do first. Returns the variables of its commands, and texts to replace. */
type Prepare = (server: TemporaryServer, folder: string) => Promise<Variables>;

const TOUR = { body: { type: "tour", steps: [{ kind: "centered", id: "one", title: "Welcome", blocks: [] }] } };

/** POST as the owner. Returns the response. */
async function create(server: TemporaryServer, path: string, body: object) {
  const owner = await server.ownerBrowser();
  const { status, json, text } = await owner.call("POST", path, body);
  if (status >= 300) throw new Error(`${path}: ${text}`);
  return json;
}

const SURVEY = {
  body: { type: "survey", title: "How is it?", questions: [{ id: "nps", kind: "nps", title: "Recommend us?" }] },
};

const createContent = (server: TemporaryServer, slug = "welcome", draft: object = TOUR) =>
  create(server, "/api/contents", { app_id: APP.id, name: slug, slug, draft });

async function reviewedContent(server: TemporaryServer): Promise<Variables> {
  const owner = await server.ownerBrowser();
  await editorBrowser(owner, server);
  const { headers } = await owner.call("GET", `/api/apps/${APP.id}`);
  const settings = { settings: { review: "required" } };
  const { status, text } = await owner.call("PATCH", `/api/apps/${APP.id}`, settings, {
    "if-match": headers.get("etag") ?? "",
  });
  if (status !== 200) throw new Error(text);
  const { id, revision } = await createContent(server);
  const { json } = await owner.call("GET", `/api/contents/${id}/reviewers?app_id=${APP.id}`);
  return { ID: id, MEMBER_ID: json.items[0].id, '"7"': `"${revision}"` };
}

async function publishedContent(server: TemporaryServer, folder: string): Promise<Variables> {
  const owner = await server.ownerBrowser();
  for (const slug of ["welcome", "next-steps"]) {
    const { id, revision } = await createContent(server, slug);
    await owner.call("POST", `/api/contents/${id}/publish`, { app_id: APP.id }, { "if-match": `"${revision}"` });
  }
  await Bun.$`git init --quiet && git config user.name Ada && git config user.email ada@example.com`.cwd(folder);
  return { COMMIT: "4f2a1c9" };
}

async function secondApp(server: TemporaryServer): Promise<Variables> {
  await create(server, "/api/apps", { id: "1002", name: "Shop" });
  return {};
}

async function tourOfDriver(_: TemporaryServer, folder: string): Promise<Variables> {
  cpSync(join(ROOT, "examples/imports/driver.js"), join(folder, "src/tour.js"));
  return {};
}

async function reverbApplication(server: TemporaryServer, folder: string): Promise<Variables> {
  const app = ["REVERB_APP_ID=2001", "REVERB_APP_KEY=reverb-key", "REVERB_APP_SECRET=reverb-secret"];
  writeFileSync(join(folder, ".env"), app.join("\n"));
  return { "/var/lib/fanfare": server.config.data_dir, "--id 1001": "--id 3001" };
}

/** By page, or by the first line of a block. */
const PREPARED: Readonly<Record<string, Prepare>> = {
  "docs/guides/review.md": reviewedContent,
  "docs/guides/analytics.md": async (server) => ({
    ID: (await createContent(server)).id,
    GOAL: (await create(server, "/api/goals", { app_id: APP.id, name: "Ordered", event_name: "ordered" })).id,
  }),
  "docs/guides/surveys.md": async (server) => ({ ID: (await createContent(server, "survey", SURVEY)).id }),
  "docs/operations/content-files.md": publishedContent,
  "fanfare content promote --from 1001 --to 1002 --dry-run": secondApp,
  "docs/guides/import-tours.md": tourOfDriver,
  "docs/guides/migrate-from-pusher.md": reverbApplication,
};

/** What every page may use: the installation's address, a token in a variable and in files, and a later day. */
async function common(server: TemporaryServer, folder: string): Promise<Variables> {
  const { token } = await create(server, "/api/tokens", { name: "Reader", scopes: ["*"], expires_in_days: 1 });
  for (const name of ["token.txt", "staging.txt", "production.txt"]) writeFileSync(join(folder, name), token);
  return {
    ...{ TOKEN: token, "https://fanfare.example": server.origin, "https://staging.example": server.origin },
    ...{ "http://localhost:4000": server.origin, "/mnt/backup": join(folder, "backup") },
    "2026-12-01T09:00": `${new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)}T09:00`,
  };
}

function writeProgram(folder: string, name: string, script: string): void {
  mkdirSync(join(folder, "bin"), { recursive: true });
  writeFileSync(join(folder, "bin", name), `#!/bin/bash\n${script}\n`, { mode: 0o755 });
}

/** A folder to work in, whose programs fail where a reader would see an error. */
function makeFolder(server: TemporaryServer): string {
  const folder = mkdtempSync(join(tmpdir(), "fanfare-commands-"));
  for (const name of ["src", "content"]) mkdirSync(join(folder, name));
  writeProgram(folder, "fanfare", `FANFARE_DATA_DIR="${server.config.data_dir}" exec "${BUN}" "${CLI}" "$@"`);
  writeProgram(folder, "npx", '[ "$1" = fanfare ] && exec "$@"');
  // The addresses of packages, without the packages they need.
  writeProgram(folder, "npm", '[ "$1" = install ] && exec curl -o package.tgz "$2"');
  writeProgram(folder, "curl", 'exec /usr/bin/curl --silent --show-error --fail-with-body "$@"');
  return folder;
}

/** IDs that commands print, which later commands of the page name by an example. */
function idsIn(output: string): Variables {
  const [id] = /"id":\s*"[a-z]+_[^"]+"/.exec(output) ?? [];
  const [secret] = output.match(/\bsec_[\w-]+/g)?.slice(1) ?? [];
  const [update] = /\blup_[\w-]+/.exec(output) ?? [];
  return {
    ...(id === undefined ? {} : { ID: id.split('"')[3] ?? "" }),
    ...(secret === undefined ? {} : { "sec_…": secret }),
    ...(update === undefined ? {} : { lup_018f: update }),
  };
}

const isVariable = (name: string): boolean => /^[A-Z_]+$/.test(name);

async function run(code: string, folder: string, given: Variables) {
  const entries = Object.entries(given);
  const command = entries
    .filter(([name]) => !isVariable(name))
    .reduce((text, [from, to]) => text.replaceAll(from, to), code);
  const child = Bun.spawn(["bash", "-euo", "pipefail", "-c", command], {
    cwd: folder,
    env: {
      ...process.env,
      ...Object.fromEntries(entries.filter(([name]) => isVariable(name))),
      PATH: `${folder}/bin:${process.env["PATH"]}`,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exit_code: await child.exited, output, errors };
}

const FILES = CHAPTERS.flatMap(({ pages }) => pages).flatMap(({ source }) => ("file" in source ? [source.file] : []));
const firstLine = (code: string): string => code.trim().split("\n")[0] ?? "";
/** Daily, import-guides.test.ts runs the guides that start with `from-`. */
const ALL = codeBlocks(FILES, "sh").filter(({ at, code }) => !SETTINGS.test(code.trim()) && !/\/from-/.test(at));
const RUN_HERE = ALL.filter(({ code }) => NOT_RUN_HERE[firstLine(code)] === undefined);

test("every block of commands in the documentation runs, or says why not", () => {
  const lines = ALL.map(({ code }) => firstLine(code));
  expect(Object.keys(NOT_RUN_HERE).filter((line) => !lines.includes(line))).toEqual([]);
  expect(RUN_HERE.length).toBeGreaterThan(40);
});

for (const [file, blocks] of Map.groupBy(RUN_HERE, ({ at }) => at.split(":")[0] ?? "")) {
  runNightly(`the commands of ${file} run as they are written`, async () => {
    await using server = await startTemporaryServer();
    const folder = makeFolder(server);
    let given = { ...(await common(server, folder)), ...(await PREPARED[file]?.(server, folder)) };
    for (const { at, code } of blocks) {
      given = { ...given, ...(await PREPARED[firstLine(code)]?.(server, folder)) };
      const { exit_code, output, errors } = await run(code, folder, given);
      expect({ at, exit_code, errors: exit_code === 0 ? "" : `${errors}${output}` }).toEqual({
        at,
        exit_code: 0,
        errors: "",
      });
      given = { ...idsIn(output), ...given };
    }
    rmSync(folder, { recursive: true });
  });
}
