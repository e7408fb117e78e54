import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OWNER, openBrowser, sampleTour } from "../test/support/temporary-server.ts";
import { run as runCommand } from "./cli.ts";

// Starting processes can exceed Bun's default on busy machines.
setDefaultTimeout(60_000);

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "fanfare-cli-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** The whole test run bundles it once: loading its modules takes most of a command's time. */
const CLI = process.env["TEST_SERVER"] ?? join(import.meta.dir, "cli.ts");

/** Runs the CLI as an operator does: in its own process, with no Fanfare variables except these. */
function fanfare(args: readonly string[], variables: Record<string, string> = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("FANFARE_"));
  return Bun.spawn([process.execPath, CLI, ...args], {
    cwd: directory,
    env: { ...Object.fromEntries(inherited), ...variables },
    stdout: "pipe",
    stderr: "pipe",
  });
}

/**
 * Runs the same command in this process, because starting one takes most of a second. For behavior that {@link run}
 * already covers.
 */
async function runHere(
  args: readonly string[],
  variables: Record<string, string> = {},
  ask?: (question: string) => Promise<string>,
) {
  let [out, error] = ["", ""];
  const code = await runCommand(args, {
    environment: variables,
    directory,
    print: (text) => {
      out += `${text}\n`;
    },
    printError: (text) => {
      error += `${text}\n`;
    },
    ask,
  });
  return { out, error, code };
}

async function run(args: readonly string[], variables: Record<string, string> = {}) {
  const child = fanfare(args, variables);
  const [out, error, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { out, error, code };
}

/** Starts `fanfare serve` on a free port and waits until it listens. */
async function serve(args: readonly string[], variables: Record<string, string> = {}) {
  const child = fanfare(["serve", ...args], { FANFARE_PORT: "0", ...variables });
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let out = "";
  const until = async (text: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = text.exec(out);
      if (found !== null) return found;
      const part = await reader.read();
      if (part.done)
        throw new Error(`The server ended before it said ${text}: ${out}${await new Response(child.stderr).text()}`);
      out += part.value;
    }
  };
  const port = Number((await until(/"event":"listening".*?"port":(\d+)/))[1]);
  return { child, port, until, origin: `http://127.0.0.1:${port}` };
}

/** A data directory on which a server has run. */
async function createData(): Promise<void> {
  const { child } = await serve([]);
  child.kill("SIGTERM");
  await child.exited;
}

describe("fanfare serve", () => {
  test("prints the first app with its secret once, and none that the operator chose", async () => {
    const first = await serve([]);
    const [, secret] = await first.until(/\n {2}secret {2}(ffs_\S+)\n/);
    first.child.kill("SIGTERM");
    await first.child.exited;
    const second = await serve([]);
    second.child.kill("SIGTERM");
    const { input } = await second.until(/"event":"stopped"/);
    expect(input).not.toContain("secret  ");
    expect(input).not.toContain(secret ?? "");
  });

  test("prints the setup link, imports a file, and exits with 0 on SIGTERM", async () => {
    const file = join(directory, "contents.json");
    writeFileSync(
      file,
      JSON.stringify({ contents: [{ slug: "welcome", name: "Welcome", edition: sampleTour("Hello") }] }),
    );
    const { child, port, until, origin } = await serve(["--import", "contents.json"], { FANFARE_APP_KEY: "shop" });
    const [, token] = await until(new RegExp(`\nhttp://localhost:${port}/console/setup\\?token=([\\w-]{43})\n`));
    const page = openBrowser(origin);
    const owner = { name: "Ada", ...OWNER, token };
    expect((await page.call("POST", "/api/setup", owner)).status).toBe(201);
    const boot = await page.call("POST", "/v1/boot?app=shop", {});
    expect(boot.json.decisions).toMatchObject([{ slug: "welcome" }]);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  });

  test("exits with 0 on SIGINT", async () => {
    const { child } = await serve([]);
    child.kill("SIGINT");
    expect(await child.exited).toBe(0);
  });

  test("reports a port in use in one sentence", async () => {
    const taken = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
    const { port } = taken;
    const { out, error, code } = await run(["serve"], { FANFARE_PORT: String(port) });
    await taken.stop(true);
    expect(code).toBe(1);
    // The next start doesn't know it anymore.
    expect(out).toMatch(/\n {2}secret {2}ffs_\S+\n/);
    expect(error).toBe(
      `Port ${port} on 127.0.0.1 is in use by another program. Stop that program, or set FANFARE_PORT to another port.\n`,
    );
  });

  test("rejects unknown variables and invalid values before creating anything", async () => {
    const { error, code, out } = await run(["serve"], { FANFARE_PROT: "4000", FANFARE_LOG: "loud" });
    expect(code).toBe(1);
    expect(error.trim().split("\n")).toEqual([
      "Unknown variable: FANFARE_PROT. Did you mean FANFARE_PORT?",
      'FANFARE_LOG is "loud". It must be one of debug, info, warn, error.',
    ]);
    expect(out).toBe("");
    expect(await Bun.file(join(directory, "data/secret.key")).exists()).toBe(false);
  });

  test("rejects an invalid content file and reports the location", async () => {
    writeFileSync(join(directory, "bad.json"), '{"contents":[{"slug":"A B","name":"x","edition":{}}]}');
    const bad = await run(["serve", "--import", "bad.json"], { FANFARE_PORT: "0" });
    expect([bad.code, bad.error]).toEqual([1, expect.stringContaining("/contents/0/slug: Use lowercase letters")]);
    const missing = await runHere(["serve", "--import", "missing.json"], { FANFARE_PORT: "0" });
    expect([missing.code, missing.error]).toEqual([1, expect.stringContaining("missing.json: ENOENT")]);
  });

  test("reports the process that uses the database, which is already migrated", async () => {
    const { child } = await serve([]);
    const second = await run(["serve"], { FANFARE_PORT: "0" });
    expect([second.code, second.error]).toEqual([1, expect.stringContaining(`process ${child.pid}`)]);
    expect(second.error.trim().split("\n")).toHaveLength(1);
    // The server has already migrated the database.
    expect(await run(["migrate"])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/fanfare\.db is up to date\.\n$/),
    });
    child.kill("SIGTERM");
    await child.exited;
  });
});

