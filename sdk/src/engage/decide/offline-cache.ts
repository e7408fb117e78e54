import { EVENT_NAMES, type OpenRun } from "@fanfare/contract/events/events";
import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { BootResponse, Decision } from "@fanfare/contract/schema/client/v1";
import type { Emitter } from "../../lib/emitter.ts";
import type { Report } from "../../lib/report.ts";
import type { Storage } from "../../lib/storage.ts";
import type { Identity } from "../../net/identity.ts";
import type { Stage } from "../types.ts";
import type { CachedResponse, TaggedResponse } from "./cached-response.ts";
import type { Decisions, FailedLoad, RequestPreferences } from "./decisions.ts";
import { earlyResponse } from "./early-response.ts";
import type { Suppressions } from "./suppressions.ts";

export interface OfflineCacheDeps {
  readonly clock: Clock;
  readonly storage: Storage;
  /** Prefix of names shared by all tabs of the site. */
  readonly named: string;
  readonly identity: Pick<Identity, "anonymousToken" | "identifiedPerson" | "isVerifiedPerson">;
  readonly emitter: Pick<Emitter, "on">;
  readonly decisions: Pick<Decisions, "current" | "now_ms">;
  readonly suppressions: Pick<Suppressions, "list">;
  readonly preferences: RequestPreferences;
}

/** Responses that were shown early. Unconfirmed, so they aren't cached again. */
const early_responses = new WeakSet<BootResponse>();

/** Distinguishes verified from unverified identities. */
function identityKey({ identifiedPerson, isVerifiedPerson }: OfflineCacheDeps["identity"]): string {
  const { external_id } = identifiedPerson() ?? {};
  return JSON.stringify(external_id === undefined ? [] : [external_id, isVerifiedPerson()]);
}

const cacheKey = (named: string): string => `${named}:kept`;

/**
 * Returns the cached entry for the current person if it's still usable. Any script of the site can write to this
 * storage. Discards entries not in the format of {@link createOfflineCache}, outdated ones, and those of another
 * person.
 */
function readCache(
  { storage, named, identity }: CacheDeps,
  isUsable: (cached: CachedResponse) => boolean,
): CachedResponse | undefined {
  try {
    // The parts read here are validated below; the rest is read by players, which handle their own failures.
    const text = storage.get(cacheKey(named)) ?? "null";
    const cached = JSON.parse(text.replace(/^"\w+"/, "")) as CachedResponse | null;
    if (
      cached !== null &&
      cached.who === identityKey(identity) &&
      isUsable(cached) &&
      isBootResponse(cached.answer) &&
      isBootResponse(withProgress(cached))
    ) {
      return cached;
    }
  } catch {
    // Treat as no entry.
  }
  storage.set(cacheKey(named));
  return undefined;
}

type CacheDeps = Pick<OfflineCacheDeps, "storage" | "named" | "identity" | "clock">;

/** The response with what happened since, as the next page would receive it. No longer what its tag names. */
function withProgress({ answer, suppressions, progress }: CachedResponse): TaggedResponse {
  const decisions = answer.decisions.map((decision) => ({
    ...decision,
    due: undefined,
    ...progress[decision.content_id],
  }));
  return { ...answer, etag: undefined, suppressions, decisions };
}

/**
 * Returns the cached response after the server confirmed that it's still current. `date`: the server's time, if it was
 * sent.
 */
export function readConfirmed(deps: CacheDeps, date: string | null | undefined): TaggedResponse | undefined {
  const { clock, identity } = deps;
  const cached = readCache(deps, () => true);
  if (cached === undefined) return undefined;
  const { answer, behind_ms, anonymous_in } = cached;
  const now_ms = Date.parse(date ?? "") || clock.now() + behind_ms;
  return {
    ...answer,
    // An anonymous visitor's channel has their ID.
    anonymous: anonymous_in
      ? { id: answer.channel_id, token: identity.anonymousToken() ?? "", storage: anonymous_in }
      : null,
    server_time: new Date(now_ms).toISOString(),
  };
}

