import type { Step, StepButton } from "@fanfare/contract/content/tour";
import { labelField, marginOf, placementField, plainField, plainLineField, waitOf } from "../card-fields.ts";
import type { Fields, LostOptions, ReportBuilder } from "../import-report.ts";
import { cardTexts, type ImportedContent, importedTours } from "../imported-content.ts";
import { selectorTarget } from "../selector-target.ts";
import { type TourImport, toursIn } from "../tour-import.ts";

const LOOKS = {
  arrowComponent: "appearance",
  beaconComponent: "appearance",
  loaderComponent: "appearance",
  tooltipComponent: "appearance",
  floatingOptions: "appearance",
  styles: "appearance",
  arrowBase: "appearance",
  arrowColor: "appearance",
  arrowSize: "appearance",
  arrowSpacing: "appearance",
  backgroundColor: "appearance",
  beaconSize: "appearance",
  beaconTrigger: "no_counterpart",
  beaconPlacement: "no_counterpart",
  hideOverlay: "appearance",
  loaderDelay: "appearance",
  offset: "appearance",
  overlayColor: "appearance",
  primaryColor: "appearance",
  spotlightPadding: "appearance",
  spotlightRadius: "appearance",
  textColor: "appearance",
  width: "appearance",
  zIndex: "built_in",
  floaterProps: "appearance",
} as const satisfies LostOptions;

/** Options of react-joyride 3, and those of version 2 that it has renamed. */
const OPTIONS_LOST = {
  ...LOOKS,
  after: "callback",
  beforeTimeout: "built_in",
  closeButtonAction: "built_in",
  disableFocusTrap: "built_in",
  overlayClickAction: "no_counterpart",
  scrollDuration: "built_in",
  showProgress: "built_in",
  skipBeacon: "built_in",
  data: "no_counterpart",
  isFixed: "built_in",
  scrollTarget: "built_in",
  disableBeacon: "built_in",
  disableOverlay: "appearance",
  disableOverlayClose: "no_counterpart",
  disableScrollParentFix: "built_in",
  hideFooter: "no_counterpart",
  showSkipButton: "built_in",
  hideCloseButton: "always_closable",
  event: "no_counterpart",
  // Of version 1.
  allowClicksThruHole: "no_counterpart",
  style: "appearance",
  type: "no_counterpart",
} as const satisfies LostOptions;

const PROPS_LOST = {
  ...OPTIONS_LOST,
  continuous: "built_in",
  debug: "built_in",
  initialStepIndex: "no_counterpart",
  nonce: "built_in",
  onEvent: "callback",
  callback: "callback",
  portalElement: "built_in",
  run: "built_in",
  scrollToFirstStep: "built_in",
  stepIndex: "no_counterpart",
  getHelpers: "callback",
} as const satisfies LostOptions;

const LOCALE_LOST = {
  close: "built_in",
  nextWithProgress: "built_in",
  open: "built_in",
  skip: "built_in",
} as const satisfies LostOptions;

/** What a step has, or takes from the tour. */
interface Options {
  readonly next: string | undefined;
  readonly back: string | undefined;
  readonly last: string | undefined;
  readonly buttons: readonly string[] | undefined;
  readonly wait_ms: number | undefined;
  readonly blocked: boolean | undefined;
  readonly scrolls: boolean | undefined;
  readonly margin_px: number | undefined;
  readonly prepare: string | undefined;
}

/** react-joyride 1 to 3: `<Joyride steps={steps} />`, `useJoyride({ steps })`, or the steps alone. */
export function importJoyride(context: TourImport): readonly ImportedContent[] {
  const { report } = context;
  const tours = toursIn(context, {
    calls: ["Joyride", "ReactJoyride", "JoyRide", "useJoyride"],
    field: "steps",
    lists: [],
    bare: ["target", "selector"],
  });
  return tours.flatMap(({ config, path, slug, name }) => {
    const fields = report.fields(config, path, PROPS_LOST);
    const shared = fields.object("options", OPTIONS_LOST);
    const around = merged(readOptions(fields), shared && readOptions(shared));
    const items = fields.objects("steps", OPTIONS_LOST);
    const keeps = [fields, shared].some((each) => each !== undefined && ignoresEscape(each));
    const steps = items.map((item, at) => joyrideStep(report, item, { at, last: at === items.length - 1, around }));
    const stays = keeps ? ({ escape: "stays" } as const) : {};
    return importedTours(report, { path, slug, name, ...stays }, steps);
  });
}

