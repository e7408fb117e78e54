import { type Clock, systemClock } from "@fanfare/contract/lib/clock";
import { type Rng, systemRng } from "@fanfare/contract/lib/rng";
import { limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { ApiProblem } from "./api-problem.ts";

interface LostRequest {
  readonly fingerprint: string;
  readonly key: string;
  readonly resource: string;
  readonly lost_at: number;
}

/** A write request, from sending until its outcome is known. */
export interface PendingRequest {
  /** `Idempotency-Key`. Reused when a request without a response is retried. */
  readonly key: string;
  failed(error: unknown): void;
}

export interface PendingRequests {
  /**
   * `said` identifies the whole request. `path` identifies the resource: another write to it makes the next request
   * new.
   */
  begin(path: string, fingerprint: string): PendingRequest;
}

const KEY_BYTES = 16;

/**
 * Tracks requests without a response. The same request within `deed_lost_minutes_max` is a retry and reuses its
 * idempotency key. A response or another write to the same resource ends this.
 *
 * @example
 * const request = pending.begin("/api/webhooks", body);
 * await send({ "Idempotency-Key": request.key }).catch((error) => { request.failed(error); throw error; });
 */
export function createPendingRequests(clock: Clock = systemClock, rng: Rng = systemRng): PendingRequests {
  let lost: readonly LostRequest[] = [];
  return {
    begin(path, fingerprint) {
      const resource = resourceOf(path);
      const alive = lost.filter(({ lost_at }) => clock.now() - lost_at < limits.deed_lost_minutes_max * MINUTE_MS);
      const again = alive.find((each) => each.fingerprint === fingerprint);
      lost = alive.filter((each) => each !== again && (again !== undefined || !isSame(each.resource, resource)));
      const key = again?.key ?? [...rng.bytes(KEY_BYTES)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      return {
        key,
        failed(error) {
          const lost_at = again?.lost_at ?? clock.now();
          if (!mayHaveSucceeded(error, clock.now() - lost_at)) return;
          const request = { fingerprint, key, resource: resource, lost_at };
          lost = [...lost, request].slice(-limits.deeds_lost_max);
        },
      };
    },
  };
}

/**
 * Whether a failed request may have succeeded. For an interrupted request, the server returns `idempotency_busy`
 * forever. After `deed_s_max`, the next attempt counts as a new request.
 */
function mayHaveSucceeded(error: unknown, lost_for_ms: number): boolean {
  if (!(error instanceof ApiProblem)) return false;
  if (error.code === "idempotency_busy") return lost_for_ms < limits.deed_s_max * SECOND_MS;
  return error.status === 0 || error.status >= 500;
}

/** Returns the resource of a path: `/api/contents/7/archive` → `/api/contents/7`. `/api/contents` covers all items. */
const resourceOf = (path: string): string => (path.split("?")[0] ?? "").split("/").slice(0, 4).join("/");

const isSame = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