/** Time-based changes that were due meanwhile are unknown, so the entry expires then. */
function isFresh({ at, behind_ms, answer }: CachedResponse, now_ms: number): boolean {
  const age_ms = now_ms - at;
  const again_ms = answer.again_at === undefined ? Infinity : Date.parse(answer.again_at);
  return age_ms >= 0 && age_ms < limits.answer_kept_ms_max && now_ms + behind_ms < again_ms;
}

function isBootResponse({ app, person, decisions, refused, suppressions }: BootResponse): boolean {
  return (
    typeof app.paused === "boolean" &&
    typeof person.id === "string" &&
    [decisions, refused, suppressions].every(Array.isArray) &&
    decisions.every(
      ({ content_id, version_id, slug, edition, history }) =>
        [content_id, version_id, slug, edition.body.type].every((each) => typeof each === "string") &&
        [edition.tags, edition.targeting.urls.include, edition.targeting.urls.exclude].every(Array.isArray) &&
        typeof edition.trigger.kind === "string" &&
        typeof edition.frequency.mode === "string" &&
        typeof history.ended === "boolean",
    ) &&
    suppressions.every(({ scope, expires_at }) => typeof scope === "string" && Date.parse(expires_at) > 0)
  );
}

const RUN_EVENTS = EVENT_NAMES.filter(
  (name): name is Exclude<typeof name, `live_update_${string}`> => !name.startsWith("live_update_"),
);

/**
 * Caches the server's response and local progress, for pages that can't reach the server. The cache contains no token.
 */
