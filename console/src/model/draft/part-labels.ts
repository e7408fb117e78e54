import type { ContentType } from "@fanfare/contract/content/body";
import { t, tCount } from "../../lib/i18n/t.ts";

/** Labels for parts of content. Complete sentences, because composed ones can't be translated. */
export interface PartLabels {
  readonly several: string;
  readonly none_yet: string;
  readonly add_first: string;
  readonly add: string;
  readonly duplicate: string;
  readonly remove: string;
  readonly untitled: string;
  readonly order: string;
  readonly order_changed: string;
  atMost(n: number): string;
  defaultTitle(n: number): string;
  position(n: number, total: number): string;
  named(n: number, title: string): string;
  /** Variant of `named` for headings. */
  heading(n: number, title: string): string;
  movedTo(n: number, total: number, title: string): string;
  changed(n: number, title: string): string;
  added(n: number, title: string): string;
  deleted(n: number, title: string): string;
}

const STEP: PartLabels = {
  several: t("Steps"),
  none_yet: t("No steps yet"),
  add_first: t("Add step"),
  add: t("Add step"),
  duplicate: t("Duplicate step"),
  remove: t("Delete step"),
  untitled: t("Untitled step"),
  order: t("Step order"),
  order_changed: t("Step order changed"),
  atMost: (n) => tCount(n, "Maximum: {n} step", "Maximum: {n} steps"),
  defaultTitle: (n) => t("Step {n}", { n }),
  position: (n, total) => t("Step {n} of {total}", { n, total }),
  named: (n, title) => t("Step {n} “{title}”", { n, title }),
  heading: (n, title) => t("Step {n}: {title}", { n, title }),
  movedTo: (n, total, title) => t("{title} moved to step {n} of {total}", { n, total, title }),
  changed: (n, title) => t("Step {n} “{title}” changed", { n, title }),
  added: (n, title) => t("Step {n} “{title}” added", { n, title }),
  deleted: (n, title) => t("Step {n} “{title}” deleted", { n, title }),
};

const PANEL: PartLabels = {
  several: t("Panels"),
  none_yet: t("No panels yet"),
  add_first: t("Add panel"),
  add: t("Add panel"),
  duplicate: t("Duplicate panel"),
  remove: t("Delete panel"),
  untitled: t("Untitled panel"),
  order: t("Panel order"),
  order_changed: t("Panel order changed"),
  atMost: (n) => tCount(n, "Maximum: {n} panel", "Maximum: {n} panels"),
  defaultTitle: (n) => t("Panel {n}", { n }),
  position: (n, total) => t("Panel {n} of {total}", { n, total }),
  named: (n, title) => t("Panel {n} “{title}”", { n, title }),
  heading: (n, title) => t("Panel {n}: {title}", { n, title }),
  movedTo: (n, total, title) => t("{title} moved to panel {n} of {total}", { n, total, title }),
  changed: (n, title) => t("Panel {n} “{title}” changed", { n, title }),
  added: (n, title) => t("Panel {n} “{title}” added", { n, title }),
  deleted: (n, title) => t("Panel {n} “{title}” deleted", { n, title }),
};

const TASK: PartLabels = {
  several: t("Tasks"),
  none_yet: t("No tasks yet"),
  add_first: t("Add task"),
  add: t("Add task"),
  duplicate: t("Duplicate task"),
  remove: t("Delete task"),
  untitled: t("Untitled task"),
  order: t("Task order"),
  order_changed: t("Task order changed"),
  atMost: (n) => tCount(n, "Maximum: {n} task", "Maximum: {n} tasks"),
  defaultTitle: (n) => t("Task {n}", { n }),
  position: (n, total) => t("Task {n} of {total}", { n, total }),
  named: (n, title) => t("Task {n} “{title}”", { n, title }),
  heading: (n, title) => t("Task {n}: {title}", { n, title }),
  movedTo: (n, total, title) => t("{title} moved to task {n} of {total}", { n, total, title }),
  changed: (n, title) => t("Task {n} “{title}” changed", { n, title }),
  added: (n, title) => t("Task {n} “{title}” added", { n, title }),
  deleted: (n, title) => t("Task {n} “{title}” deleted", { n, title }),
};

const QUESTION: PartLabels = {
  several: t("Questions"),
  none_yet: t("No questions yet"),
  add_first: t("Add question"),
  add: t("Add question"),
  duplicate: t("Duplicate question"),
  remove: t("Delete question"),
  untitled: t("Untitled question"),
  order: t("Question order"),
  order_changed: t("Question order changed"),
  atMost: (n) => tCount(n, "Maximum: {n} question", "Maximum: {n} questions"),
  defaultTitle: (n) => t("Question {n}", { n }),
  position: (n, total) => t("Question {n} of {total}", { n, total }),
  named: (n, title) => t("Question {n} “{title}”", { n, title }),
  heading: (n, title) => t("Question {n}: {title}", { n, title }),
  movedTo: (n, total, title) => t("{title} moved to question {n} of {total}", { n, total, title }),
  changed: (n, title) => t("Question {n} “{title}” changed", { n, title }),
  added: (n, title) => t("Question {n} “{title}” added", { n, title }),
  deleted: (n, title) => t("Question {n} “{title}” deleted", { n, title }),
};

const RESOURCE: PartLabels = {
  several: t("Resources"),
  none_yet: t("No resources yet"),
  add_first: t("Add resource"),
  add: t("Add resource"),
  duplicate: t("Duplicate resource"),
  remove: t("Delete resource"),
  untitled: t("Untitled resource"),
  order: t("Resource order"),
  order_changed: t("Resource order changed"),
  atMost: (n) => tCount(n, "Maximum: {n} resource", "Maximum: {n} resources"),
  defaultTitle: (n) => t("Resource {n}", { n }),
  position: (n, total) => t("Resource {n} of {total}", { n, total }),
  named: (n, title) => t("Resource {n} “{title}”", { n, title }),
  heading: (n, title) => t("Resource {n}: {title}", { n, title }),
  movedTo: (n, total, title) => t("{title} moved to resource {n} of {total}", { n, total, title }),
  changed: (n, title) => t("Resource {n} “{title}” changed", { n, title }),
  added: (n, title) => t("Resource {n} “{title}” added", { n, title }),
  deleted: (n, title) => t("Resource {n} “{title}” deleted", { n, title }),
};

/** A hint has exactly one card, which can't be added or moved. */
const CARD: PartLabels = {
  ...PANEL,
  untitled: t("Untitled card"),
  named: (n, title) => t("Card {n} “{title}”", { n, title }),
  heading: (n, title) => t("Card {n}: {title}", { n, title }),
  changed: (n, title) => t("Card {n} “{title}” changed", { n, title }),
  added: (n, title) => t("Card {n} “{title}” added", { n, title }),
  deleted: (n, title) => t("Card {n} “{title}” deleted", { n, title }),
};

/** Celebrations have no parts, so their labels are never displayed. */
export const PART_LABELS: Readonly<Record<ContentType, PartLabels>> = {
  tour: STEP,
  hint: CARD,
  announcement: PANEL,
  checklist: TASK,
  survey: QUESTION,
  celebration: CARD,
  resource_center: RESOURCE,
};
