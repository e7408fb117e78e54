import type { ContentType } from "@fanfare/contract/content";
import { t, tCount } from "../language/t.ts";

/** All that is said of the parts of a content: each sentence whole, because no two languages put one together alike. */
export interface PartWords {
  readonly several: string;
  readonly none_yet: string;
  readonly add_first: string;
  readonly add: string;
  readonly duplicate: string;
  readonly remove: string;
  readonly untitled: string;
  readonly order: string;
  readonly order_changed: string;
  /** No more than so many fit. */
  atMost(n: number): string;
  /** What the `n`th begins as. */
  fresh(n: number): string;
  placeOf(n: number, total: number): string;
  named(n: number, title: string): string;
  /** The same as a heading. */
  heading(n: number, title: string): string;
  movedTo(n: number, total: number, title: string): string;
  changed(n: number, title: string): string;
  added(n: number, title: string): string;
  deleted(n: number, title: string): string;
}

const STEP: PartWords = {
  several: t("Steps"),
  none_yet: t("No step yet"),
  add_first: t("Add a step"),
  add: t("Add step"),
  duplicate: t("Duplicate step"),
  remove: t("Delete step"),
  untitled: t("Untitled step"),
  order: t("The order of the steps"),
  order_changed: t("the order of the steps was changed"),
  atMost: (n) => tCount(n, "At most {n} step", "At most {n} steps"),
  fresh: (n) => t("Step {n}", { n }),
  placeOf: (n, total) => t("Step {n} of {total}", { n, total }),
  named: (n, title) => t("Step {n} “{title}”", { n, title }),
  heading: (n, title) => t("Step {n}: {title}", { n, title }),
  movedTo: (n, total, title) => t("{title} is now step {n} of {total}.", { n, total, title }),
  changed: (n, title) => t("step {n} “{title}” was changed", { n, title }),
  added: (n, title) => t("step {n} “{title}” was added", { n, title }),
  deleted: (n, title) => t("step {n} “{title}” was deleted", { n, title }),
};

const PANEL: PartWords = {
  several: t("Panels"),
  none_yet: t("No panel yet"),
  add_first: t("Add a panel"),
  add: t("Add panel"),
  duplicate: t("Duplicate panel"),
  remove: t("Delete panel"),
  untitled: t("Untitled panel"),
  order: t("The order of the panels"),
  order_changed: t("the order of the panels was changed"),
  atMost: (n) => tCount(n, "At most {n} panel", "At most {n} panels"),
  fresh: (n) => t("Panel {n}", { n }),
  placeOf: (n, total) => t("Panel {n} of {total}", { n, total }),
  named: (n, title) => t("Panel {n} “{title}”", { n, title }),
  heading: (n, title) => t("Panel {n}: {title}", { n, title }),
  movedTo: (n, total, title) => t("{title} is now panel {n} of {total}.", { n, total, title }),
  changed: (n, title) => t("panel {n} “{title}” was changed", { n, title }),
  added: (n, title) => t("panel {n} “{title}” was added", { n, title }),
  deleted: (n, title) => t("panel {n} “{title}” was deleted", { n, title }),
};

const TASK: PartWords = {
  several: t("Tasks"),
  none_yet: t("No task yet"),
  add_first: t("Add a task"),
  add: t("Add task"),
  duplicate: t("Duplicate task"),
  remove: t("Delete task"),
  untitled: t("Untitled task"),
  order: t("The order of the tasks"),
  order_changed: t("the order of the tasks was changed"),
  atMost: (n) => tCount(n, "At most {n} task", "At most {n} tasks"),
  fresh: (n) => t("Task {n}", { n }),
  placeOf: (n, total) => t("Task {n} of {total}", { n, total }),
  named: (n, title) => t("Task {n} “{title}”", { n, title }),
  heading: (n, title) => t("Task {n}: {title}", { n, title }),
  movedTo: (n, total, title) => t("{title} is now task {n} of {total}.", { n, total, title }),
  changed: (n, title) => t("task {n} “{title}” was changed", { n, title }),
  added: (n, title) => t("task {n} “{title}” was added", { n, title }),
  deleted: (n, title) => t("task {n} “{title}” was deleted", { n, title }),
};

const QUESTION: PartWords = {
  several: t("Questions"),
  none_yet: t("No question yet"),
  add_first: t("Add a question"),
  add: t("Add question"),
  duplicate: t("Duplicate question"),
  remove: t("Delete question"),
  untitled: t("Untitled question"),
  order: t("The order of the questions"),
  order_changed: t("the order of the questions was changed"),
  atMost: (n) => tCount(n, "At most {n} question", "At most {n} questions"),
  fresh: (n) => t("Question {n}", { n }),
  placeOf: (n, total) => t("Question {n} of {total}", { n, total }),
  named: (n, title) => t("Question {n} “{title}”", { n, title }),
  heading: (n, title) => t("Question {n}: {title}", { n, title }),
  movedTo: (n, total, title) => t("{title} is now question {n} of {total}.", { n, total, title }),
  changed: (n, title) => t("question {n} “{title}” was changed", { n, title }),
  added: (n, title) => t("question {n} “{title}” was added", { n, title }),
  deleted: (n, title) => t("question {n} “{title}” was deleted", { n, title }),
};

/** A hint has one card, which is neither added nor moved. */
const CARD: PartWords = {
  ...PANEL,
  untitled: t("Untitled card"),
  named: (n, title) => t("Card {n} “{title}”", { n, title }),
  heading: (n, title) => t("Card {n}: {title}", { n, title }),
  changed: (n, title) => t("card {n} “{title}” was changed", { n, title }),
  added: (n, title) => t("card {n} “{title}” was added", { n, title }),
  deleted: (n, title) => t("card {n} “{title}” was deleted", { n, title }),
};

/** A celebration is of one piece: nothing of this is said of it. */
export const PART_WORDS: Readonly<Record<ContentType, PartWords>> = {
  tour: STEP,
  hint: CARD,
  announcement: PANEL,
  checklist: TASK,
  survey: QUESTION,
  celebration: CARD,
};
