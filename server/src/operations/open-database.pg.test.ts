import { expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { temporaryPostgresStore } from "../../test/support/temporary-store.ts";
import { run } from "../cli.ts";
import { silentLog } from "../lib/log.ts";
import { openDatabase } from "./open-database.ts";

const faults: readonly (readonly [string, (url: URL) => unknown, RegExp])[] = [
  [
    "an unknown user",
    (url) => Object.assign(url, { username: "nobody", password: "hunter2" }),
    /^The database postgres:\/\/nobody:hidden@\S+ refuses its user or password: .*28000\)\. Correct FANFARE_DATABASE_URL\.$/,
  ],
  [
    "a missing database",
    (url) => Object.assign(url, { pathname: "/missing" }),
    /^The database postgres:\S+\/missing doesn't exist\. Create it, or correct FANFARE_DATABASE_URL\.$/,
  ],
  [
    "an unknown host",
    (url) => Object.assign(url, { hostname: "no-such-host.invalid" }),
    /^Can't find the host no-such-host\.invalid of the database \S+\. Check the network's DNS, or correct FANFARE_DATABASE_URL\.$/,
  ],
  [
    "a database without tables",
    (url) => Object.assign(url, { pathname: "/template1" }),
    /^The database \S+ lacks tables of this version: .*\. Run fanfare migrate, or correct FANFARE_DATABASE_URL\.$/,
  ],
];

test.each(faults)("names %s when a command reads the database", async (_, change, says) => {
  await using postgres = await temporaryPostgresStore();
  const url = new URL(postgres.url);
  change(url);
  const errors: string[] = [];
  const code = await run(["node", "list"], {
    environment: { FANFARE_DATABASE_URL: url.href },
    directory: import.meta.dir,
    print: () => {},
    printError: (text) => void errors.push(text),
    ask: undefined,
  });
  expect([code, errors]).toEqual([1, [expect.stringMatching(says)]]);
});

test.each(faults.slice(0, 3))("names %s when a start opens the database", async (_, change, says) => {
  await using postgres = await temporaryPostgresStore();
  const url = new URL(postgres.url);
  change(url);
  await expect(openDatabase(url.href, { clock: systemClock, log: silentLog })).rejects.toThrow(says);
});
