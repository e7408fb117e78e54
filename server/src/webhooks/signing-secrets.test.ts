import { expect, test } from "bun:test";
import type { WebhookId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { createVault, KEY_BYTES } from "../lib/vault.ts";
import {
  addSigningSecret,
  NO_SECRETS,
  newSigningSecret,
  openSigningSecrets,
  standardHeaders,
} from "./signing-secrets.ts";

const ID = "whk_1" as WebhookId; // Cast: made-up test ID.

test("signs with the old secret until the overlap ends, and with at most two", () => {
  const vault = createVault([systemRng.bytes(KEY_BYTES)]);
  let stored = NO_SECRETS;
  for (const created_at of [0, 1_000, 2_000]) {
    stored = addSigningSecret(vault, ID, stored, { secret: newSigningSecret(systemRng), created_at });
  }
  const signatures = (now_ms: number): number =>
    standardHeaders(openSigningSecrets(vault, ID, stored), { id: "m", body: "{}" }, now_ms)["webhook-signature"]?.split(
      " ",
    ).length ?? 0;
  const end_ms = 2_000 + limits.webhook_secret_overlap_ms;
  expect([signatures(2_000), signatures(end_ms - 1), signatures(end_ms)]).toEqual([2, 2, 1]);
  expect(stored).not.toContain("whsec_");
});
