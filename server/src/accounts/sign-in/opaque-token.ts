import { createHash } from "node:crypto";
import type { Rng } from "@fanfare/contract/lib/rng";

const TOKEN_BYTES = 32;

/** A secret of 256 random bits for a person's browser. The database holds only {@link hashToken} of it. */
export function newToken(rng: Pick<Rng, "bytes">): string {
  return Buffer.from(rng.bytes(TOKEN_BYTES)).toString("base64url");
}

/** Hex SHA-256. The token has 256 bits of its own, so it needs no salt and no slow hash. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** True for the form that {@link newToken} makes: what does not have it is not worth a look into the database. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}
