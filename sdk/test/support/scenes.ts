import type { AnnouncementBody } from "@fanfare/contract/content/announcement";
import type { Body } from "@fanfare/contract/content/body";
import type { ChecklistBody } from "@fanfare/contract/content/checklist";
import type { HintBody } from "@fanfare/contract/content/hint";
import type { Panel } from "@fanfare/contract/content/panel";
import type { ResourceCenterBody } from "@fanfare/contract/content/resource-center";
import type { Question, SurveyBody } from "@fanfare/contract/content/survey";
import type { Step } from "@fanfare/contract/content/tour";
import type { Page } from "@playwright/test";
import { anchored, centered, paragraph } from "./app-page.ts";

export interface Scene {
  readonly name: string;
  readonly shows: Body | "feed" | "choices";
  readonly step_id?: string;
  readonly prepare?: (app: Page) => Promise<void>;
  /** Must be entirely on the screen. A banner is part of the page and may be taller than the screen. */
  readonly whole: string;
  readonly higher?: true;
  /** The target, which must not be covered. */
  readonly target?: string;
  /**
   * `taken`: focus moves into it, and Escape closes it and restores focus. `left`: focus stays, it is announced once,
   * and F6 moves focus into it. `opened`: a hint, reached from its target and
   * closed with Escape, or a launcher, which isn't announced on every page.
   */
  readonly focus: "taken" | "left" | "opened";
}

const CHOICES = { offered: true, days: 365, snooze_hours: 24 };
const LONG = Array.from({ length: 9 }, () =>
  paragraph("A sentence of some length, and with it averylongwordthatfitsonnoscreen."),
).flat();
const RICH: Step["blocks"] = [
  {
    kind: "paragraph",
    spans: [{ text: "Plain, " }, { text: "strong", bold: true }, { text: " and " }, { text: "linked", href: "/help" }],
  },
  { kind: "list", ordered: true, items: [[{ text: "One" }], [{ text: "Two", italic: true }]] },
];
const tour = (...steps: readonly Step[]): Body => ({ type: "tour", steps, suppression: CHOICES });
const finishButton = (label: string) => ({ label, action: { kind: "finish" } }) as const;
const buttons = ["Less", "More actions", "Enough"].map(finishButton);

const hint = (form: HintBody["form"], css: string): HintBody => ({
  ...{ type: "hint", form, target: { strategies: [{ kind: "css", value: css }] }, placement: "auto", wait_ms: 5_000 },
  panel: { id: "p", title: "Filters", blocks: paragraph("Narrow the list by customer.") },
  suppression: form === "tooltip" ? { offered: false, days: 365 } : CHOICES,
});

const panel = (id: string): Panel => ({
  ...{ id, title: `Title ${id}`, blocks: id === "a" ? [...LONG, ...RICH.slice(1)] : RICH },
  ...(id === "a" ? { button: { label: "Have a look", action: { kind: "host", name: "x" } } } : {}),
});
const announcement = (form: AnnouncementBody["form"], tone: AnnouncementBody["tone"] = "info"): AnnouncementBody => ({
  ...{ type: "announcement", form, tone, feed: false, suppression: CHOICES },
  panels: form === "carousel" || form === "tabs" ? [panel("a"), panel("b"), panel("c")] : [panel("a")],
});

const checklist: ChecklistBody = {
  ...{ type: "checklist", title: "First steps", blocks: RICH.slice(0, 1), opens: "open", suppression: CHOICES },
  tasks: [
    { id: "profile", title: "Say who you are", blocks: [], done_when: { kind: "person" } },
    {
      ...{ id: "read", title: "Read the guide", blocks: paragraph("A minute."), done_when: { kind: "button" } },
      button: { label: "Read it", action: { kind: "link", href: "/guide" } },
    },
  ],
};

const resource_center: ResourceCenterBody = {
  ...{ type: "resource_center", title: "Help", blocks: RICH.slice(0, 1), launcher: { kind: "button", side: "start" } },
  resources: [
    { id: "news", section: "News", title: "What’s new", action: { kind: "feed" }, is_new: true },
    ...["One", "Two", "Three"].map((title) => ({
      ...{ id: title, title, description: "In a minute" },
      action: { kind: "link" as const, href: "/guide" },
    })),
    { id: "tour", section: "Learn", title: "Take the tour", action: { kind: "start", content: "welcome" } },
  ],
  suppression: CHOICES,
};

