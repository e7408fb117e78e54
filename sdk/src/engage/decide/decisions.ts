import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { BootRequest, BootResponse, IdentifyRequest } from "@fanfare/contract/schema/client/v1";
import { backoff_ms } from "../../net/backoff.ts";
import type { IdentifiedPerson, Identity } from "../../net/identity.ts";
import type { ApiResult, Net } from "../../net/net.ts";
import type { TaggedResponse } from "./cached-response.ts";

type RefusedLoad = Extract<ApiResult<unknown>, { kind: "refused" }>;
export type FailedLoad = Exclude<ApiResult<unknown>, { kind: "ok" | "unchanged" }>;
export type LoadResult =
  | { readonly kind: "loaded"; readonly boot: TaggedResponse }
  | { readonly kind: "failed" }
  | RefusedLoad;

/** What the page prefers in every answer from now on (contract/schema/v1.ts). */
export interface RequestPreferences {
  locale?: string | undefined;
  /** IDs or slugs of content for which the page overrides frequency. */
  again?: string[] | undefined;
  /** Slugs of content that the person asked for with a button. */
  asked?: string[] | undefined;
}

export interface Decisions {
  current(): TaggedResponse | undefined;
  /** The server's time, so that a wrong browser clock shifts no dates. */
  now_ms(): number;
  /** Loads now. Calls during a request share the response to one follow-up request. */
  load(): Promise<LoadResult>;
  /**
   * Handles a version from a signal, handshake, or pong. If it differs from the current one, reloads within
   * `spread_ms`.
   */
  onVersionSignal(config_version: number, spread_ms: number): void;
  /**
   * Until the server responds, uses the response cached by an earlier page, or none. `behind_ms`: how far the browser's
   * clock is behind the server's.
   */
  restoreCached(kept?: TaggedResponse | undefined, behind_ms?: number): void;
  /**
   * Handles a return to the page. Loads if there is no response, or if the last one is old and no live connection kept
   * it fresh.
   */
  wake(live: boolean): void;
  stop(): void;
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: A split costs about 50 bytes of the core.
export function createDecisions(
  deps: {
    readonly clock: Clock;
    readonly rng: Rng;
    readonly net: Net;
    readonly identity: Identity;
    readonly preferences: RequestPreferences;
    /** Sends queued data, so that the first response after an outage takes it into account. */
    readonly flush: () => Promise<unknown>;
    /** Reads the response that an earlier page cached and the server just confirmed. */
    readonly readConfirmed: (date: string | null | undefined) => Promise<TaggedResponse | undefined>;
  },
  observer: { changed(boot: BootResponse): void; onSilence(answer: FailedLoad): void },
): Decisions {
  const { clock, rng, net, identity, preferences } = deps;
  let boot: TaggedResponse | undefined;
  /** Identity epoch of the current response. */
  let epoch = -1;
  let identified: IdentifiedPerson | undefined;
  let config_version = -1;
  let offset_ms = 0;
  let answered_ms = 0;
  let attempt = 0;
  let gates = 0;
  let loading: Promise<LoadResult> | undefined;
  let timer: Cancel | undefined;
  let due_ms = 0;
  let stopped = false;

  /** Schedules a load after this delay, unless an earlier one is scheduled. */
  const later = (delay_ms: number): void => {
    const then_ms = clock.now() + delay_ms;
    if (stopped || (timer && due_ms <= then_ms)) return;
    timer?.();
    due_ms = then_ms;
    timer = clock.after(delay_ms, () => {
      timer = undefined;
      void load();
    });
  };

  const ask = async (): Promise<LoadResult> => {
    const about = identity.epoch();
    const identifiedPerson = identity.identifiedPerson();
    const known = about === epoch && boot;
    const anonymous_token = identity.anonymousToken();
    // Verified people are identified by their token after the first request; attributes are sent once.
    const is_told = !identifiedPerson || (identifiedPerson === identified && identity.isVerifiedPerson());
    const about_page: BootRequest = { anonymous_token, time_zone: timeZone(), ...preferences };
    const json: BootRequest | IdentifyRequest = is_told
      ? about_page
      : { ...about_page, external_id: identifiedPerson.external_id, attributes: identifiedPerson.attributes };
    const path = is_told ? "/v1/boot" : "/v1/identify";
    const etag = known ? known.etag : identity.cachedResponse()?.match(/^"\w+"/)?.[0];
    const answer = await net.call<BootResponse>("POST", path, { json, etag });
    const fresh =
      answer.kind === "ok"
        ? { ...answer.body, etag: answer.etag }
        : answer.kind === "unchanged" && !known && (await deps.readConfirmed(answer.date));
    if (stopped || about !== identity.epoch()) return { kind: "failed" };
    if (answer.kind === "ok" || answer.kind === "unchanged") {
      // The cached response is gone, and so is its tag.
      if (!fresh && !known) return ask();
      identified = identifiedPerson;
      delete identifiedPerson?.yielded;
      answered_ms = clock.now();
      attempt = 0;
      if (fresh) {
        boot = fresh;
        epoch = about;
        config_version = boot.app.config_version;
        offset_ms = Date.parse(boot.server_time) - answered_ms || 0;
        identity.storeAnonymous(boot.anonymous);
        observer.changed(boot);
      }
      // Time-based changes affect many people at the same moment, so spread the requests.
      if (boot?.again_at) {
        later(Date.parse(boot.again_at) - clock.now() - offset_ms + rng.next() * limits.change_spread_ms);
      }
      return boot ? { kind: "loaded", boot } : { kind: "failed" };
    }
    if (answer.kind === "failed") {
      later(answer.retry_after_ms + backoff_ms(rng, ++attempt, limits.retry_cap_ms, limits.retry_base_ms));
    } else if (identifiedPerson?.yielded && identifiedPerson === identity.identifiedPerson()) {
      identity.setPerson(...identifiedPerson.yielded);
      later(0);
    }
    observer.onSilence(answer);
    return answer;
  };

  const run = async (): Promise<LoadResult> => {
    timer?.();
    timer = undefined;
    if (attempt) await deps.flush();
    for (;;) {
      const serving = gates;
      const loaded = await ask();
      if (serving === gates || stopped) {
        loading = undefined;
        return loaded;
      }
    }
  };

  const load = (): Promise<LoadResult> => {
    gates++;
    loading ??= run();
    return loading;
  };

  return {
    current: () => boot,
    now_ms: () => clock.now() + offset_ms,
    load,
    onVersionSignal(version, spread_ms) {
      // Lower versions count as changed, too: a server restored from a backup starts lower.
      if (!boot || version === config_version) return;
      config_version = version;
      later(rng.next() * spread_ms);
    },
    restoreCached(cached, behind_ms = offset_ms) {
      boot = cached;
      offset_ms = behind_ms;
    },
    wake(live) {
      if (boot ? !live && clock.now() - answered_ms >= limits.heal_interval_ms_min : attempt > 0) {
        void load();
      }
    },
    stop() {
      stopped = true;
      timer?.();
    },
  };
}

/** The person's time zone. `Intl` takes tens of milliseconds, so it is only a fallback. */
function timeZone(): string {
  // Not supported by every browser, and missing from this project's TypeScript types.
  const { Temporal }: typeof globalThis & { readonly Temporal?: { readonly Now: { timeZoneId(): string } } } =
    globalThis;
  return Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
