import { isExtended, mapButtons } from "@fanfare/contract/content/buttons";
import type { Edition } from "@fanfare/contract/content/content";
import type { ActionButton, ButtonCondition, SideAction } from "@fanfare/contract/content/panel";
import type { StepButton } from "@fanfare/contract/content/tour";
import { limits } from "@fanfare/contract/limits";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import { matchesPage, type PageRule } from "@fanfare/contract/targeting/page-rule";
import type { Identity } from "../../net/identity.ts";
import { pageSnapshot } from "../../ui/dom/page-snapshot.ts";
import type { Labels, OpenStagedPlayer, PlayerHandle, StagedPlayerOptions } from "../../ui/types.ts";
import type { Choice, Subject } from "../decide/suppressions.ts";
import type { NoteContentEvent } from "../runs/content-events.ts";
import { contentNotice } from "../runs/content-notice.ts";
import type { ContentEventName } from "../runs/player-events.ts";
import type { Stage } from "../types.ts";
import { createElementWatcher, type WatchElements } from "./element-watcher.ts";
import type { RunActionDeps } from "./run-action.ts";

export interface ButtonActionDeps extends Omit<RunActionDeps, "start"> {
  readonly identity: RunActionDeps["identity"] & Pick<Identity, "identifiedPerson" | "setPerson">;
  readonly note: NoteContentEvent;
  readonly choose: (subject: Subject, choice: Choice) => void;
  /** Names of events that happened on this page. */
  readonly events: Set<string>;
}

type AnyButton = ActionButton | StepButton;

/**
 * Runs what players don't: conditions of buttons, the actions before a button's own, "Do not show again", and snoozing.
 * A tour's buttons of this kind become page actions with reserved names, which are handled here.
 */
export const withButtonActions =
  (open: OpenStagedPlayer, decision: Decision, deps: ButtonActionDeps, stage: Stage): OpenStagedPlayer =>
  (options) => {
    let { edition } = options;
    let step_id = "";
    let busy = false;
    /** The button whose action ends the content. */
    let last: AnyButton | undefined;
    const router = createButtonRouter(deps, () => {
      const routed = router.recheck(edition);
      if (routed) handle.update(routed);
    });
    const side = (before: readonly SideAction[] = []): Promise<void> =>
      runSideActions({ ...deps, options, decision, stage }, before);
    const route = (next: Edition): Edition => {
      edition = next;
      return router.route(next);
    };
    const press = async (button: StepButton): Promise<void> => {
      if (busy) return;
      busy = true;
      const pressed_id = step_id;
      if (button.before) await side(button.before);
      busy = false;
      // The person may have moved on meanwhile.
      if (step_id === pressed_id && last === undefined) runStepAction(handle, options, edition, step_id, button, end);
    };
    const end = (button: StepButton): void => {
      last = button;
      handle.close(button.action.kind === "snooze" ? "snoozed" : "do_not_show_again");
    };

    const handle: PlayerHandle = open({
      ...options,
      edition: route(edition),
      act(action) {
        const button = action.kind === "host" && router.named.get(action.name);
        return button ? press(button) : options.act(action);
      },
      on(event, box) {
        if (event.kind === "step_shown") step_id = event.step_id;
        if (event.kind === "acted") {
          last = panelsIn(edition).find(({ id }) => id === event.step_id)?.button;
          options.on(event, box);
          void side(last?.before);
          return;
        }
        if (event.kind === "ended") router.stop();
        if (event.kind !== "ended" || !last) return options.on(event, box);
        const { action } = last;
        if (action.kind === "suppress") options.on({ ...event, reason: "do_not_show_again", suppress: true }, box);
        else if (action.kind === "snooze") {
          options.on({ ...event, reason: "snoozed" }, box);
          const days = action.hours / 24;
          deps.choose({ scope: "content", target: decision.content_id }, { days, reason: "snoozed" });
        } else options.on(event, box);
      },
    });
    return {
      ...handle,
      update: (next) => handle.update(route(next)),
      onPageEvent(event) {
        if (event === undefined) router.check();
        handle.onPageEvent?.(event);
      },
    };
  };

/** Prepares editions for players: buttons whose condition isn't met are missing or disabled. */
interface ButtonRouter {
  /** Buttons of a tour by their reserved name. Authors' action names start with a letter. */
  readonly named: ReadonlyMap<string, StepButton>;
  route(edition: Edition): Edition;
  /** Routes again if a condition changed. */
  recheck(edition: Edition): Edition | undefined;
  /** The page may have changed. */
  check(): void;
  stop(): void;
}

