import type { Answer } from "@fanfare/contract/content/survey";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { AnonymousResponse, Decision } from "@fanfare/contract/schema/client/v1";
import { createStorage } from "../lib/storage.ts";
import { backoff_ms } from "../net/backoff.ts";
import type { StagedPlayerOptions } from "../ui/types.ts";
import type { PageClient, PageClientDeps } from "./page-client.ts";

export interface AnonymousAnswers {
  /** In this browser, unless the survey's frequency allows another response. */
  was_sent(): boolean;
  /** Sends all answers at the end. Before, they are only in this page. */
  readonly track: StagedPlayerOptions["on"];
}

/**
 * Collects the answers to an anonymous survey. The browser stores that there was a response, but neither the answers nor
 * the ID of the response.
 */
export function createResponse(
  { window, clock, rng }: PageClientDeps,
  { net }: Pick<PageClient, "net">,
  { content_id, slug, edition, version_number: version }: Decision,
): AnonymousAnswers {
  const storage = createStorage(window, () => true);
  const mark = `fanfare:answered:${content_id}`;
  const given = new Map<string, Answer>();
  const send = async (json: AnonymousResponse, attempt: number): Promise<void> => {
    const path = `/v1/surveys/${encodeURIComponent(slug)}/responses`;
    const answer = await net.call("POST", path, { json, keepalive: true });
    if (answer.kind === "failed") {
      clock.after(
        Math.max(answer.retry_after_ms, backoff_ms(rng, attempt, limits.reconnect_cap_ms)),
        () => void send(json, attempt + 1),
      );
    }
  };
  return {
    was_sent: () => edition.frequency.mode !== "always" && !!storage.get(mark),
    track(event) {
      if (event.kind === "answered") given.set(event.step_id, event.answer);
      if (event.kind !== "ended" || event.reason !== "completed") return;
      storage.set(mark, "1");
      const answers = [...given].map(([step_id, answer]) => ({ step_id, answer }));
      void send({ id: randomUuid(rng), version, answers }, 0);
    },
  };
}

/** UUID of version 4. The browser's own function needs HTTPS. */
function randomUuid(rng: Rng): string {
  const bytes = rng.bytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
