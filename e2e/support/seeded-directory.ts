import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { sharedDirectory } from "./shared-directory.ts";
import { BUN, OWNER, startTestServer } from "./test-server.ts";

/** The least that Argon2id takes: a sign-in with it computes a hundredth of what others do. */
const FAST_HASHING = { algorithm: "argon2id", memoryCost: 8, timeCost: 1 } as const;

/**
 * The data directory of a server that was started once, for all tests of the run: its database is migrated, its owner
 * is made. Passwords of `members` have quick hashes, since most tests are not about passwords.
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

/** Replaces what is stored for these members' passwords, while no server runs. */
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