function createButtonRouter({ window, clock }: ButtonActionDeps, onPageChange: () => void): ButtonRouter {
  const named = new Map<string, StepButton>();
  /** Results of all conditions, in order. */
  let verdicts = "";
  let watchElements: WatchElements | undefined;
  /** Whether a condition is met. Adds to `awaited` what would change that. */
  const judge = (condition: ButtonCondition | undefined, awaited: PageRule[]): boolean => {
    if (condition === undefined) return true;
    // Safe cast: the server has evaluated everything else.
    const rule = condition.rule as PageRule;
    const is_met = matchesPage(rule, pageSnapshot(window)) === true;
    awaited.push(is_met ? { kind: "not", rule } : rule);
    return is_met;
  };
  const route = (edition: Edition): Edition => {
    named.clear();
    verdicts = "";
    const awaited: PageRule[] = [];
    const body = mapButtons(edition.body, (button) => {
      const { condition, ...always } = button;
      const is_met = judge(condition, awaited);
      verdicts += is_met;
      if (!is_met && condition?.otherwise === "hide") return undefined;
      // Safe casts: only the action and the condition change. Players disable buttons that still have a condition.
      const shown = (is_met ? always : button) as typeof button;
      if (edition.body.type !== "tour" || !isExtended(button)) return shown;
      const name = `#button ${verdicts.length}`;
      if (is_met) named.set(name, button);
      return { ...shown, action: { kind: "host", name } };
    });
    if (awaited.length > 0) watchElements ??= createElementWatcher(window, clock, onPageChange);
    watchElements?.(awaited);
    return { ...edition, body };
  };
  return {
    named,
    route,
    recheck(edition) {
      const before = verdicts;
      const routed = route(edition);
      return verdicts === before ? undefined : routed;
    },
    check: () => watchElements && onPageChange(),
    stop: () => watchElements?.([]),
  };
}

function panelsIn({ body }: Edition): readonly { readonly id: string; readonly button?: ActionButton | undefined }[] {
  switch (body.type) {
    case "hint":
      return [body.panel];
    case "announcement":
      return body.panels;
    case "checklist":
      return body.tasks;
    default:
      return [];
  }
}

/** Carries out the action of a tour's button as the tour does. */
function runStepAction(
  handle: PlayerHandle,
  { on, act }: StagedPlayerOptions,
  { body }: Edition,
  step_id: string,
  button: StepButton,
  end: (button: StepButton) => void,
): void {
  const { action } = button;
  const finish = (): void => {
    on({ kind: "step_completed", step_id });
    handle.close("completed");
  };
  switch (action.kind) {
    case "next":
      handle.next();
      return;
    case "back":
      handle.back();
      return;
    case "go_to":
      on({ kind: "step_completed", step_id });
      handle.goTo(action.step_id);
      return;
    case "finish":
      finish();
      return;
    case "close":
      handle.close("close_button");
      return;
    case "suppress":
    case "snooze":
      end(button);
      return;
    case "start":
      finish();
      act(action);
      return;
    case "link":
      if (body.type === "tour" && body.steps.at(-1)?.id === step_id) finish();
      act(action);
      return;
    default:
      act(action);
  }
}

interface SideActionDeps extends ButtonActionDeps {
  readonly options: StagedPlayerOptions;
  readonly decision: Decision;
  readonly stage: Stage;
}

/** Runs them in order. One that fails or takes too long doesn't keep the next from running. */
async function runSideActions(deps: SideActionDeps, actions: readonly SideAction[]): Promise<void> {
  for (const action of actions) {
    try {
      const done = runSideAction(deps, action);
      const late = new Promise<void>((resolve) => deps.clock.after(limits.prepare_ms_max, resolve));
      if (done) await Promise.race([done, late]);
    } catch (error) {
      deps.report("a button action failed", error);
    }
  }
}

/** Returns what to wait for. The first action runs within the click, which copying requires. */
function runSideAction(deps: SideActionDeps, action: SideAction): unknown {
  const { options, decision, stage, identity, decisions, window } = deps;
  switch (action.kind) {
    case "host":
      return options.act(action);
    case "resource_center":
      return options.act({ kind: "start", content: action.content });
    case "celebrate":
      options.celebrate(action.preset, {});
      return undefined;
    case "track":
      deps.events.add(action.event);
      // Safe cast: an event of the author's has the same data as the content's own.
      deps.note(action.event as ContentEventName, contentNotice(decision, ""));
      return stage.onEvent(action.event);
    case "set_attribute": {
      const person = identity.identifiedPerson();
      if (person === undefined) throw new Error("set_attribute: no person is identified.");
      identity.setPerson({ ...person, attributes: { ...person.attributes, [action.name]: action.value } });
      return void decisions.load();
    }
    case "copy":
      return Promise.resolve(window.navigator.clipboard?.writeText(action.text) ?? Promise.reject()).then(
        () => notify(deps, (labels) => labels.copied ?? "Copied", false),
        // The browser refused: show the text, so that people can copy it themselves.
        () => notify(deps, () => action.text, true),
      );
  }
}

async function notify(
  { stage, ...deps }: SideActionDeps,
  text: (labels: Labels) => string,
  stays: boolean,
): Promise<void> {
  const { showNote } = await import("./run-action.ts");
  await showNote({ ...deps, start: stage.start }, text, stays);
}
