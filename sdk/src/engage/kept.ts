import type { Clock } from "@fanfare/contract/clock";
import { EVENT_NAMES, type OpenRun } from "@fanfare/contract/events";
import { limits } from "@fanfare/contract/limits";
import type { BootResponse, Decision } from "@fanfare/contract/schema/v1";
import type { Emitter } from "../emitter.ts";
import type { Identity } from "../identity.ts";
import type { Report } from "../report.ts";
import type { Storage } from "../storage.ts";
import type { Decisions, Unanswered } from "./decisions.ts";
import type { Guidance } from "./guidance.ts";
import type { Kept } from "./kept-answer.ts";
import { refusedBoot } from "./refused.ts";
import type { Suppressions } from "./suppressions.ts";
import type { Stage } from "./types.ts";

export interface KeeperDeps {
  readonly clock: Clock;
  readonly storage: Storage;
  /** Names what all tabs of the site share. */
  readonly named: string;
  readonly identity: Pick<Identity, "someone" | "proven">;
  readonly emitter: Pick<Emitter, "on">;
  readonly decisions: Pick<Decisions, "current" | "now_ms">;
  readonly suppressions: Pick<Suppressions, "list">;
}

/** Who is only said to be somebody is not who has proved it. */
function whoIs({ someone, proven }: KeeperDeps["identity"]): string {
  const { external_id } = someone() ?? {};
  return JSON.stringify(external_id === undefined ? [] : [external_id, proven()]);
}

const slotOf = (named: string): string => `${named}:kept`;

/**
 * What is kept for who is looking, where that can still be shown. Any script of the site can write there: what is not what
 * {@link createKeeper} writes is thrown away, as is what is about somebody else or too old.
 */
function keptFor({ storage, named, identity, clock }: Pick<KeeperDeps, "storage" | "named" | "identity" | "clock">) {
  try {
    // Each part that is read here is checked below; the rest is read by players, whose failures stay theirs.
    const kept = JSON.parse(storage.get(slotOf(named)) ?? "null") as Kept | null;
    if (kept !== null && kept.who === whoIs(identity) && isFresh(kept, clock.now()) && isAnswer(kept.answer)) {
      return kept;
    }
  } catch {
    // As good as nothing.
  }
  storage.set(slotOf(named));
  return undefined;
}

/** What was to change by the clock on the wall meanwhile is not known. */
function isFresh({ at, behind_ms, answer }: Kept, now_ms: number): boolean {
  const age_ms = now_ms - at;
  const again_ms = answer.again_at === undefined ? Infinity : Date.parse(answer.again_at);
  return age_ms >= 0 && age_ms < limits.answer_kept_ms_max && now_ms + behind_ms < again_ms;
}

function isAnswer({ app, person, decisions, refused, suppressions }: BootResponse): boolean {
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

/** Names of what may move a run on, or end it. */
const MOVES = EVENT_NAMES.filter(
  (name): name is Exclude<typeof name, `live_update_${string}`> => !name.startsWith("live_update_"),
);

/**
 * Keeps the server's answer, and what becomes of its contents here, for a page that cannot reach the server. No token is
 * in it.
 */
export function createKeeper(deps: KeeperDeps, stage: Pick<Stage, "facts" | "shown" | "wasSeen">): void {
  const { clock, storage, named, identity, emitter, decisions, suppressions } = deps;
  // The core throws away what is kept with each answer of the server: what is there still is what this page shows.
  let at = keptFor(deps)?.at ?? clock.now();
  /** Where runs stood when they were last seen here. */
  const stood = new Map<string, OpenRun>();

  /** A content as the next page would be told of it. */
  const asItStands = (decision: Decision): Decision => {
    const { content_id, due, cap_left, run } = decision;
    const position = stage.shown().get(content_id)?.run?.position();
    if (position !== undefined && position.step_id !== "") stood.set(content_id, position);
    const { history = decision.history, requested: goes_on, runs_begun = 0 } = stage.facts(decision);
    return {
      ...decision,
      history,
      run: goes_on === true || position !== undefined ? (stood.get(content_id) ?? run) : null,
      due: stage.wasSeen(decision) ? undefined : due,
      cap_left: cap_left === undefined ? undefined : cap_left - runs_begun,
    };
  };

  /** Since when it is known who is looking. */
  let since_ms = clock.now() - limits.answer_kept_after_ms;

  /** Who was looking has left in another tab meanwhile: what this one still shows of them is kept no more. */
  const hasLeft = (now_ms: number): boolean => {
    const left_ms = Number(storage.get(`${named}:left`));
    return left_ms > since_ms && left_ms <= now_ms;
  };

  const keep = (): void => {
    const current = decisions.current();
    const now_ms = clock.now();
    if (current === undefined || hasLeft(now_ms)) return;
    const kept: Kept = {
      who: whoIs(identity),
      at,
      behind_ms: decisions.now_ms() - now_ms,
      answer: {
        ...current,
        anonymous: null,
        decisions: current.decisions.map(asItStands),
        suppressions: suppressions.list(),
      },
    };
    const text = JSON.stringify(kept);
    // Nothing older stays in its place.
    storage.set(slotOf(named), text.length > limits.answer_kept_chars_max ? undefined : text);
  };
  emitter.on("ready", () => {
    since_ms = clock.now();
  });
  emitter.on("changed", () => {
    at = clock.now();
    keep();
  });
  emitter.on("suppressions", keep);
  for (const name of MOVES) emitter.on(name, keep);
  keep();
}

/**
 * Takes away all that this browser keeps of who does not agree to be remembered: names, numbers and what waits to be told. A
 * cookie that the server gave is out of reach, and is sent no more.
 */
export function eraseAll({ window, storage, named }: EraseDeps): void {
  try {
    for (const name of Object.keys(window.localStorage)) if (name.startsWith("fanfare:")) storage.set(name);
    // Whose connections to it are open lets go of them.
    window.indexedDB.deleteDatabase(named);
  } catch {
    // Blocked: nothing is kept.
  }
}

interface EraseDeps extends Pick<KeeperDeps, "storage" | "named"> {
  readonly window: Window;
}

export interface UnansweredDeps extends Omit<KeeperDeps, "emitter"> {
  readonly report: Report;
  readonly emitter: Pick<Emitter, "emit">;
  readonly decisions: Pick<Decisions, "current" | "now_ms" | "recall">;
  readonly suppressions: Pick<Suppressions, "list" | "settle">;
  readonly guidance: Pick<Guidance, "consider">;
}

/** Asking who sees what failed, or was refused. Where the server cannot be reached, what it said last holds until it can. */
export function failed(deps: UnansweredDeps, answer: Unanswered): void {
  const { decisions, suppressions, emitter, storage, named } = deps;
  if (answer.kind === "refused") {
    storage.set(slotOf(named));
    refusedBoot(deps, answer);
    return;
  }
  const current = decisions.current();
  // It has answered this page before, or is known to be away already.
  if (current?.person.external_id === (deps.identity.someone()?.external_id ?? null)) return;
  // What was said of somebody else holds for nobody.
  decisions.recall();
  const kept = keptFor(deps);
  if (kept === undefined) return;
  decisions.recall(kept.answer, kept.behind_ms);
  suppressions.settle(kept.answer);
  emitter.emit("suppressions", suppressions.list());
  deps.guidance.consider();
}
