import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspectDatabase } from "./backup.ts";
import { APPLICATION_ID } from "./connection.ts";

test("inspects a database with a torn write in the state before that write", () => {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-inspect-"));
  const path = join(directory, "fanfare.db");
  const cut = join(directory, "cut.db");
  {
    using database = new Database(path, { create: true });
    database.run(`pragma application_id = ${APPLICATION_ID}`);
    database.run(
      "create table schema_migrations (number integer primary key, name text, min_reader integer, filler text)",
    );
    database.run("insert into schema_migrations values (1, 'initial schema', 1, hex(randomblob(200000)))");
    // With a 2-page cache, changes reach the file before the commit.
    database.run("pragma cache_size = 2");
    database.run("begin immediate");
    database.run("update schema_migrations set number = 2, filler = hex(randomblob(200000))");
    copyFileSync(path, cut);
    copyFileSync(`${path}-journal`, `${cut}-journal`);
    database.run("rollback");
  }
  expect(inspectDatabase(cut)).toEqual({ outcome: "whole", schema: 1, problem: undefined });
  expect(existsSync(`${cut}-journal`)).toBe(false);
  rmSync(directory, { recursive: true });
});
