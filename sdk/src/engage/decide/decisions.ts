import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { BootRequest, BootResponse, IdentifyRequest } from "@fanfare/contract/schema/client/v1";
import { backoff_ms } from "../../net/backoff.ts";
import type { IdentifiedPerson, Identity } from "../../net/identity.ts";
import type { ApiResult, Net } from "../../net/net.ts";

type RefusedLoad = Extract<ApiResult<unknown>, { kind: "refused" }>;
/** No answer about who sees what: the server said no, or said nothing. */
export type FailedLoad = Exclude<ApiResult<unknown>, { kind: "ok" | "unchanged" }>;
export type LoadResult =
  | { readonly kind: "loaded"; readonly boot: BootResponse }
  | { readonly kind: "failed" }
  | RefusedLoad;

/** What the page prefers in every answer from now on (contract/schema/v1.ts). */
export interface RequestPreferences {
  /** The language that it is in. */
  locale?: string | undefined;
  /** Contents, by id or slug, whose frequency it takes upon itself. */
  again?: string[] | undefined;
}

/** What the server says this person may see, kept as fresh as its `config_version`. */
export interface Decisions {
  current(): BootResponse | undefined;
  /** The server's time: a browser's wrong clock moves no date. */
  now_ms(): number;
  /** Asks now; calls that come while one is under way share the answer to a question asked after them. */
  load(): Promise<LoadResult>;
  /** A signal, a handshake or a pong named this version. Another than ours is asked for within `spread_ms`. */
  onVersionSignal(config_version: number, spread_ms: number): void;
  /** Until the server answers: what it said to an earlier page, or nothing, and how far this browser's clock is behind its own. */
  restoreCached(kept?: BootResponse | undefined, behind_ms?: number): void;
  /** The page is looked at again. Asks when nothing live kept it fresh and the last answer is old, or there is none. */
  wake(live: boolean): void;
  stop(): void;
}

/** What the server decided for who is looking, asked anew when it may have changed. */
export function createDecisions(
  deps: {
    readonly clock: Clock;
    readonly rng: Rng;
    readonly net: Net;
    readonly identity: Identity;
    readonly preferences: RequestPreferences;
    /** Says what is left to say: after a time without the server its answer is to know what happened meanwhile. */
    readonly flush: () => Promise<unknown>;
  },
  observer: { changed(boot: BootResponse): void; onSilence(answer: FailedLoad): void },
): Decisions {
  const { clock, rng, net, identity, preferences } = deps;
  let boot: BootResponse | undefined;
  /** What the answer that we hold was about. */
  let epoch = -1;
  /** Whom the server was told about, attributes included. */
  let identified: IdentifiedPerson | undefined;
  let etag: string | null | undefined;
  let config_version = -1;
  let offset_ms = 0;
  let answered_ms = 0;
  let attempt = 0;
  let gates = 0;
  let loading: Promise<LoadResult> | undefined;
  let timer: Cancel | undefined;
  let due_ms = 0;
  let stopped = false;

  /** Asks after this delay, or sooner when that was arranged before. */
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

  /** What goes by the clock on the wall changes then, for many people at once. */
  const again = (): void => {
    const at_ms = Date.parse(boot?.again_at ?? "");
    if (at_ms > 0) later(at_ms - clock.now() - offset_ms + rng.next() * limits.change_spread_ms);
  };

  const ask = async (): Promise<LoadResult> => {
    const about = identity.epoch();
    const identifiedPerson = identity.identifiedPerson();
    const known = about === epoch && boot;
    const anonymous_token = identity.anonymousToken();
    // Who proved who they are is known by the token from the second time on; attributes travel once.
    const is_told = !identifiedPerson || (identifiedPerson === identified && identity.isVerifiedPerson());
    const about_page: BootRequest = { anonymous_token, time_zone: timeZone(), ...preferences };
    const json: BootRequest | IdentifyRequest = is_told
      ? about_page
      : { ...about_page, external_id: identifiedPerson.external_id, attributes: identifiedPerson.attributes };
    const path = is_told ? "/v1/boot" : "/v1/identify";
    const answer = await net.call<BootResponse>("POST", path, { json, etag: known ? etag : undefined });
    if (stopped || about !== identity.epoch()) return { kind: "failed" };
    if (answer.kind === "ok" || answer.kind === "unchanged") {
      identified = identifiedPerson;
      answered_ms = clock.now();
      attempt = 0;
      if (answer.kind === "ok") {
        boot = answer.body;
        epoch = about;
        etag = answer.etag;
        config_version = boot.app.config_version;
        offset_ms = Date.parse(boot.server_time) - answered_ms || 0;
        identity.storeAnonymous(boot.anonymous);
        observer.changed(boot);
      }
      again();
      return boot ? { kind: "loaded", boot } : { kind: "failed" };
    }
    if (answer.kind === "failed") {
      later(answer.retry_after_ms + backoff_ms(rng, ++attempt, limits.retry_cap_ms, limits.retry_base_ms));
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
      // A version below ours counts too: a server that was restored from a backup starts lower.
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

/** Where the person's clock stands. `Intl` takes tens of milliseconds to say so: it is asked only where nothing else knows. */
function timeZone(): string {
  // Not every browser has it, and the types of this project do not know it yet.
  const { Temporal }: typeof globalThis & { readonly Temporal?: { readonly Now: { timeZoneId(): string } } } =
    globalThis;
  return Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
