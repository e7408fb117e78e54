import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { sharedDirectory } from "./shared-directory.ts";
import { BUN, OWNER, startTestServer } from "./test-server.ts";

/** Minimum cost of Argon2id: verification takes a hundredth of the usual time. */
const FAST_HASHING = { algorithm: "argon2id", memoryCost: 8, timeCost: 1 } as const;

/**
 * Data directory of a server that was started once, shared by all tests of the run: the database is migrated and has an
 * owner. `members` have cheap password hashes, because most tests aren't about passwords.
 */
export function seededDirectory(): Promise<string> {
  return sharedDirectory("with-an-owner", async (directory) => {
    const server = await startTestServer({ demo: false, contents: { contents: [] } });
    await server.process().stop();
    await makeHashesFast(server.data_dir, [OWNER]);
    cpSync(server.data_dir, directory, { recursive: true });
    await server.stop();
  });
}

/** Replaces these members' stored password hashes. Requires that no server is running. */
export async function makeHashesFast(
  data_dir: string,
  members: readonly { readonly email: string; readonly password: string }[],
): Promise<void> {
  const script = `
    const { Database } = await import("bun:sqlite");
    const db = new Database(${JSON.stringify(join(data_dir, "fanfare.db"))});
    for (const { email, password } of ${JSON.stringify(members)}) {
      const hash = await Bun.password.hash(password, ${JSON.stringify(FAST_HASHING)});
      db.query("update members set password_hash = ? where email = ?").run(hash, email);
    }
    db.close();`;
  await promisify(execFile)(BUN, ["-e", script]);
}
