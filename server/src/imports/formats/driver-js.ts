import type { HintBody } from "@fanfare/contract/content/hint";
import type { Step, StepButton } from "@fanfare/contract/content/tour";
import { htmlField, labelField, lineField, placementField, waitOf } from "../card-fields.ts";
import type { Fields, LostOptions } from "../import-report.ts";
import { cardTexts, type ImportedContent, importedTours } from "../imported-content.ts";
import { selectorTarget } from "../selector-target.ts";
import { type TourImport, toursIn } from "../tour-import.ts";

const HOOKS = {
  onHighlightStarted: "callback",
  onHighlighted: "callback",
  onDeselected: "callback",
  onDestroyStarted: "callback",
  onDestroyed: "callback",
  onNextClick: "callback",
  onPrevClick: "callback",
  onCloseClick: "callback",
  onDoneClick: "callback",
  onPopoverRender: "callback",
} as const satisfies LostOptions;

const POPOVER_LOST = {
  ...HOOKS,
  align: "built_in",
  showProgress: "built_in",
  progressText: "built_in",
  disableButtons: "no_counterpart",
  popoverClass: "appearance",
  className: "appearance",
} as const satisfies LostOptions;

const CONFIG_LOST = {
  ...POPOVER_LOST,
  animate: "appearance",
  duration: "appearance",
  opacity: "appearance",
  padding: "appearance",
  stageBackground: "appearance",
  overlayColor: "appearance",
  overlayOpacity: "appearance",
  stagePadding: "appearance",
  stageRadius: "appearance",
  popoverOffset: "appearance",
  smoothScroll: "built_in",
  allowScroll: "no_counterpart",
  allowKeyboardControl: "built_in",
  overlayClickBehavior: "no_counterpart",
} as const satisfies LostOptions;

const STEP_LOST = { ...HOOKS, data: "no_counterpart", stageBackground: "appearance" } as const satisfies LostOptions;

const HINTS_LOST = {
  ...CONFIG_LOST,
  beacon: "appearance",
  overlay: "no_counterpart",
  onOpen: "callback",
  onDismiss: "callback",
  onButtonClick: "callback",
  data: "no_counterpart",
  showButton: "no_counterpart",
} as const satisfies LostOptions;

/** Options of a step that a tour can set for all. */
interface Defaults {
  readonly next: string | undefined;
  readonly back: string | undefined;
  readonly done: string | undefined;
  readonly buttons: readonly string[] | undefined;
  readonly wait_ms: number | undefined;
  readonly skip: boolean;
  readonly blocked: boolean;
  readonly click: boolean;
}

/** driver.js 1.8: `driver({ steps })`, `setSteps([…])`, and `hints({ hints })`. Also 0.9: `new Driver()` with `defineSteps`. */
export function importDriverJs(context: TourImport): readonly ImportedContent[] {
  const { report } = context;
  const configs = toursIn(context, {
    calls: ["driver", "Driver", "setConfig"],
    field: "steps",
    lists: ["setSteps", "defineSteps", "highlight"],
    bare: ["popover"],
  });
  const tours = configs.flatMap(({ config, path, slug, name }) => {
    const fields = report.fields(config, path, CONFIG_LOST);
    const defaults = readDefaults(fields);
    const closable = fields.boolean("allowClose");
    if (closable === false) fields.report("allowClose", "always_closable");
    const items = fields.objects("steps", STEP_LOST);
    const steps = items.map((item, at) => driverStep(item, at, at === items.length - 1, defaults));
    const stays = closable === false ? ({ escape: "stays" } as const) : {};
    return importedTours(report, { path, slug, name, ...stays }, steps);
  });
  const hints = toursIn(context, { calls: ["hints"], field: "hints", lists: [], bare: [] }).flatMap(
    ({ config, path, slug, name }) => {
      const fields = report.fields(config, path, HINTS_LOST);
      const label = labelField(fields, "buttonText");
      return fields.objects("hints", HINTS_LOST).map((item, at) => driverHint(item, at, label, { slug, name }));
    },
  );
  return [...tours, ...hints];
}