function ignoresEscape(fields: Fields): boolean {
  const closes = fields.boolean("disableCloseOnEsc");
  // Version 3 names what the key does, unless it's false.
  const key = fields.take("dismissKeyAction");
  if (key?.kind === "code") fields.report("dismissKeyAction", "code");
  return closes === true || (key?.kind === "boolean" && !key.value);
}

function readOptions(fields: Fields): Options {
  const locale = fields.object("locale", LOCALE_LOST);
  const [blocks, clicks] = [fields.boolean("blockTargetInteraction"), fields.boolean("spotlightClicks")];
  const [skips, stays] = [fields.boolean("skipScroll"), fields.boolean("disableScrolling")];
  const before = fields.take("before");
  if (before !== undefined) fields.report("before", "code");
  const has_back = fields.boolean("hideBackButton") !== true;
  const buttons = fields.texts("buttons");
  return {
    next: locale && labelField(locale, "next", plainLineField),
    back: locale && labelField(locale, "back", plainLineField),
    last: locale && labelField(locale, "last", plainLineField),
    buttons: fields.value.fields.get("buttons")?.kind === "list" ? buttons : has_back ? undefined : ["primary"],
    wait_ms: fields.number("targetWaitTimeout"),
    blocked: blocks ?? (clicks === undefined ? undefined : !clicks),
    scrolls: skips === undefined ? (stays === undefined ? undefined : !stays) : !skips,
    margin_px: fields.number("scrollOffset"),
    prepare: before?.kind === "code" ? "prepareStep" : undefined,
  };
}

function merged(around: Options, own: Options | undefined): Options {
  if (own === undefined) return around;
  return {
    next: own.next ?? around.next,
    back: own.back ?? around.back,
    last: own.last ?? around.last,
    buttons: own.buttons ?? around.buttons,
    wait_ms: own.wait_ms ?? around.wait_ms,
    blocked: own.blocked ?? around.blocked,
    scrolls: own.scrolls ?? around.scrolls,
    margin_px: own.margin_px ?? around.margin_px,
    prepare: own.prepare ?? around.prepare,
  };
}

function joyrideStep(
  report: ReportBuilder,
  fields: Fields,
  { at, last, around }: { readonly at: number; readonly last: boolean; readonly around: Options },
): Step {
  const own = merged(around, readOptions(fields));
  if (ignoresEscape(fields)) fields.report("dismissKeyAction", "no_counterpart");
  // Version 1 has a selector, a text, and a position.
  const selector = fields.text("target") ?? fields.text("selector");
  const spotlight = fields.text("spotlightTarget");
  const side = fields.take("placement") === undefined ? "position" : "placement";
  const placement = fields.take(side);
  const centered = placement?.kind === "text" && placement.text === "center";
  const texts = cardTexts(
    fields,
    "title",
    plainLineField(fields, "title"),
    plainField(fields, fields.take("text") === undefined ? "content" : "text"),
  );
  const base = {
    id: fields.text("id") ?? `step-${at + 1}`,
    ...texts,
    ...joyrideButtons(own, last),
    ...(own.prepare === undefined ? {} : { prepare: own.prepare }),
  };
  if (selector === undefined || (centered && selector === "body")) {
    if (selector === undefined)
      report.add({ path: `${fields.path}.target`, line: fields.line, reason: "target_missing" });
    return { kind: "centered", ...base };
  }
  return {
    kind: "anchored",
    ...base,
    target: selectorTarget(selector),
    placement: centered ? "auto" : placementField(fields, side),
    wait_ms: waitOf(own.wait_ms),
    on_missing: "skip",
    interaction: own.blocked === true ? "block" : "allow",
    ...(own.scrolls === false ? { scroll: "none" as const } : {}),
    ...marginOf(own.margin_px),
    ...(spotlight === undefined ? {} : { highlights: [selectorTarget(spotlight)] }),
  };
}

function joyrideButtons({ next, back, last: done, buttons }: Options, last: boolean) {
  const label = (last ? done : undefined) ?? next;
  const with_back = buttons === undefined || buttons.includes("back");
  const own: readonly StepButton[] = [
    ...(with_back ? [{ label: back ?? "Back", action: { kind: "back" as const } }] : []),
    { label: label ?? (last ? "Done" : "Next"), action: { kind: "next" as const } },
  ];
  if (back === undefined && with_back) return label === undefined ? {} : { next_label: label };
  return { buttons: own };
}
