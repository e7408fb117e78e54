import { createHmac, timingSafeEqual } from "node:crypto";

/** RFC 6238 with the defaults of authenticator apps: HMAC-SHA-1, six digits, steps of 30 s. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** Accepts one step before and after the current one, for clock skew and slow typing. */
const STEPS_AROUND = 1;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * Returns the code for a shared secret at a time step.
 *
 * @example
 * totpCodeAt(new TextEncoder().encode("12345678901234567890"), 1); // "287082", from RFC 4226
 */
export function totpCodeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  // RFC 4226 section 5.3: the last four bits are the offset of the 31-bit value.
  const offset = (mac[mac.length - 1] ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** Returns the time step close to `now_ms` for which the code is valid, or undefined. */
export function findTotpStep(secret: Uint8Array, code: string, now_ms: number): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const present = Math.floor(now_ms / STEP_MS);
  const given = Buffer.from(code);
  let found: number | undefined;
  for (let step = present - STEPS_AROUND; step <= present + STEPS_AROUND; step++) {
    if (timingSafeEqual(Buffer.from(totpCodeAt(secret, step)), given)) found = step;
  }
  return found;
}

/** Base32 of RFC 4648 without padding, the format that authenticator apps accept. */
export function base32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32[(value >>> bits) & 31];
    }
    // Drop the written bits, so that the number stays small.
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + BASE32[(value << (5 - bits)) & 31];
}

export function otpauthUrl(secret: Uint8Array, email: string): string {
  return `otpauth://totp/Fanfare:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=Fanfare`;
}