export function createOfflineCache(deps: OfflineCacheDeps, stage: Pick<Stage, "facts" | "shown" | "wasShown">): void {
  const { clock, storage, named, identity, emitter, decisions, suppressions, preferences } = deps;
  // The core deletes the cache on every server response, so a remaining entry is what this page shows.
  let at = readCache(deps, (cached) => isFresh(cached, clock.now()))?.at ?? clock.now();
  const stood = new Map<string, OpenRun>();

  /** A decision's local progress, as the next page would receive it. */
  const progressOf = (decision: Decision): CachedResponse["progress"][string] => {
    const { content_id, due, cap_left, run } = decision;
    const position = stage.shown().get(content_id)?.run?.position();
    if (position !== undefined && position.step_id !== "") stood.set(content_id, position);
    const { history = decision.history, requested: goes_on, runs_begun = 0 } = stage.facts(decision);
    return {
      history,
      run: goes_on === true || position !== undefined ? (stood.get(content_id) ?? run) : null,
      due: stage.wasShown(decision) ? undefined : due,
      cap_left: cap_left === undefined ? undefined : cap_left - runs_begun,
    };
  };

  /** When the current person became known. */
  let since_ms = clock.now() - limits.answer_kept_after_ms;

  /** True if the person signed out in another tab meanwhile; this tab must not cache their data again. */
  const hasLeft = (now_ms: number): boolean => {
    const left_ms = Number(storage.get(`${named}:left`));
    return left_ms > since_ms && left_ms <= now_ms;
  };

  const storeAnonymous = (): void => {
    const current = decisions.current();
    const now_ms = clock.now();
    if (current === undefined || early_responses.has(current) || hasLeft(now_ms)) return;
    const cached: CachedResponse = {
      who: identityKey(identity),
      preferences: JSON.stringify(preferences),
      at,
      behind_ms: decisions.now_ms() - now_ms,
      anonymous_in: current.anonymous?.storage,
      answer: { ...current, anonymous: null },
      suppressions: suppressions.list(),
      progress: Object.fromEntries(current.decisions.map((decision) => [decision.content_id, progressOf(decision)])),
    };
    // The tag comes first, where the core finds it without parsing the rest. Weak ones aren't used.
    const text = `${current.etag ?? ""}${JSON.stringify(cached)}`.replace(/^W[^{]*/, "");
    // Don't keep an older entry if this one is too large.
    storage.set(cacheKey(named), text.length > limits.answer_kept_chars_max ? undefined : text);
  };
  emitter.on("ready", () => {
    since_ms = clock.now();
  });
  emitter.on("changed", () => {
    at = clock.now();
    storeAnonymous();
  });
  emitter.on("suppressions", storeAnonymous);
  for (const name of RUN_EVENTS) emitter.on(name, storeAnonymous);
  storeAnonymous();
}

/**
 * Deletes everything this browser stores after consent is denied: names, IDs, and queued data. The server's cookie
 * can't be deleted here, but is no longer sent.
 */
export function eraseAll({ window, storage, named }: EraseDeps): void {
  try {
    for (const name of Object.keys(window.localStorage)) if (name.startsWith("fanfare:")) storage.set(name);
    // Tabs with open connections to the database close them.
    window.indexedDB.deleteDatabase(named);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

interface EraseDeps extends Pick<OfflineCacheDeps, "storage" | "named"> {
  readonly window: Window;
}

export interface ApplyCacheDeps extends Omit<OfflineCacheDeps, "emitter"> {
  readonly report: Report;
  readonly emitter: Pick<Emitter, "emit">;
  readonly decisions: Pick<Decisions, "current" | "now_ms" | "restoreCached">;
  readonly suppressions: Pick<Suppressions, "list" | "settle">;
  readonly guidance: { forget(): void; open(): void; reevaluate(): void };
}

/**
 * Applies the cached response while the server is asked, and if it fails (`answer`). A refusal deletes it.
 */
export function applyCache(deps: ApplyCacheDeps, answer?: FailedLoad): void {
  if (answer) handleFailedLoad(deps, answer);
  else showEarly(deps);
}

/** Shows what doesn't need the server's response before it arrives, at most once per response (early-response.ts). */
function showEarly(deps: ApplyCacheDeps): void {
  const { clock, decisions, preferences, storage, named, guidance } = deps;
  // The server was faster.
  if (decisions.current()) return;
  const cached = readCache(deps, () => true);
  const now_ms = clock.now();
  const chose_ms = Number(storage.get(`${named}:chose`));
  const facts = { now_ms, chose_ms, preferences: JSON.stringify(preferences) };
  const early = cached && isFresh(cached, now_ms) && earlyResponse(cached, withProgress(cached), facts);
  if (!early) return;
  // The next page mustn't show it again unless the server confirms it: the person may close it here.
  storage.set(cacheKey(named), storage.get(cacheKey(named))?.replace("{", '{"shown":true,'));
  early_responses.add(early);
  applyCached(deps, early, cached.behind_ms);
  guidance.open();
}

/** Handles a failed or refused load. While the server can't be reached, its last response applies. */
function handleFailedLoad(deps: ApplyCacheDeps, answer: FailedLoad): void {
  const { decisions, storage, named, guidance } = deps;
  const current = decisions.current();
  const was_early = !!current && early_responses.has(current);
  if (answer.kind === "refused") {
    storage.set(cacheKey(named));
    if (was_early) {
      decisions.restoreCached();
      guidance.forget();
    }
    import("../outbox/rejections.ts").then(({ handleRefusedBoot }) => handleRefusedBoot(deps, answer), deps.report);
    return;
  }
  const is_same = current?.person.external_id === (deps.identity.identifiedPerson()?.external_id ?? null);
  // This page already had a response for this person, or is already offline.
  if (is_same && !was_early) return;
  // A response for another person must not apply.
  if (!is_same) decisions.restoreCached();
  const cached = readCache(deps, (entry) => isFresh(entry, deps.clock.now()));
  if (cached === undefined) return;
  applyCached(deps, withProgress(cached), cached.behind_ms);
  guidance.reevaluate();
}

function applyCached(
  { decisions, suppressions, emitter }: ApplyCacheDeps,
  kept: TaggedResponse,
  behind_ms: number,
): void {
  decisions.restoreCached(kept, behind_ms);
  suppressions.settle(kept);
  emitter.emit("suppressions", suppressions.list());
}
