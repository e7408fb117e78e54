import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { dumpRelease } from "../server/test/support/schema-dump.ts";
import { startPostgres } from "./services/postgres.ts";
import { main, print, ROOT, UserError } from "./terminal.ts";

const FOLDER = join(ROOT, "server/test/schemas");

/** `node scripts/run.mjs schemas`: writes this release's schema for both databases. Run it once per release. */
main(async () => {
  const { version } = packageJson;
  const file = (dialect: string): string => join(FOLDER, `${version}.${dialect}.sql`);
  if (existsSync(file("sqlite"))) {
    throw new UserError(
      `The schema of ${version} is frozen. Add a migration. If ${version} isn't released yet, delete its files in ${FOLDER} first.`,
    );
  }
  mkdirSync(FOLDER, { recursive: true });
  const directory = mkdtempSync(join(tmpdir(), "fanfare-schemas-"));
  const postgres = await startPostgres();
  try {
    writeFileSync(file("sqlite"), await dumpRelease(`sqlite:${join(directory, "fanfare.db")}`));
    writeFileSync(file("postgres"), await dumpRelease(postgres.url));
  } finally {
    await postgres.stop();
    rmSync(directory, { recursive: true });
  }
  print(`Wrote the schema of ${version} to ${FOLDER}.`);
  return 0;
});
