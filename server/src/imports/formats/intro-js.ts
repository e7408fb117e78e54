import type { HintBody } from "@fanfare/contract/content/hint";
import type { Step, StepButton } from "@fanfare/contract/content/tour";
import { htmlField, labelField, lineField, marginOf, placementField, waitOf } from "../card-fields.ts";
import type { Fields, LostOptions } from "../import-report.ts";
import { cardTexts, type ImportedContent, importedTours, slugOf } from "../imported-content.ts";
import { elementTarget } from "../page/element-target.ts";
import { selectorTarget } from "../selector-target.ts";
import type { SourceCall, SourceObject } from "../source/source-value.ts";
import { isObject, type TourImport, toursIn } from "../tour-import.ts";

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

/**
 * intro.js 8: `setOptions({ steps })`, `setOption("steps", […])`, `addSteps`, `addHints`, `<Steps>` and `<Hints>` of
 * React, or a saved page with `data-intro`.
 */
export function importIntroJs({ source, ...more }: TourImport): readonly ImportedContent[] {
  const context = { ...more, source: { ...source, calls: source.calls.map(asOptions) } };
  const { report } = context;
  const found = toursIn(context, {
    ...{ calls: ["setOptions", "Steps"], field: "steps", lists: ["addSteps", "addStep"], bare: ["intro"] },
  });
  const tours = found.flatMap(({ config, path, slug, name }) => {
    const fields = report.fields(config, path, OPTIONS_LOST);
    const options = sharedOptions(fields);
    const items = fields.objects("steps", LOOKS);
    const steps = items.map((item, at) => introStep(item, at, options, at === items.length - 1));
    return importedTours(report, { path, slug, name, ...tourOptions(fields) }, steps);
  });
  const hints = toursIn(context, {
    ...{ calls: ["setOptions", "Hints"], field: "hints", lists: ["addHints"], bare: ["hint"] },
  }).flatMap(({ config, path, slug, name }) =>
    report
      .fields(config, path, OPTIONS_LOST)
      .objects("hints", LOOKS)
      .map((item, at) => introHint(item, at, { slug, name })),
  );
  return [...tours, ...hints, ...importPage(context, found.length > 0)];
}

/** `setOption("name", value)` as `setOptions({ name: value })`. */
function asOptions(call: SourceCall): SourceCall {
  const [key, value] = call.args;
  if (call.name !== "setOption" || key?.kind !== "text" || value === undefined) return call;
  const options: SourceObject = { kind: "object", line: key.line, fields: new Map([[key.text, value]]) };
  return { ...call, name: "setOptions", args: [options] };
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

interface SharedOptions extends StepOptions {
  readonly next: string | undefined;
  readonly back: string | undefined;
  readonly done: string | undefined;
}

function sharedOptions(fields: Fields): SharedOptions {
  return {
    ...stepOptions(fields),
    next: labelField(fields, "nextLabel"),
    back: labelField(fields, "prevLabel"),
    done: labelField(fields, "doneLabel"),
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

function introStep(fields: Fields, at: number, shared: SharedOptions, is_last: boolean): Step {
  const own = stepOptions(fields);
  const scroll_to = fields.text("scrollTo");
  const selector = fields.text("element");
  const position = fields.take("position");
  const floating = position?.kind === "text" && position.text === "floating";
  const placement = floating ? "auto" : placementField(fields, "position");
  const base = {
    id: `step-${fields.number("step") ?? at + 1}`,
    ...cardTexts(fields, "title", lineField(fields, "title"), htmlField(fields, "intro")),
    ...introButtons(shared, is_last),
  };
  if (floating && selector !== undefined) fields.report("element", "centered");
  if (selector === undefined || floating) return { kind: "centered", ...base };
  const scrolls = scroll_to !== undefined ? scroll_to !== "off" : (own.scrolls ?? shared.scrolls);
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

function introButtons({ next, back, done }: SharedOptions, is_last: boolean) {
  const label = (is_last ? done : undefined) ?? next;
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
    path: fields.path,
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

/**
 * Elements with `data-intro` and `data-hint`: steps in the order of `data-step`, then of the page. Options of the
 * page's scripts belong to them, unless the scripts have steps of their own.
 */
function importPage({ source, report, name, slug }: TourImport, is_scripted: boolean): readonly ImportedContent[] {
  const { elements = [], calls } = source;
  if (elements.length === 0) return [];
  const given = calls.flatMap(({ name: call, args: [first] }) =>
    !is_scripted && call === "setOptions" && isObject(first) ? [...first.fields] : [],
  );
  const options = report.fields({ kind: "object", line: 1, fields: new Map(given) }, "", OPTIONS_LOST);
  const shared = sharedOptions(options);
  const around = tourOptions(options);
  const groups = new Map<string, { readonly order: number; readonly step: Step }[]>();
  const hints: ImportedContent[] = [];
  for (const element of elements) {
    const fields = report.fields(element.attributes, `<${element.tag}>`, PAGE_LOST);
    const target = elementTarget(element);
    if (fields.take("data-hint") !== undefined) {
      const texts = cardTexts(fields, "data-hint", "", htmlField(fields, "data-hint"));
      const number = hints.length + 1;
      hints.push({
        path: "",
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
      step: pageStep(fields, list.length, target, shared),
    });
  }
  const tours = [...groups].flatMap(([group, list]) => {
    const sorted = list.toSorted((left, right) => left.order - right.order);
    const steps = sorted.map(({ step }, at) => ({ ...step, ...introButtons(shared, at === sorted.length - 1) }));
    const named = group === "" ? name : group;
    return importedTours(
      report,
      { path: "", slug: group === "" ? slug : slugOf(group), name: named, ...around },
      steps,
    );
  });
  return [...tours, ...hints];
}

function pageStep(fields: Fields, at: number, target: ReturnType<typeof elementTarget>, shared: StepOptions): Step {
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
    interaction: (blocks?.kind === "text" ? blocks.text !== "false" : shared.blocked === true) ? "block" : "allow",
    ...((scrolls?.kind === "text" ? scrolls.text === "off" : shared.scrolls === false)
      ? { scroll: "none" as const }
      : {}),
    ...marginOf(shared.margin_px),
  };
}
