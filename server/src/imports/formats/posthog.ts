import type { Step } from "@fanfare/contract/content/tour";
import type { Schedule } from "@fanfare/contract/targeting/schedule";
import { htmlField, waitOf } from "../card-fields.ts";
import { exportedItems } from "../exported-items.ts";
import type { Fields, LostOptions } from "../import-report.ts";
import { cardTexts, type ImportedContent, type ImportedTargeting, importedTours, slugOf } from "../imported-content.ts";
import { reportConditions } from "../rules/rule-parts.ts";
import { selectorTarget } from "../selector-target.ts";
import type { SourceObject } from "../source/source-value.ts";
import { NODE_LOST, tiptapBlocks } from "../tiptap-blocks.ts";
import { isObject, type TourImport } from "../tour-import.ts";

const TOUR_LOST = {
  id: "built_in",
  description: "built_in",
  created_at: "built_in",
  updated_at: "built_in",
  created_by: "built_in",
  archived: "built_in",
  appearance: "appearance",
  display_frequency: "no_counterpart",
} as const satisfies LostOptions;

/** Fields of a tour that decide who sees the original, such as `linked_flag` and `targeting_flag_filters`. */
const AUDIENCE = /flag|target|filter|cohort|audience/;
/** Of the conditions, what is carried over, or decides only how often. Any other one may narrow the audience. */
const CONDITIONS_KEPT: ReadonlySet<string> = new Set(["url", "urlMatchType", "seenSurveyWaitPeriodInDays"]);

const STEP_LOST = {
  id: "built_in",
  linkedSurveyId: "separate",
  linkedSurveyQuestionId: "separate",
  bannerConfig: "appearance",
  maxWidth: "appearance",
  modalPosition: "appearance",
  translations: "no_counterpart",
  survey: "separate",
  buttons: "no_counterpart",
  elementTargeting: "built_in",
  useManualSelector: "built_in",
  inferenceData: "recorded",
  screenshotMediaId: "recorded",
} as const satisfies LostOptions;

/** Product tours of PostHog: one, a list, or a response of its API (`results`). */
export function importPosthog({ source, report, name, slug }: TourImport): readonly ImportedContent[] {
  return source.values
    .flatMap(({ value }) => exportedItems(report, value, { lists: ["results"], isItem: isTour }))
    .flatMap(({ value: tour, path }) => {
      const fields = report.fields(tour, path, TOUR_LOST);
      const content = fields.object("content", TOUR_LOST);
      const holder = content ?? fields;
      const steps = holder.objects("steps", STEP_LOST).map(posthogStep);
      const named = fields.text("name");
      const targeting = posthogTargeting(fields, { tour, holder });
      const title = { path, name: named ?? name, slug: named === undefined ? slug : slugOf(named) };
      return importedTours(report, { ...title, targeting }, steps);
    });
}

function isTour({ fields }: SourceObject): boolean {
  const content = fields.get("content");
  return fields.has("steps") || (isObject(content) && content.fields.has("steps"));
}

function posthogStep(fields: Fields, at: number): Step {
  const selector = fields.text("selector");
  const trigger = fields.text("progressionTrigger");
  const { title, blocks } = textsOf(fields);
  const base = { id: `step-${at + 1}`, ...cardTexts(fields, "content", title, blocks) };
  if (fields.text("type") === "banner") return { kind: "banner", edge: "top", ...base };
  if (selector === undefined || selector === "") return { kind: "centered", ...base };
  return {
    kind: "anchored",
    ...base,
    target: selectorTarget(selector),
    placement: "auto",
    wait_ms: waitOf(undefined),
    on_missing: "skip",
    interaction: "allow",
    ...(trigger === "click" ? { advance: [{ kind: "click" as const }] } : {}),
  };
}

/** The document of the editor, or its HTML if there's none. */
function textsOf(fields: Fields) {
  const document = fields.object("content", NODE_LOST);
  if (document !== undefined) {
    // The editor keeps both, with the same text.
    if (fields.take("contentHtml") !== undefined) fields.report("contentHtml", "built_in");
    return tiptapBlocks(document);
  }
  const [first, ...rest] = htmlField(fields, "contentHtml");
  const is_title = first?.kind === "paragraph" && first.format === "heading";
  if (!is_title) return { title: "", blocks: first === undefined ? [] : [first, ...rest] };
  return { title: first.spans.map(({ text }) => text).join(""), blocks: rest };
}

function posthogTargeting(
  fields: Fields,
  { tour, holder }: { readonly tour: SourceObject; readonly holder: Fields },
): ImportedTargeting {
  const is_flagged = reportConditions(fields, tour, (name) => AUDIENCE.test(name));
  const owner = holder.take("conditions") === undefined ? fields : holder;
  const conditions = owner.object("conditions", { seenSurveyWaitPeriodInDays: "no_counterpart" });
  const value = owner.take("conditions");
  const place = conditions && urlsOf(conditions);
  const is_narrowed =
    conditions !== undefined && isObject(value)
      ? reportConditions(conditions, value, (name) => !CONDITIONS_KEPT.has(name))
      : value !== undefined && value.kind !== "null";
  const schedule = scheduleOf(fields);
  return {
    trigger: { kind: fields.boolean("auto_launch") === true ? "automatic" : "manual" },
    ...(place?.urls === undefined ? {} : { urls: place.urls }),
    ...(schedule === undefined ? {} : { schedule }),
    ...(is_flagged || is_narrowed || place?.lost === true ? { is_undecided: true } : {}),
  };
}

/** Page rules of a URL condition. A regular expression can't be carried over, and leaving it out would widen it. */
function urlsOf(conditions: Fields): { readonly urls?: ImportedTargeting["urls"]; readonly lost: boolean } {
  const url = conditions.text("url");
  const match = conditions.text("urlMatchType") ?? "icontains";
  if (url === undefined || url === "") return { lost: false };
  switch (match) {
    case "exact":
      return { urls: { include: [url], exclude: [] }, lost: false };
    case "icontains":
      return { urls: { include: [`*${url}*`], exclude: [] }, lost: false };
    case "is_not":
      return { urls: { include: [], exclude: [url] }, lost: false };
    case "not_icontains":
      return { urls: { include: [], exclude: [`*${url}*`] }, lost: false };
    default:
      conditions.report("url", "pattern", url);
      return { lost: true };
  }
}

function scheduleOf(fields: Fields): Schedule | undefined {
  const wall = (name: string): string | undefined => {
    const text = fields.text(name);
    if (text === undefined) return undefined;
    const at_ms = Date.parse(text);
    if (!Number.isNaN(at_ms)) return new Date(at_ms).toISOString().slice(0, "2026-01-01T00:00".length);
    fields.report(name, "schedule", text);
    return undefined;
  };
  const [starts_at, ends_at] = [wall("start_date"), wall("end_date")];
  if (starts_at === undefined && ends_at === undefined) return undefined;
  return {
    ...(starts_at === undefined ? {} : { starts_at }),
    ...(ends_at === undefined ? {} : { ends_at }),
    zone: "utc",
  };
}