const ENDS = { low_label: "Never", high_label: "Surely" };
const OPTIONS = ["Work", "Play"].map((label) => ({ id: label, label }));
const QUESTIONS: readonly Question[] = [
  { id: "nps", kind: "nps", title: "Would you recommend us?", required: true, ...ENDS },
  { id: "smileys", kind: "rating", title: "Your mood?", required: false, scale: 5, look: "smileys", ...ENDS },
  { id: "stars", kind: "rating", title: "How good?", required: false, scale: 5, look: "stars", ...ENDS },
  { id: "numbers", kind: "rating", title: "How fast?", required: false, scale: 7, look: "numbers", ...ENDS },
  { id: "several", kind: "choice", title: "What for?", required: true, several: true, options: OPTIONS },
  { id: "one", kind: "choice", title: "Which of them?", required: true, several: false, options: OPTIONS },
  {
    ...{ id: "own", kind: "choice", title: "And else?", required: true, several: false, options: OPTIONS },
    ...{ shuffled: true, other_label: "Something else" },
  },
  {
    ...{ id: "matrix", kind: "matrix", title: "How good are they?", required: true, rows: OPTIONS },
    columns: ["Bad", "Neither good nor bad", "Good"].map((label) => ({ id: label, label })),
  },
  { id: "ranking", kind: "ranking", title: "Which comes first?", required: false, options: OPTIONS },
  { id: "short", kind: "text", title: "Your name?", required: false, long: false },
  { id: "long", kind: "text", title: "Why?", required: true, long: true, placeholder: "In a sentence" },
];
const survey = (form: SurveyBody["form"]): SurveyBody => ({
  ...{ type: "survey", form, title: "How is it going?", blocks: paragraph("A few questions."), questions: QUESTIONS },
  ...{ thanks: { title: "Thank you!", blocks: RICH }, suppression: CHOICES },
});

const card = "fanfare-ui .card";

/** Every content type in each of its forms. */
export const SCENES: readonly Scene[] = [
  {
    ...{ name: "anchored step", whole: card, target: "#apply", focus: "taken" },
    shows: tour(centered("z"), anchored("a", "#apply", { blocks: RICH })),
    step_id: "a",
  },
  {
    ...{ name: "centered step", whole: card, focus: "taken" },
    shows: tour(centered("z"), centered("a", { blocks: LONG })),
    step_id: "a",
  },
  {
    ...{ name: "corner step", whole: card, focus: "taken" },
    shows: tour({ ...centered("a"), kind: "corner", corner: "top_start", buttons }),
  },
  {
    ...{ name: "bar step", whole: card, focus: "taken" },
    shows: tour({ ...centered("a"), kind: "banner", edge: "bottom", buttons }),
  },
  {
    ...{ name: "tooltip", whole: "fanfare-ui .tip", target: "#new-order", focus: "opened" },
    shows: hint("tooltip", "#new-order"),
    prepare: (app) => app.locator("#new-order").focus(),
  },
  {
    ...{ name: "hotspot", whole: card, target: "#apply", focus: "opened" },
    shows: hint("hotspot", "#apply"),
    async prepare(app) {
      await app.locator("#apply").evaluate((it) => it.scrollIntoView({ block: "center", behavior: "instant" }));
      await app.locator("fanfare-ui .mark").click();
    },
  },
  {
    ...{ name: "popover", whole: card, target: "#apply", focus: "opened" },
    shows: hint("popover", "#apply"),
  },
  { name: "modal", shows: announcement("modal"), whole: card, focus: "taken" },
  { name: "carousel", shows: announcement("carousel"), whole: card, focus: "taken" },
  { name: "tabs", shows: announcement("tabs"), whole: card, focus: "taken" },
  ...(["info", "success", "warning", "error"] as const).flatMap((tone): readonly Scene[] => [
    // Toasts scroll inside their container.
    { name: `toast, ${tone}`, shows: announcement("toast", tone), whole: "fanfare-ui .toasts", focus: "left" },
    {
      ...{ name: `banner, ${tone}`, whole: "fanfare-ui .notice", higher: true, focus: "left" },
      shows: announcement("banner", tone),
    },
  ]),
  { name: "checklist", shows: checklist, whole: card, focus: "left" },
  {
    ...{ name: "checklist, folded", whole: "fanfare-ui .launcher", focus: "left" },
    shows: { ...checklist, opens: "closed" },
  },
  { name: "resource center", shows: resource_center, whole: "fanfare-ui .launcher", focus: "opened" },
  {
    ...{ name: "resource center, open", shows: resource_center, whole: card, focus: "opened" },
    prepare: (app) => app.locator("fanfare-ui .launcher").click(),
  },
  ...QUESTIONS.map(
    ({ id }): Scene => ({ name: `survey, ${id}`, shows: survey("corner"), step_id: id, whole: card, focus: "left" }),
  ),
  { name: "survey as a dialog", shows: survey("modal"), whole: card, focus: "taken" },
  { name: "feed", shows: "feed", whole: card, focus: "taken" },
  { name: "choices", shows: "choices", whole: card, focus: "taken" },
];
