import type { HintBody } from "@fanfare/contract/content/hint";
import type { Step, StepButton } from "@fanfare/contract/content/tour";
import { htmlField, labelField, lineField, marginOf, placementField, waitOf } from "../card-fields.ts";
import type { Fields, LostOptions } from "../import-report.ts";
import { cardTexts, type ImportedContent, importedTours, slugOf } from "../imported-content.ts";
import { elementTarget } from "../page/element-target.ts";
import { selectorTarget } from "../selector-target.ts";
import type { SourceElement, SourceObject } from "../source/source-value.ts";
import { isObject, objectsWith, type TourImport } from "../tour-import.ts";

const LOOKS = {
  tooltipClass: "appearance",
  highlightClass: "appearance",
  buttonClass: "appearance",
  overlayOpacity: "appearance",
  helperElementPadding: "appearance",
  tooltipRenderAsHtml: "built_in",
  hintAnimation: "appearance",
  hintButtonLabel: "built_in",
  hintShowButton: "no_counterpart",
  hintAutoRefreshInterval: "built_in",
} as const satisfies LostOptions;

const OPTIONS_LOST = {
  ...LOOKS,
  autoPosition: "built_in",
  positionPrecedence: "built_in",
  exitOnOverlayClick: "no_counterpart",
  group: "no_counterpart",
  hideNext: "built_in",
  hidePrev: "built_in",
  nextToDone: "built_in",
  keyboardNavigation: "built_in",
  language: "built_in",
  progressBarAdditionalClass: "appearance",
  scrollTo: "built_in",
  showBullets: "built_in",
  showButtons: "built_in",
  showProgress: "built_in",
  showStepNumbers: "built_in",
  stepNumbersOfLabel: "built_in",
  skipLabel: "built_in",
  startFrom: "no_counterpart",
  isActive: "callback",
  dontShowAgainLabel: "built_in",
  buttons: "code",
  // Of the components of intro.js-react.
  enabled: "built_in",
  initialStep: "no_counterpart",
  options: "no_counterpart",
  ref: "code",
  onStart: "callback",
  onExit: "callback",
  onBeforeExit: "callback",
  onBeforeChange: "callback",
  onAfterChange: "callback",
  onChange: "callback",
  onPreventChange: "callback",
  onComplete: "callback",
  onClick: "callback",
  onClose: "callback",
} as const satisfies LostOptions;

/** intro.js 8: `setOptions({ steps })`, `addSteps`, `addHints`, `<Steps>` and `<Hints>` of React, or a saved page with `data-intro`. */
export function importIntroJs(context: TourImport): readonly ImportedContent[] {
  const { source, report, name, slug } = context;
  if (source.elements !== undefined) return importPage(context, source.elements);
  const roots = objectsWith(source, {
    ...{ calls: ["setOptions", "Steps"], field: "steps", lists: ["addSteps", "addStep"], bare: ["intro"] },
  });
  const tours = roots.flatMap((root, index) => {
    const fields = report.fields(withSingleOptions(root, context), "", OPTIONS_LOST);
    const labels = { next: labelField(fields, "nextLabel"), back: labelField(fields, "prevLabel") };
    const done = labelField(fields, "doneLabel");
    const items = fields.list("steps").filter(isObject);
    const shared = stepOptions(fields);
    const steps = items.map((item, at) => {
      const step = report.fields(item, `steps[${at}]`, LOOKS);
      return introStep(step, at, shared, labels, at === items.length - 1 ? done : undefined);
    });
    return importedTours(
      report,
      { slug: index === 0 ? slug : `${slug}-t${index + 1}`, name, ...tourOptions(fields) },
      steps,
    );
  });
  const hints = objectsWith(source, { calls: ["setOptions", "Hints"], field: "hints", lists: ["addHints"], bare: [] });
  return [
    ...tours,
    ...hints.flatMap((root) =>
      report
        .fields(root, "", OPTIONS_LOST)
        .list("hints")
        .filter(isObject)
        .map((item, at) => introHint(report.fields(item, `hints[${at}]`, LOOKS), at, { slug, name })),
    ),
  ];
}

/** With the options of `setOption("name", value)`. */
function withSingleOptions(root: SourceObject, { source }: TourImport): SourceObject {
  const single = source.calls.flatMap(({ name, args: [key, value] }) =>
    name === "setOption" && key?.kind === "text" && value !== undefined ? [[key.text, value] as const] : [],
  );
  return { ...root, fields: new Map([...single, ...root.fields]) };
}

function tourOptions(fields: Fields) {
  const days = fields.number("dontShowAgainCookieDays");
  const offered = fields.boolean("dontShowAgain");
  if (fields.take("dontShowAgainCookie") !== undefined || offered === true)
    fields.report("dontShowAgainCookie", "cookie");
  return {
    ...(fields.boolean("exitOnEsc") === false ? { escape: "stays" as const } : {}),
    ...(offered === undefined
      ? {}
      : { suppression: { offered, ...(days === undefined ? {} : { days: Math.max(1, days) }) } }),
  };
}

interface StepOptions {
  readonly blocked: boolean | undefined;
  readonly scrolls: boolean | undefined;
  readonly margin_px: number | undefined;
}

function stepOptions(fields: Fields): StepOptions {
  return {
    blocked: fields.boolean("disableInteraction"),
    scrolls: fields.boolean("scrollToElement"),
    margin_px: fields.number("scrollPadding"),
  };
}

interface Labels {
  readonly next: string | undefined;
  readonly back: string | undefined;
}

