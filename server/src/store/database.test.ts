import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@fanfare/contract/lib/clock";
import { sampleRows } from "../../test/support/sample-rows.ts";
import { temporaryStore } from "../../test/support/temporary-store.ts";
import { silentLog } from "../lib/log.ts";
import { openStore, parseStoreUrl } from "./database.ts";
import { foldersToSync } from "./sqlite/store.ts";

const deps = { clock: systemClock, log: silentLog };

function scratch(): { readonly path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), "fanfare-database-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

const refusal = async (url: string): Promise<string> => {
  try {
    await (await openStore(url, deps)).close();
    return "opened";
  } catch (cause) {
    return String(cause);
  }
};

test("syncs each folder with a new name, up to the file system root", () => {
  expect(foldersToSync("/a/b/c", undefined)).toEqual(["/a/b/c"]);
  expect(foldersToSync("/a/b/c", "/a/b/c")).toEqual(["/a/b/c", "/a/b"]);
  expect(foldersToSync("/a/b/c", "/a")).toEqual(["/a/b/c", "/a/b", "/a", "/"]);
});

describe("database URL", () => {
  test("refers to a SQLite file or a PostgreSQL server", () => {
    expect(parseStoreUrl("sqlite:/var/lib/f.db")).toEqual({ dialect: "sqlite", path: "/var/lib/f.db" });
    expect(parseStoreUrl("sqlite:data/f.db")).toEqual({ dialect: "sqlite", path: "data/f.db" });
    expect(parseStoreUrl("postgres://a:b@h:1/d").dialect).toBe("postgres");
    expect(parseStoreUrl("postgresql://h/d").dialect).toBe("postgres");
  });

  test.each(["", "fanfare.db", "sqlite:", "sqlite::memory:", "mysql://root:secret@h/d", "postgres://[:secret"])(
    "rejects %p with the two valid forms and without a password",
    (url) => {
      expect(() => parseStoreUrl(url)).toThrow(/postgres:\/\/user:password@host:port\/database/);
      expect(() => parseStoreUrl(url)).not.toThrow(/secret/);
    },
  );
});

describe("SQLite file", () => {
  test("is created with its directory, for its owner only", async () => {
    using directory = scratch();
    const path = join(directory.path, "new", "deep", "fanfare.db");
    const store = await openStore(`sqlite:${path}`, deps);
    const mode = (name: string) => statSync(name).mode & 0o777;
    expect([mode(path), mode(`${path}-wal`), mode(join(directory.path, "new"))]).toEqual([0o600, 0o600, 0o700]);
    await store.close();
  });

  test("is a single file again after closing, without a log", async () => {
    await using temporary = await temporaryStore();
    const { apps } = sampleRows("a");
    await temporary.store.write([{ query: temporary.store.db.insertInto("apps").values(apps).compile() }]);
    await temporary.store.close();
    expect(existsSync(`${temporary.path}-wal`)).toBe(false);
    using database = new Database(temporary.path, { readonly: true });
    expect(database.query("select id from apps").all()).toEqual([{ id: apps.id }]);
  });

  test("uses a write-ahead log, so that readers don't wait for the writer", async () => {
    await using temporary = await temporaryStore();
    using database = new Database(temporary.path, { readonly: true });
    expect(database.query("pragma journal_mode").get()).toEqual({ journal_mode: "wal" });
  });

  test("is rejected and left unchanged if from another program", async () => {
    using directory = scratch();
    const path = join(directory.path, "other.db");
    const other = new Database(path, { create: true });
    other.run("create table notes (text)");
    other.close();
    expect(await refusal(`sqlite:${path}`)).toContain(`${path} is another program's database.`);
    using again = new Database(path, { readonly: true });
    expect(again.query("select name from sqlite_schema").all()).toEqual([{ name: "notes" }]);
    expect(again.query("pragma journal_mode").get()).toEqual({ journal_mode: "delete" });
  });

  test("is rejected by name if not a database", async () => {
    using directory = scratch();
    const path = join(directory.path, "text.db");
    writeFileSync(path, "Dear diary, this is not a database. ".repeat(40));
    expect(await refusal(`sqlite:${path}`)).toMatch(/text\.db cannot be opened: file is not a database/);
  });

  test("is rejected by name in a read-only directory", async () => {
    expect(await refusal("sqlite:/proc/fanfare/f.db")).toContain("/proc/fanfare");
  });
});

describe("two servers with one SQLite file", () => {
  test("rejects the second with the process number of the first, which keeps running", async () => {
    await using temporary = await temporaryStore();
    const script = `
      import { openStore } from ${JSON.stringify(join(import.meta.dir, "database.ts"))};
      const log = { info() {} };
      openStore(process.argv[1], { clock: { now: () => 0 }, log }).then(
        () => { console.log("opened"); process.exit(0); },
        (cause) => { console.log(cause.message); process.exit(1); },
      );`;
    const second = Bun.spawn([process.execPath, "-e", script, temporary.url], { stdout: "pipe", stderr: "inherit" });
    expect(await new Response(second.stdout).text()).toContain(
      `${temporary.path} is in use by another Fanfare server (process ${process.pid}).`,
    );
    expect(await second.exited).toBe(1);
    const { apps } = sampleRows("first");
    await temporary.store.write([{ query: temporary.store.db.insertInto("apps").values(apps).compile(), expect: 1 }]);
  });

  test("rejects the second in the same process too", async () => {
    await using temporary = await temporaryStore();
    expect(await refusal(temporary.url)).toContain("is in use by another Fanfare server");
    await temporary.store.write([]);
  });

  test("releases the file after closing", async () => {
    await using temporary = await temporaryStore();
    await temporary.store.close();
    expect(await refusal(temporary.url)).toBe("opened");
  });

  test("releases everything when opening fails, so that a later attempt succeeds", async () => {
    using directory = scratch();
    const path = join(directory.path, "mended.db");
    writeFileSync(path, "not a database".repeat(100));
    await refusal(`sqlite:${path}`);
    rmSync(path);
    expect(await refusal(`sqlite:${path}`)).toBe("opened");
  });
});
