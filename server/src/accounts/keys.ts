import type { Rng } from "@fanfare/contract/rng";

/** 256 random bits with a prefix by which scanners find a secret that leaked. */
export function newAppSecret(rng: Pick<Rng, "bytes">): string {
  return `ffs_${Buffer.from(rng.bytes(32)).toString("base64url")}`;
}

/** Where an app's secret is sealed for: moved to another row it does not open. */
export function secretPlace(app_id: string, secret_id: string): string {
  return `app_secret:${app_id}:${secret_id}`;
}
