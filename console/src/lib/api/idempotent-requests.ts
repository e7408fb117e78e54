import { type Clock, systemClock } from "@fanfare/contract/lib/clock";
import { type Rng, systemRng } from "@fanfare/contract/lib/rng";
import { limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { ApiProblem } from "./api-problem.ts";

/** A deed whose answer never came: it may have been done. */
interface LostRequest {
  readonly fingerprint: string;
  readonly key: string;
  readonly resource: string;
  readonly lost_at: number;
}

/** One call that changes something, from when it is sent until how it ended is known. */
export interface PendingRequest {
  /** Its `Idempotency-Key`: of a deed that is tried again because its answer was lost, the same. */
  readonly key: string;
  failed(error: unknown): void;
}

/** Which calls are the same deed tried again, and which are new ones. */
export interface PendingRequests {
  /** `said`: all that the call says. `path`: where, so that what is done there in between makes the next one new. */
  begin(path: string, fingerprint: string): PendingRequest;
}

const KEY_BYTES = 16;

/**
 * The console's memory of deeds whose answer was lost. The same call again within `deed_lost_minutes_max` is that deed once
 * more; anything else that is done to the same thing in between, or an answer, ends it: the next one is meant.
 *
 * @example
 * const deed = deeds.begin("webhooks", body);
 * await send({ "Idempotency-Key": deed.key }).catch((error) => { deed.failed(error); throw error; });
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
 * Whether a call that failed may have been done all the same. Of one that was cut off the server says for good that it has
 * not ended: who has heard that for longer than any call takes was asked to look, and means another one.
 */
function mayHaveSucceeded(error: unknown, lost_for_ms: number): boolean {
  if (!(error instanceof ApiProblem)) return false;
  if (error.code === "idempotency_busy") return lost_for_ms < limits.deed_s_max * SECOND_MS;
  return error.status === 0 || error.status >= 500;
}

/** What a path is about: `contents/7/archive` is about `contents/7`, and `contents` about all of them. */
const resourceOf = (path: string): string => (path.split("?")[0] ?? "").split("/").slice(0, 2).join("/");

const isSame = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