test.each(["nope", "sqlite:other.db", "postgres://a b"])(
  "fanfare move explains that --to %s isn't a PostgreSQL URL",
  async (to) => {
    const { code, error } = await runHere(["move", "--to", to]);
    expect([code, error]).toEqual([2, expect.stringMatching(/^--to must be a PostgreSQL URL, such as .+\n$/)]);
  },
);

describe("fanfare config", () => {
  test("prints each variable and its source as text and JSON, without secrets", async () => {
    const variables = { FANFARE_PORT: "4321", FANFARE_APP_SECRET: "a-secret-of-the-app" };
    const text = await run(["config", "print"], variables);
    expect(text.code).toBe(0);
    expect(text.out).toMatch(/^FANFARE_PORT +4321 {2}\(environment\)$/m);
    expect(text.out).toMatch(/^FANFARE_CONNECTIONS_PER_ADDRESS_MAX {2}\d+ {2}\(default\)$/m);
    expect(text.out).toMatch(/^FANFARE_REDIS_URL +– {2}\(not set\)$/m);
    const json = await runHere(["config", "print", "--json"], variables);
    expect(JSON.parse(json.out)).toContainEqual({ name: "FANFARE_HOST", value: "127.0.0.1", source: "default" });
    expect(text.out + json.out).not.toContain("a-secret-of-the-app");
  });

  test("reports the result of check by its exit code", async () => {
    expect(await runHere(["config", "check"])).toMatchObject({
      code: 0,
      out: "The configuration is valid. To check the connections that it names, run fanfare doctor.\n",
    });
    expect(await run(["config", "check"], { FANFARE_PORT: "x" })).toMatchObject({ code: 1, out: "" });
  });
});

test("commands refuse a data directory without data, and create nothing there", async () => {
  for (const args of [["app", "list"], ["app", "create"], ["admin", "create", "--email", "a@b.test"], ["migrate"]]) {
    const { code, out, error } = await runHere(args, { FANFARE_DATA_DIR: "typo" });
    expect([code, out, error]).toEqual([1, "", expect.stringContaining("Check FANFARE_DATA_DIR")]);
  }
  expect(existsSync(join(directory, "typo"))).toBe(false);
});

test("version prints the release, as a command and as an option", async () => {
  for (const args of [["version"], ["--version"], ["-v"]]) {
    expect(await runHere(args)).toMatchObject({ code: 0, out: expect.stringMatching(/^fanfare \d+\.\d+\.\d+\n$/) });
  }
});