function readDefaults(fields: Fields): Defaults {
  return {
    next: labelField(fields, "nextBtnText"),
    back: labelField(fields, "prevBtnText"),
    done: labelField(fields, "doneBtnText"),
    buttons: buttonNames(fields),
    wait_ms: fields.number("waitForElement"),
    skip: fields.boolean("skipMissingElement") ?? false,
    blocked: fields.boolean("disableActiveInteraction") ?? false,
    click: fields.boolean("advanceOnClick") ?? false,
  };
}

function buttonNames(fields: Fields): readonly string[] | undefined {
  if (fields.take("showButtons") === undefined) return undefined;
  return fields.texts("showButtons");
}

function driverStep(step: Fields, at: number, last: boolean, within: Defaults): Step {
  const popover = step.object("popover", POPOVER_LOST);
  const selector = step.text("element");
  const click = step.boolean("advanceOnClick") ?? within.click;
  const wait_ms = step.number("waitForElement") ?? within.wait_ms;
  const skip = step.boolean("skipMissingElement") ?? within.skip;
  const blocked = step.boolean("disableActiveInteraction") ?? within.blocked;
  const title = popover === undefined ? "" : lineField(popover, "title");
  const blocks = popover === undefined ? [] : htmlField(popover, "description");
  const texts = cardTexts(popover ?? step, "title", title, blocks);
  // Version 0.9 has a position.
  const side = popover?.take("side") === undefined ? "position" : "side";
  const placement = popover === undefined ? "auto" : placementField(popover, side);
  const base = {
    id: `step-${at + 1}`,
    ...texts,
    ...driverButtons(popover, last, within, click && selector !== undefined),
    ...(click && selector !== undefined ? { advance: [{ kind: "click" as const }] } : {}),
  };
  if (selector === undefined) return { kind: "centered", ...base };
  return {
    kind: "anchored",
    ...base,
    target: selectorTarget(selector),
    placement,
    wait_ms: waitOf(wait_ms),
    on_missing: skip ? "skip" : "center",
    interaction: blocked ? "block" : "allow",
  };
}

function driverButtons(popover: Fields | undefined, last: boolean, within: Defaults, advances: boolean) {
  const own = popover && {
    next: labelField(popover, "nextBtnText"),
    back: labelField(popover, "prevBtnText"),
    done: labelField(popover, "doneBtnText"),
    buttons: buttonNames(popover),
  };
  const next = (last ? own?.done : undefined) ?? own?.next ?? (last ? within.done : undefined) ?? within.next;
  const back = own?.back ?? within.back;
  const shown = own?.buttons ?? within.buttons;
  const label = next === undefined ? {} : { next_label: next };
  const has = (name: string): boolean => shown === undefined || shown.includes(name);
  if (back === undefined && has("next") && has("previous")) return label;
  const buttons: readonly StepButton[] = [
    ...(has("previous") ? [{ label: back ?? "Back", action: { kind: "back" as const } }] : []),
    ...(has("next") ? [{ label: next ?? (last ? "Done" : "Next"), action: { kind: "next" as const } }] : []),
  ];
  // Without a way on, people could only close the tour.
  if (!has("next") && !advances) {
    popover?.report("showButtons", "no_counterpart");
    return label;
  }
  return { buttons };
}

function driverHint(
  hint: Fields,
  at: number,
  label: string | undefined,
  { slug, name }: { readonly slug: string; readonly name: string },
): ImportedContent {
  const popover = hint.object("popover", HINTS_LOST);
  if (popover !== undefined) labelField(popover, "buttonText");
  if (label !== undefined) popover?.report("buttonText", "built_in");
  const selector = hint.text("element");
  if (selector === undefined) hint.report("element", "target_missing");
  const id = hint.text("id");
  const title = popover === undefined ? "" : lineField(popover, "title");
  const texts = cardTexts(
    popover ?? hint,
    "title",
    title,
    popover === undefined ? [] : htmlField(popover, "description"),
  );
  const body: ImportedContent["body"] = {
    type: "hint",
    form: "hotspot",
    panel: { id: "panel", ...texts },
    target: selector === undefined ? { strategies: [] } : selectorTarget(selector),
    placement: popover === undefined ? "auto" : placementField(popover, "side"),
    wait_ms: waitOf(undefined),
  } satisfies Omit<HintBody, "suppression">;
  return {
    path: hint.path,
    slug: `${slug}-hint-${id ?? at + 1}`,
    name: texts.title === "" ? `${name}: hint ${at + 1}` : texts.title,
    body,
  };
}
