import type { Body } from "@fanfare/contract/content/body";
import { buttonRules, hasButtonActions, mapButtons } from "@fanfare/contract/content/buttons";
import type { Edition } from "@fanfare/contract/content/content";
import { audienceTasks, tasksFor } from "@fanfare/contract/content/task-audience";
import type { Attributes } from "@fanfare/contract/people/attribute";
import type { PageRule } from "@fanfare/contract/targeting/page-rule";
import type { RuleFacts } from "@fanfare/contract/targeting/rule-facts";
import { residualPageRule } from "@fanfare/contract/targeting/rule-match";
import { fillVariables, findVariables } from "@fanfare/contract/translation/text-variables";
import { collectTexts, rewriteTexts } from "@fanfare/contract/translation/texts";
import {
  chooseLocale,
  localizedBody,
  translationGaps,
  type Untranslated,
} from "@fanfare/contract/translation/translation";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { PersonContext } from "../../people/rules/rule-facts.ts";

export interface LocalizedReader {
  readonly locales: readonly string[];
  readonly attributes: Attributes;
  /** For conditions of buttons. Without facts, they are unknown, which counts as not met. */
  readonly facts?: RuleFacts | undefined;
}

export interface LocalizedBody {
  readonly body: Body;
  readonly locale: string | undefined;
  /** Texts without a translation in this language, with the language used instead if known. */
  readonly untranslated?: Untranslated | undefined;
  /** Whether it contains the reader's own data. If so, the version doesn't identify its texts. */
  readonly personal: boolean;
  /** Its buttons need the page's code for them. */
  readonly button_actions?: true | undefined;
}

/**
 * Languages in order of preference: page, browser, last known. In the console's own app, members get their console
 * language.
 */
export function readerOf(
  { system }: AppRecord,
  facts: RuleFacts,
  { context, languages }: { readonly context: PersonContext; readonly languages: readonly string[] },
): LocalizedReader {
  const { locale: known, attributes = {} } = facts;
  const { language } = attributes;
  const chosen = system && typeof language === "string" ? language : undefined;
  const locales = [chosen, context.locale, ...languages, known].filter((locale) => locale !== undefined);
  return { locales, attributes, facts };
}

interface LocalizedEdition {
  readonly body: Body;
  readonly has_variables: boolean;
  readonly has_conditions: boolean;
  readonly has_task_audiences: boolean;
  readonly button_actions: true | undefined;
  readonly missing: readonly string[];
  readonly untranslated: Untranslated | undefined;
}

/** Editions are frozen and live as long as their publication, so each language is built once. */
const languages = new WeakMap<Edition, Map<string, LocalizedEdition>>();

/**
 * Localizes an edition for a person: their language, and their attributes as variables.
 *
 * @example
 * localizeForReader(content.edition, { locales: ["de-AT"], attributes: { name: "Ada" } }).body;
 */
export function localizeForReader(edition: Edition, reader: LocalizedReader): LocalizedBody {
  const locale = chooseLocale(edition, reader.locales);
  const language = localizedEdition(edition, locale);
  const { has_variables, has_conditions, missing, untranslated, button_actions } = language;
  const for_reader = language.has_task_audiences ? withTasksFor(language.body, reader.facts) : language.body;
  const body = has_conditions ? withButtonsFor(for_reader, reader.facts ?? {}) : for_reader;
  const personal = has_conditions || language.has_task_audiences;
  if (!has_variables) return { body, locale, untranslated, personal, button_actions };
  const filled = rewriteTexts(body, (_, text) => fillVariables(text, reader.attributes));
  const left = untranslatedTexts(filled, edition.locale, missing);
  return { body: filled, locale, untranslated: left, personal: true, button_actions };
}

/** Evaluates what the conditions of buttons ask about the person. The rest is left to the page. */
function withButtonsFor(body: Body, facts: RuleFacts): Body {
  return mapButtons(body, (button) => {
    const { condition, ...rest } = button;
    if (condition === undefined) return button;
    const part = residualPageRule(condition.rule, facts);
    // Safe casts: only the condition changes.
    if (part === true) return rest as typeof button;
    if (typeof part === "object") return { ...button, condition: { ...condition, rule: part } };
    return condition.otherwise === "hide" ? undefined : { ...button, condition: { ...condition, rule: NEVER } };
  });
}

/** Leaves out the tasks that aren't for the person, and all audiences. Without facts, all tasks are shown. */
function withTasksFor(body: Body, facts: RuleFacts | undefined): Body {
  if (body.type !== "checklist") return body;
  const tasks = facts === undefined ? body.tasks : tasksFor(body.tasks, facts);
  return { ...body, tasks: tasks.map(({ audience: _, ...task }) => task) };
}

/** The server evaluates the conditions of tasks and who shares progress, which pages must not see. */
function withoutTaskRules(body: Body): Body {
  if (body.type !== "checklist") return body;
  const tasks = body.tasks.map((task) =>
    task.done_when.kind === "rule" ? { ...task, done_when: { ...task.done_when, rule: NEVER } } : task,
  );
  const { group_progress: _, ...rest } = body;
  return { ...rest, tasks };
}

const NEVER: PageRule = { kind: "or", rules: [] };

function localizedEdition(edition: Edition, locale: string | undefined): LocalizedEdition {
  const known = languages.get(edition) ?? new Map<string, LocalizedEdition>();
  languages.set(edition, known);
  const made = known.get(locale ?? "");
  if (made !== undefined) return made;
  const body = withoutTaskRules(localizedBody(edition, locale));
  const has_variables = [...collectTexts(body).values()].some((text) => findVariables(text).length > 0);
  const texts = locale === undefined || locale === edition.locale ? undefined : edition.translations?.[locale];
  const { missing } = texts === undefined ? NO_GAPS : translationGaps(edition.body, texts);
  const untranslated = untranslatedTexts(body, edition.locale, missing);
  const has_conditions = buttonRules({ body }).length > 0;
  const button_actions = hasButtonActions(body) ? true : undefined;
  const has_task_audiences = audienceTasks(body) !== undefined;
  const language: LocalizedEdition = {
    ...{ body, has_variables, has_conditions, has_task_audiences, button_actions, missing, untranslated },
  };
  known.set(locale ?? "", language);
  return language;
}

const NO_GAPS: { readonly missing: readonly string[] } = { missing: [] };

function untranslatedTexts(
  body: Body,
  locale: string | undefined,
  missing: readonly string[],
): Untranslated | undefined {
  if (locale === undefined || missing.length === 0) return undefined;
  const lacking = new Set(missing);
  const left = new Set<string>();
  const translated = new Set<string>();
  rewriteTexts(body, (key, text) => {
    (lacking.has(key) ? left : translated).add(text);
    return text;
  });
  const texts = [...left].filter((text) => text.trim() !== "" && !translated.has(text));
  return texts.length === 0 ? undefined : { locale, texts };
}
