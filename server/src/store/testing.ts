import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@fanfare/contract/clock";
import { SQL } from "bun";
import { silentLog } from "../log.ts";
import { openStore } from "./database.ts";
import type { Store } from "./store.ts";

/** A store of one test. Disposing closes it and removes every trace. `url` opens the same data again after `store.close()`. */
export interface TemporaryStore {
  readonly store: Store;
  readonly url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A migrated SQLite store in a directory of its own.
 *
 * @example
 * await using temporary = await temporaryStore();
 * await temporary.store.write([...]);
 */
export async function temporaryStore(): Promise<TemporaryStore & { readonly path: string }> {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-store-"));
  const path = join(directory, "fanfare.db");
  const url = `sqlite:${path}`;
  const store = settlingOutsideMessages(await openStore(url, { clock: systemClock, log: silentLog }));
  await Bun.sleep(0);
  return {
    store,
    url,
    path,
    async [Symbol.asyncDispose]() {
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A migrated store in a new database of the PostgreSQL server at TEST_POSTGRES_URL. Rejects when it is not set. */
export async function temporaryPostgresStore(): Promise<TemporaryStore> {
  const server = process.env["TEST_POSTGRES_URL"];
  if (server === undefined || server === "") {
    throw new Error(
      "TEST_POSTGRES_URL is not set: this test needs PostgreSQL. Run it with `npm test`, which starts one.",
    );
  }
  const name = `fanfare_test_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer(server, `create database ${name}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const store = await openStore(url, { clock: systemClock, log: silentLog });
  return {
    store,
    url,
    async [Symbol.asyncDispose]() {
      await store.close();
      await administer(server, `drop database ${name} with (force)`);
    },
  };
}

/**
 * `expect(promise).rejects` of bun:test waits without leaving the turn of the event loop that it is in. In a turn that a
 * message of the writer's Worker began, no other message arrives, so it would wait for ever: a timer begins another turn.
 */
function settlingOutsideMessages(store: Store): Store {
  return {
    ...store,
    async write(batch) {
      try {
        return await store.write(batch);
      } finally {
        await Bun.sleep(0);
      }
    },
  };
}

async function administer(server: string, statement: string): Promise<void> {
  await using sql = new SQL(server, { max: 1 });
  await sql.unsafe(statement);
}
