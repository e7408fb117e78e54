import type { StartReason } from "@fanfare/contract/events";
import type { Gate } from "@fanfare/contract/gates";
import { judgePage, outcomeOf, type PageFacts } from "@fanfare/contract/page-gates";
import type { Decision } from "@fanfare/contract/schema/v1";
import type { TourEvent } from "../ui/types.ts";
import { createMemory } from "./memory.ts";
import { trackRun } from "./progress.ts";
import type { OpenTour, Showing, Stage, StageDeps, Started } from "./types.ts";

/** `opening`: the player and the lane are on their way. */
type Scene = { readonly kind: "free" } | { readonly kind: "opening"; readonly content_id: string } | Showing;

export function createStage(deps: StageDeps): Stage {
  const { window, decisions, events, pauses } = deps;
  const memory = createMemory(decisions.now_ms);
  let scene: Scene = { kind: "free" };
  let away = false;
  /** Runs that began here since the server counted, for what may be shown only so often. */
  let counted: unknown;
  let runs_begun = 0;
  /** Contents that wait a while before they start: whether they have. */
  const waited = new Map<string, boolean>();

  const find = (id_or_slug: string): Decision | undefined =>
    decisions.current()?.decisions.find(({ content_id, slug }) => content_id === id_or_slug || slug === id_or_slug);

  const shown = (): Decision | undefined => (scene.kind === "showing" ? scene.decision : undefined);

  const begun = (): number => {
    const answer = decisions.current();
    if (answer !== counted) runs_begun = 0;
    counted = answer;
    return runs_begun;
  };

  const facts = (decision: Decision, requested: boolean): PageFacts => ({
    now_ms: decisions.now_ms(),
    app_paused: decisions.current()?.app.paused,
    element: (selector) => isThere(window.document, selector),
    runs_begun: begun(),
    url: window.location.href,
    events: [...events],
    // A run that is open was asked for when it began.
    requested: requested || memory.openRun(decision) !== null,
    history: memory.history(decision),
    suppressions: deps.suppressions.facts(),
    lane_free: scene.kind === "free" || shown()?.content_id === decision.content_id,
    host_paused: pauses.size > 0,
  });

  const judgements = (decision: Decision, requested: boolean) => judgePage(decision, facts(decision, requested));
  const outcome = (decision: Decision, requested: boolean) => outcomeOf(judgements(decision, requested));

  const clear = ({ leaveLane }: Showing): void => {
    scene = { kind: "free" };
    leaveLane();
  };

  /** Takes a tour away without ending its run: it goes on where it may be shown next. */
  const setAside = (showing: Showing): void => {
    const { decision, run, handle } = showing;
    memory.setAside(decision.content_id, run.position());
    clear(showing);
    handle?.close("navigation");
  };

  const hands = { memory, setAside };

  const hear = (showing: Showing, event: TourEvent): void => {
    // A tour that was set aside tells its end to nobody.
    if (scene !== showing) return;
    const { decision, run, reason } = showing;
    const ended = event.kind === "ended";
    if (event.kind === "step_shown") run.step(event.step_id);
    if (ended) {
      memory.ended(decision, run.position(), event.reason);
      run.end(event.reason);
      clear(showing);
    }
    deps.onTour(event, decision, run.position().run_id, reason);
    if (ended) consider();
  };

  const play = (openTour: OpenTour, decision: Decision, reason: StartReason, leaveLane: () => void): Started => {
    const run = trackRun(deps, decision, reason);
    const showing: Showing = { kind: "showing", decision, run, reason, leaveLane, handle: undefined };
    scene = showing;
    memory.takeUp(decision.content_id);
    if (decision.run === null) runs_begun = begun() + 1;
    try {
      showing.handle = openTour({
        window,
        document: window.document,
        clock: deps.clock,
        edition: decision.edition,
        name: decision.name,
        step_id: decision.run?.step_id ?? null,
        labels: deps.labels,
        on: (event) => hear(showing, event),
      });
    } catch (error) {
      scene = { kind: "free" };
      throw error;
    }
    return { status: "shown" };
  };

  const open = async (content_id: string, reason: StartReason, requested: boolean): Promise<Started> => {
    const opening: Scene = { kind: "opening", content_id };
    scene = opening;
    let leaveLane: (() => void) | undefined;
    let gate: Gate | "unavailable" = "lane_busy";
    try {
      const openTour = await deps.loadPlayer();
      leaveLane = scene === opening ? await deps.takeLane(consider) : undefined;
      if (leaveLane !== undefined && scene === opening && !away) {
        // While we waited, the page may have moved on and the content may have changed or gone.
        scene = { kind: "free" };
        const decision = find(content_id);
        const judged = decision && outcome(decision, requested);
        if (decision !== undefined && judged?.outcome === "show") {
          return play(openTour, { ...decision, run: memory.openRun(decision) }, reason, leaveLane);
        }
        gate = judged?.outcome === "hide" ? judged.gate : "not_published";
      }
    } catch (error) {
      deps.report("the player could not be loaded", error);
      gate = "unavailable";
    }
    leaveLane?.();
    if (scene === opening) scene = { kind: "free" };
    return { status: "refused", gate };
  };

  /** Changes what is shown. When the code for that cannot be had, it is taken away and shown anew where it stood. */
  const adapt = async (change: (keeper: typeof import("./keep-up.ts"), showing: Showing) => void): Promise<void> => {
    const showing = scene;
    if (showing.kind !== "showing") return;
    const keeper = await import("./keep-up.ts").catch(() => undefined);
    // Meanwhile it may have ended.
    if (scene !== showing) return;
    try {
      if (keeper === undefined) setAside(showing);
      else change(keeper, showing);
      if (showing !== scene) consider();
    } catch (error) {
      deps.report("the guide failed", error);
    }
  };

  const keepUp = (): Promise<void> =>
    adapt((keeper, showing) => {
      const present = find(showing.decision.content_id);
      keeper.keepUp(hands, showing, decisions.current(), present, present && judgements(present, true));
    });

  const isRipe = (decision: Decision): boolean => {
    const { content_id, edition } = decision;
    const ripe = !edition.delay_ms || memory.openRun(decision) !== null || waited.get(content_id);
    if (ripe === undefined) {
      waited.set(content_id, false);
      deps.clock.after(edition.delay_ms ?? 0, () => {
        waited.set(content_id, true);
        consider();
      });
    }
    return ripe === true;
  };

  const consider = (): void => {
    const answer = decisions.current();
    if (answer === undefined || away) return;
    if (scene.kind === "showing") void keepUp();
    // Nothing appears in a tab that nobody looks at.
    if (scene.kind !== "free" || window.document.visibilityState !== "visible") return;
    const first = answer.decisions
      .filter(({ content_id }) => !memory.wasSeen(content_id))
      .sort((left, right) => right.edition.priority - left.edition.priority)
      .find((decision) => outcome(decision, false).outcome === "show" && isRipe(decision));
    if (first === undefined) return;
    const fresh = first.edition.trigger.kind === "event" ? "event" : "rule";
    void open(first.content_id, memory.openRun(first) === null ? fresh : "resume", false);
  };

  return {
    consider,
    facts: (decision) => facts(decision, false),
    wasSeen: memory.wasSeen,
    happened(name) {
      for (const { content_id, edition } of decisions.current()?.decisions ?? []) {
        if (edition.trigger.kind === "event" && edition.trigger.event === name) memory.happenedAgain(content_id);
      }
      consider();
    },
    async start(id_or_slug) {
      const decision = find(id_or_slug);
      if (decision === undefined) {
        const refused = decisions
          .current()
          ?.refused.find(({ content_id, slug }) => content_id === id_or_slug || slug === id_or_slug);
        return { status: "refused", gate: refused?.gate ?? "not_published" };
      }
      const { content_id } = decision;
      if (shown()?.content_id === content_id) return { status: "shown" };
      const judged = outcome(decision, true);
      if (judged.outcome === "hide") return { status: "refused", gate: judged.gate };
      return open(content_id, memory.openRun(decision) === null ? "api" : "resume", true);
    },
    stop(id_or_slug) {
      if (scene.kind === "free") return;
      const { content_id } = scene.kind === "showing" ? scene.decision : scene;
      if (id_or_slug !== undefined && find(id_or_slug)?.content_id !== content_id) return;
      if (scene.kind === "showing") scene.handle?.close("api");
      else scene = { kind: "free" };
    },
    tour: () => (scene.kind === "showing" ? scene.handle : undefined),
    conflict: (current) => void adapt((keeper, showing) => keeper.yieldTo(hands, showing, current)),
    leave() {
      away = true;
      if (scene.kind === "showing") setAside(scene);
    },
    forget() {
      if (scene.kind === "showing") setAside(scene);
      scene = { kind: "free" };
      memory.forget();
    },
    comeBack() {
      away = false;
      consider();
    },
  };
}

/** Authors write selectors: one that no browser understands finds nothing that is known. */
function isThere(document: Document, selector: string): boolean | undefined {
  try {
    return document.querySelector(selector) !== null;
  } catch {
    return undefined;
  }
}