test("licenses prints Fanfare's license and those of the packages that a clone installs", async () => {
  const { code, out } = await runHere(["licenses"]);
  expect(code).toBe(0);
  expect(out).toStartWith(readFileSync(join(import.meta.dir, "../../LICENSE"), "utf8").trimEnd());
  expect(out).toMatch(/^node_modules\/hono \d+\.\d+\.\d+: MIT$/m);
  expect(out).not.toContain("node_modules/@playwright/test");
});

test("content diff compares a folder with the database of a stopped server", async () => {
  await createData();
  expect(await runHere(["content", "pull", "--dir", "content"])).toMatchObject({ code: 0 });
  expect(await runHere(["content", "diff", "--dir", "content"])).toEqual({
    code: 0,
    out: "No differences.\n",
    error: "",
  });
});

test("app create asks for a name on a terminal, and not in scripts", async () => {
  await createData();
  await runHere(["app", "create", "--id", "77"], {}, async () => "Staging");
  await runHere(["app", "create", "--id", "78", "--json"], {}, () => Promise.reject(new Error("asked")));
  expect((await runHere(["app", "list"])).out).toMatch(/^77 .* Staging$[\s\S]*^78 .* App$/m);
});

test("app delete takes --app, and --id with a deprecation note", async () => {
  await createData();
  await runHere(["app", "create", "--id", "77"]);
  await runHere(["app", "create", "--id", "78"]);
  expect(await runHere(["app", "delete", "--app", "77", "--yes"])).toMatchObject({ code: 0, error: "" });
  expect(await runHere(["app", "delete", "--id", "78", "--yes"])).toMatchObject({
    code: 0,
    error: "--id is deprecated in this command. Use --app.\n",
  });
});

test("shows the secret once in fanfare app create and never in app list", async () => {
  await createData();
  const made = await run(["app", "create", "--name", "Production", "--id", "77", "--key", "prod", "--json"]);
  expect(made.code).toBe(0);
  const { secret, ...app } = JSON.parse(made.out);
  expect(app).toEqual({ id: "77", key: "prod", name: "Production", client_events: false, require_tls: false });
  expect(secret).toMatch(/^ffs_/);
  const list = await runHere(["app", "list", "--json"]);
  expect(JSON.parse(list.out)).toContainEqual({
    id: "77",
    key: "prod",
    name: "Production",
    paused: false,
    client_events: false,
    require_tls: false,
  });
  expect((await runHere(["app", "list"])).out).toContain("77  prod  Production\n");
  const twin = await runHere(["app", "create", "--id", "77"]);
  expect([twin.code, twin.error]).toEqual([1, expect.stringContaining("already exists")]);
  const for_programs = await runHere(["app", "create", "--id", "77", "--json"]);
  expect(JSON.parse(for_programs.error)).toMatchObject({ error: { code: "app_taken" } });
  expect((await runHere(["app", "create", "--id", "seven"])).code).toBe(2);
});

test("creates a member who can sign in with fanfare admin create", async () => {
  await createData();
  const made = await run(["admin", "create", "--email", "Ada@example.com", "--json"]);
  const { email, role, password } = JSON.parse(made.out);
  expect([made.code, email, role]).toEqual([0, "ada@example.com", "admin"]);
  const { child, origin } = await serve([]);
  expect((await openBrowser(origin).call("POST", "/api/sign-in", { email, password })).status).toBe(200);
  child.kill("SIGTERM");
  await child.exited;
  const again = await runHere(["admin", "create", "--email", email, "--password", "a long pass phrase"]);
  expect([again.code, again.error]).toEqual([1, expect.stringContaining("is already a member")]);
  expect((await runHere(["admin", "create", "--email", "bob@example.com", "--role", "king"])).code).toBe(2);
});

test("creates a reset link that can end two-factor with fanfare admin reset", async () => {
  await createData();
  await runHere(["admin", "create", "--email", "ada@example.com", "--password", "a long pass phrase"]);
  const made = JSON.parse(
    (await run(["admin", "reset", "--email", "Ada@example.com", "--end-two-factor", "--json"])).out,
  );
  const token = new URL(made.url).searchParams.get("token");
  const { child, origin } = await serve([]);
  const page = openBrowser(origin);
  const password = "a newer pass phrase";
  expect((await page.call("POST", "/api/password-reset", { token, password })).status).toBe(204);
  expect((await page.call("POST", "/api/sign-in", { email: made.email, password })).status).toBe(200);
  child.kill("SIGTERM");
  await child.exited;
  const nobody = await runHere(["admin", "reset", "--email", "bob@example.com"]);
  expect([nobody.code, nobody.error]).toEqual([1, expect.stringContaining("Create one with fanfare admin create")]);
});

