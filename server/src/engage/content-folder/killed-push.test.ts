import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BEFORE, PUSHED, PUSHED_TABLES, push } from "../../../test/support/pushed-folder.ts";
import { startTemporaryServer } from "../../../test/support/temporary-server.ts";

/** Groups of statements that the server's database runs meanwhile, as its writer gets them. */
async function recordedGroups(action: () => Promise<void>): Promise<readonly string[]> {
  const { postMessage } = Worker.prototype;
  const groups: string[] = [];
  Worker.prototype.postMessage = function (this: Worker, message: unknown) {
    if (typeof message === "string" && message.startsWith('{"kind":"group"')) groups.push(message);
    postMessage.call(this, message);
  };
  try {
    await action();
  } finally {
    Worker.prototype.postMessage = postMessage;
  }
  return groups;
}

/** Runs the groups as the writer does, and kills the process at a statement. Returns the number of statements run. */
async function run(path: string, groups: readonly string[], killed_at: number): Promise<number> {
  const store = join(import.meta.dir, "../../store/sqlite");
  const code = `
    const { openWriting } = await import(${JSON.stringify(join(store, "connection.ts"))});
    const { runGroup } = await import(${JSON.stringify(join(store, "group-transaction.ts"))});
    const database = openWriting(${JSON.stringify(path)}, "FULL");
    const query = database.query.bind(database);
    let count = 0;
    database.query = (sql) => {
      count += 1;
      if (count === ${killed_at}) process.kill(process.pid, "SIGKILL");
      return query(sql);
    };
    for (const message of JSON.parse(await Bun.stdin.text())) runGroup(database, JSON.parse(message).group);
    process.stdout.write(String(count));
    process.kill(process.pid, "SIGKILL");`;
  const child = Bun.spawn([process.execPath, "-e", code], {
    stdin: new Blob([JSON.stringify(groups)]),
    ...{ stdout: "pipe", stderr: "inherit" },
  });
  const [out] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  expect(child.signalCode).toBe("SIGKILL");
  return Number(out);
}

/** All rows that a push writes, without the seals that the audit log gets in the background. */
function rowsOf(path: string): unknown {
  using database = new Database(path);
  const rows = PUSHED_TABLES.map((name) => {
    const all = database.query<Record<string, unknown>, []>(`select * from ${name} order by 1, 2`).all();
    return [name, all.map(({ seq, hash, ...row }) => (name === "audit_entries" ? row : { hash, ...row }))];
  });
  return Object.fromEntries(rows);
}

test("a push that is killed at any statement is whole or absent", async () => {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-killed-push-"));
  const copyOf = (name: string): string => {
    const path = join(directory, `${name}.db`);
    for (const suffix of ["", "-wal"]) cpSync(`${original}${suffix}`, `${path}${suffix}`, { force: true });
    return path;
  };
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  await push(owner, BEFORE);
  const original = join(directory, "original.db");
  const source = server.config.database_url.replace(/^sqlite:/, "");
  for (const suffix of ["", "-wal"]) cpSync(`${source}${suffix}`, `${original}${suffix}`);
  const groups = await recordedGroups(() => push(owner, PUSHED, true));
  const [absent, whole] = [copyOf("absent"), copyOf("whole")];
  const statements = await run(whole, groups, Number.POSITIVE_INFINITY);
  const states = [absent, whole].map(rowsOf);
  expect(states[0]).not.toEqual(states[1]);
  expect(statements).toBeGreaterThan(PUSHED.length);
  const outcomes: number[] = [];
  for (let at = 1; at <= statements; at += 1) {
    const path = copyOf("killed");
    await run(path, groups, at);
    const rows = rowsOf(path);
    outcomes.push(states.findIndex((state) => Bun.deepEquals(state, rows)));
  }
  expect(outcomes).not.toContain(-1);
  expect(new Set(outcomes)).toContain(0);
  rmSync(directory, { recursive: true });
}, 120_000);
