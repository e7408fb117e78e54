import { PRESETS } from "@fanfare/contract/destinations/presets";
import type { Clock } from "@fanfare/contract/lib/clock";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { WEBHOOK_MESSAGE_VERSION } from "@fanfare/contract/realtime/webhook-topics";
import type { ReceiverRequest, ReceiverTest } from "@fanfare/contract/schema/responses/realtime/receiver-test";
import type { Post } from "../outbound-http/guarded-post.ts";
import { presentRequest, testReceiver } from "../outbound-http/test-receiver.ts";
import { toIso } from "../store/columns.ts";
import { buildRequest, hasIssues, hideSecrets, type OpenDestination, testUrl } from "./destination-request.ts";

export interface TestDestinationDeps {
  readonly clock: Pick<Clock, "now">;
  readonly rng: Pick<Rng, "bytes">;
  readonly post: Post;
}

/** Sends a made-up message immediately, and returns request and response without secrets. */
export async function testDestination(
  { clock, rng, post }: TestDestinationDeps,
  destination: OpenDestination,
  app: { readonly id: string; readonly key: string },
): Promise<ReceiverTest> {
  const at = toIso(clock.now());
  const body = JSON.stringify({
    ...{ type: "fanfare.tour_completed", version: WEBHOOK_MESSAGE_VERSION, timestamp: at },
    data: {
      id: `evt_${uuidv7(clock, rng)}`,
      app,
      person: {
        ...{ id: "per_test", external_id: "fanfare-test", anonymous_id: null },
        attributes: Object.fromEntries(PRESETS[destination.preset].attributes.map((name) => [name, TEST_EMAIL])),
      },
      content: { id: "cnt_test", slug: "fanfare-test", name: "Test from Fanfare", type: "tour" },
      event: { id: uuidv7(clock, rng), name: "tour_completed", happened_at: at, props: { test: true } },
    },
  });
  const built = buildRequest(destination, [body]);
  if (built.outcome === "failed") return { request: null, status: null, error: built.reason, answer: "" };
  const sent = { ...built.request, url: testUrl(destination) ?? built.request.url };
  return testReceiver(post, sent, {
    hide: (text) => hideSecrets(destination, text),
    issueIn: (answer) => (hasIssues(destination, answer) ? "The tool found issues. See the response." : null),
  });
}

/** A reserved domain: no one gets mail there. */
const TEST_EMAIL = "fanfare-test@example.com";

/** The request of a stored message, as the destination's present settings make it. */
export function previewRequest(
  destination: OpenDestination,
  body: string,
): { readonly request: ReceiverRequest | null; readonly error: string | null } {
  const built = buildRequest(destination, [body]);
  if (built.outcome === "failed") return { request: null, error: built.reason };
  return { request: presentRequest(built.request, (text) => hideSecrets(destination, text)), error: null };
}
