import { createHash } from "node:crypto";
import type { Rng } from "@fanfare/contract/lib/rng";

const TOKEN_BYTES = 32;

/** Returns a secret of 256 random bits for a browser. The database stores only its {@link hashToken}. */
export function newToken(rng: Pick<Rng, "bytes">): string {
  return Buffer.from(rng.bytes(TOKEN_BYTES)).toString("base64url");
}

/** Hex SHA-256. A token has 256 bits of entropy, so it needs no salt and no slow hash. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Whether the text has the format of {@link newToken}. Avoids a database query for anything else. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}
