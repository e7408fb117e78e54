import type { Clock } from "@fanfare/contract/lib/clock";
import { newId, uuidv7 } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { WEBHOOK_MESSAGE_VERSION } from "@fanfare/contract/realtime/webhook-topics";
import type { ReceiverTest } from "@fanfare/contract/schema/responses/realtime/receiver-test";
import type { Signer } from "../lib/signing.ts";
import type { Vault } from "../lib/vault.ts";
import type { Post } from "../outbound-http/guarded-post.ts";
import { testReceiver } from "../outbound-http/test-receiver.ts";
import { toIso } from "../store/columns.ts";
import type { StoredWebhook } from "../store/statements/realtime/webhooks.ts";
import { deliveryRequest, NO_APP_SECRET } from "./attempt.ts";
import { encodeEvent, webhookBodies } from "./body.ts";
import { openSigningSecrets } from "./signing-secrets.ts";

export interface TestWebhookDeps {
  readonly clock: Pick<Clock, "now">;
  readonly rng: Pick<Rng, "bytes">;
  readonly vault: Pick<Vault, "unseal">;
  readonly post: Post;
}

/** Type of a test message. No real message has it, so a receiver that acts on real ones ignores it. */
const TEST_TYPE = "webhook.test";
/** Channel of a test event. */
const TEST_CHANNEL = "fanfare-test";

/** Sends a test message immediately, signed like real ones, even if the webhook is off. Nothing is stored or retried. */
export async function testWebhook(
  { clock, rng, vault, post }: TestWebhookDeps,
  { id, kind, url, signing_secrets }: StoredWebhook,
  app: Signer & { readonly id: string },
): Promise<ReceiverTest> {
  const now_ms = clock.now();
  const message_id = kind === "engagement" ? uuidv7(clock, rng) : null;
  const body =
    message_id === null
      ? webhookBodies([encodeEvent({ name: "channel_occupied", channel: TEST_CHANNEL })], "all", now_ms).join("")
      : JSON.stringify({
          ...{ type: TEST_TYPE, version: WEBHOOK_MESSAGE_VERSION, timestamp: toIso(now_ms) },
          data: { id: message_id, app: { id: app.id, key: app.key } },
        });
  const request = deliveryRequest(
    { id: newId("whd", clock, rng), message_id, stamped_at: now_ms, body },
    { url, secrets: openSigningSecrets(vault, id, signing_secrets) },
    app,
    now_ms,
  );
  if (request === undefined) return { request: null, status: null, error: NO_APP_SECRET, answer: "" };
  return testReceiver(post, request, { hide: (text) => text, issueIn: () => null });
}
