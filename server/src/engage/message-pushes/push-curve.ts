import { ECDH } from "node:crypto";

/** P-256, as OpenSSL names it. */
export const PUSH_CURVE = "prime256v1";

/** Whether a browser's key is a point on the curve. Otherwise, nothing can be encrypted for that browser. */
export function isOnPushCurve(p256dh: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, "base64url"), PUSH_CURVE);
    return true;
  } catch {
    return false;
  }
}