test("updates the database with fanfare migrate, also a second time", async () => {
  await createData();
  for (const way of [run, runHere]) {
    expect(await way(["migrate", "--json"])).toMatchObject({
      code: 0,
      out: expect.stringContaining('"up_to_date":true'),
    });
  }
});

test("reports an unreachable database by its address, without the password", async () => {
  await createData();
  const closed = { FANFARE_DATABASE_URL: "postgres://fanfare:hunter2@127.0.0.1:1/fanfare" };
  const node = [
    ["node", "list"],
    ["node", "drain", "--id", "nod_1"],
  ]; // Without the store.
  for (const args of [["migrate"], ["app", "list"], ...node]) {
    const { code, error } = await runHere(args, closed);
    expect([code, error]).toEqual([
      1,
      "Can't connect to the database postgres://fanfare:hidden@127.0.0.1:1/fanfare: Failed to connect (ERR_POSTGRES_CONNECTION_REFUSED). Start the database, or correct FANFARE_DATABASE_URL.\n",
    ]);
  }
  const { code, out } = await runHere(["doctor"], closed);
  expect([code, out]).toEqual([1, expect.stringContaining("@127.0.0.1:1/fanfare: Failed to connect")]);
});

test("lists every command, and its options in lines that fit a terminal", async () => {
  const { out } = await runHere(["--help"]);
  const commands = [...out.matchAll(/^ {2}([a-z-]+) /gm)].flatMap(([, name]) => name ?? []);
  expect(commands.length).toBeGreaterThan(20);
  const columns = out.split("\n").flatMap((line) => /^ {2}\S.* {2}(?=\S)/.exec(line)?.[0].length ?? []);
  expect(new Set(columns).size).toBe(1);
  for (const command of commands) {
    const help = await runHere([command, "--help"]);
    expect([help.code, help.out]).toEqual([0, expect.stringMatching(/^Usage:/)]);
    for (const line of help.out.split("\n")) expect([command, line, line.length <= 120]).toEqual([command, line, true]);
  }
});

test("suggests the nearest command for an unknown one, and none that has little in common", async () => {
  expect(await run(["srve"])).toMatchObject({ code: 2, error: expect.stringContaining("Did you mean serve?") });
  expect(await runHere(["bogus"])).toMatchObject({ code: 2, error: expect.not.stringContaining("Did you mean") });
  expect(await runHere(["serve", "--improt", "x"])).toMatchObject({
    code: 2,
    error: expect.stringContaining("--improt"),
  });
  expect(await runHere(["app"])).toMatchObject({ code: 2, error: expect.stringContaining("fanfare app list") });
  expect(await runHere(["app", "creat"])).toMatchObject({
    code: 2,
    error: expect.stringContaining("Did you mean create?"),
  });
  expect(await runHere(["key", "rotate", "--secrets"])).toMatchObject({
    code: 2,
    error: expect.stringContaining("Did you mean --secret?"),
  });
  const asked = await run(["push", "--help"]);
  expect([asked.code, asked.out]).toEqual([0, expect.stringMatching(/^Usage:\n {2}fanfare push --to/)]);
  expect(await runHere(["help"])).toMatchObject({ code: 0, out: expect.stringContaining("serve") });
  expect((await runHere([])).code).toBe(2);
});

test("reports a path that can't be written in one sentence", async () => {
  await createData();
  writeFileSync(join(directory, "file"), "");
  const { code, error } = await runHere(["backup", "--to", join(directory, "file", "backup")]);
  expect([code, error.split("\n")]).toEqual([1, [expect.stringContaining("file"), ""]]);
  expect(error).toContain("Check the path and its permissions.");
});

test("ends without an error if the reader of its output ends first", async () => {
  const child = Bun.spawn(["sh", "-c", '"$0" "$1" help | true', process.execPath, CLI], { stderr: "pipe" });
  expect(await new Response(child.stderr).text()).toBe("");
});