function introStep(fields: Fields, at: number, shared: StepOptions, labels: Labels, done: string | undefined): Step {
  const own = stepOptions(fields);
  const scroll_to = fields.take("scrollTo");
  const selector = fields.text("element");
  const position = fields.take("position");
  const floating = position?.kind === "text" && position.text === "floating";
  const placement = floating ? "auto" : placementField(fields, "position");
  const base = {
    id: `step-${fields.number("step") ?? at + 1}`,
    ...cardTexts(fields, "title", lineField(fields, "title"), htmlField(fields, "intro")),
    ...introButtons(labels, done),
  };
  if (selector === undefined || floating) return { kind: "centered", ...base };
  const scrolls = scroll_to?.kind === "text" ? scroll_to.text !== "off" : (own.scrolls ?? shared.scrolls);
  return {
    kind: "anchored",
    ...base,
    target: selectorTarget(selector),
    placement,
    wait_ms: waitOf(undefined),
    // intro.js shows a step without its element in the middle of the screen.
    on_missing: "center",
    interaction: (own.blocked ?? shared.blocked) === true ? "block" : "allow",
    ...(scrolls === false ? { scroll: "none" as const } : {}),
    ...marginOf(own.margin_px ?? shared.margin_px),
  };
}

function introButtons({ next, back }: Labels, done: string | undefined) {
  const label = done ?? next;
  if (back === undefined) return label === undefined ? {} : { next_label: label };
  const buttons: readonly StepButton[] = [
    { label: back, action: { kind: "back" } },
    { label: label ?? "Next", action: { kind: "next" } },
  ];
  return { buttons };
}

interface HintOf {
  readonly slug: string;
  readonly name: string;
}

function introHint(fields: Fields, at: number, { slug, name }: HintOf): ImportedContent {
  const selector = fields.text("element");
  if (selector === undefined) fields.report("element", "target_missing");
  placementField(fields, "hintPosition");
  fields.report("hintPosition", "built_in");
  const texts = cardTexts(fields, "hint", "", htmlField(fields, "hint"));
  const target = selector === undefined ? { strategies: [] } : selectorTarget(selector);
  return {
    slug: `${slug}-hint-${at + 1}`,
    name: texts.title === "" ? `${name}: hint ${at + 1}` : texts.title,
    body: {
      type: "hint",
      form: "hotspot",
      panel: { id: "panel", ...texts },
      target,
      placement: placementField(fields, "position"),
      wait_ms: waitOf(undefined),
    } satisfies Omit<HintBody, "suppression">,
  };
}

/** Attributes that mark an element of a page. */
export const PAGE_ATTRIBUTES = ["data-intro", "data-hint"] as const;

const PAGE_LOST = {
  "data-tooltip-class": "appearance",
  "data-highlight-class": "appearance",
  "data-hint-animation": "appearance",
  "data-hint-position": "built_in",
} as const satisfies LostOptions;

/** Elements with `data-intro` and `data-hint`: steps in the order of `data-step`, then of the page. */
function importPage(
  { report, name, slug }: TourImport,
  elements: readonly SourceElement[],
): readonly ImportedContent[] {
  const groups = new Map<string, { readonly order: number; readonly step: Step }[]>();
  const hints: ImportedContent[] = [];
  for (const element of elements) {
    const fields = report.fields(element.attributes, `<${element.tag}>`, PAGE_LOST);
    const target = elementTarget(element);
    if (fields.take("data-hint") !== undefined) {
      const texts = cardTexts(fields, "data-hint", "", htmlField(fields, "data-hint"));
      const number = hints.length + 1;
      hints.push({
        slug: `${slug}-hint-${number}`,
        name: texts.title === "" ? `${name}: hint ${number}` : texts.title,
        body: {
          type: "hint",
          form: "hotspot",
          panel: { id: "panel", ...texts },
          target,
          placement: "auto",
          wait_ms: waitOf(undefined),
        },
      });
    }
    if (fields.take("data-intro") === undefined) continue;
    const group = fields.text("data-intro-group") ?? "";
    const list = groups.get(group) ?? [];
    groups.set(group, list);
    const order = Number(fields.text("data-step") ?? Number.NaN);
    list.push({
      order: Number.isFinite(order) && order > 0 ? order : Number.MAX_SAFE_INTEGER,
      step: pageStep(fields, list.length, target),
    });
  }
  const tours = [...groups].flatMap(([group, list]) => {
    const steps = list.toSorted((left, right) => left.order - right.order).map(({ step }) => step);
    const named = group === "" ? name : group;
    return importedTours(report, { slug: group === "" ? slug : slugOf(group), name: named }, steps);
  });
  return [...tours, ...hints];
}

function pageStep(fields: Fields, at: number, target: ReturnType<typeof elementTarget>): Step {
  const position = fields.take("data-position");
  const floating = position?.kind === "text" && position.text === "floating";
  const placement = floating ? "auto" : placementField(fields, "data-position");
  const blocks = fields.take("data-disable-interaction");
  const scrolls = fields.take("data-scroll-to");
  const base = {
    id: `step-${at + 1}`,
    ...cardTexts(fields, "data-title", lineField(fields, "data-title"), htmlField(fields, "data-intro")),
  };
  if (floating) return { kind: "centered", ...base };
  return {
    kind: "anchored",
    ...base,
    target,
    placement,
    wait_ms: waitOf(undefined),
    on_missing: "center",
    interaction: blocks === undefined || (blocks.kind === "text" && blocks.text === "false") ? "allow" : "block",
    ...(scrolls?.kind === "text" && scrolls.text === "off" ? { scroll: "none" as const } : {}),
  };
}
