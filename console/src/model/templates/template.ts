import type { Body, ContentType } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import { partsIn } from "@fanfare/contract/content/parts";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { collectTexts } from "@fanfare/contract/translation/texts";
import type { Goal } from "./goals.ts";

/** Languages that every built-in template is written in. */
export const TEMPLATE_LANGUAGES = ["en", "ar"] as const;
export type TemplateLanguage = (typeof TEMPLATE_LANGUAGES)[number];

/** Chooses one of two texts with the same meaning. */
export type Choose = (english: string, arabic: string) => string;

type Rules = Partial<Pick<Edition, "trigger" | "frequency" | "priority">>;

export interface Template {
  /** Also the slug of content that is created from it. */
  readonly id: string;
  readonly goal: Goal;
  readonly type: ContentType;
  readonly name: (choose: Choose) => string;
  /** When to use it, in one sentence. */
  readonly summary: (choose: Choose) => string;
  readonly body: (choose: Choose) => Body;
  readonly rules?: Rules;
}

export const chooseIn =
  (language: TemplateLanguage): Choose =>
  (english, arabic) =>
    language === "ar" ? arabic : english;

/** The template as a draft in one language, with translations into `also`. */
export function templateDraft(
  template: Template,
  language: TemplateLanguage,
  also: readonly TemplateLanguage[],
): Edition {
  const texts = also
    .filter((each) => each !== language)
    .map((each) => [each, Object.fromEntries(collectTexts(template.body(chooseIn(each))))] as const);
  return {
    body: template.body(chooseIn(language)),
    locale: language,
    ...(texts.length === 0 ? {} : { translations: Object.fromEntries(texts) }),
    targeting: { urls: { include: [], exclude: [] } },
    trigger: { kind: "automatic" },
    frequency: { mode: "until_completed" },
    priority: 0,
    tags: [],
    ...template.rules,
  };
}

/** What only the author knows: elements to point at, and names and addresses to check. */
export interface TemplateNeeds {
  /** Number of elements to choose. Publishing requires them. */
  readonly targets: number;
  /** Addresses that buttons and entries open. */
  readonly links: readonly string[];
  /** Events of the author's application that start the content or move it on. */
  readonly events: readonly string[];
}

export function templateNeeds(edition: Edition): TemplateNeeds {
  const issues = editionSchema.safeParse(edition).error?.issues ?? [];
  return {
    targets: issues.filter(({ path }) => path.includes("target")).length,
    links: [...new Set(linksIn(edition.body))],
    events: [...new Set(eventsIn(edition))],
  };
}

function linksIn(body: Body): readonly string[] {
  const parts = partsIn(body);
  const actions = parts.flatMap((part) => [
    ...("button" in part && part.button !== undefined ? [part.button.action] : []),
    ...("buttons" in part && part.buttons !== undefined ? part.buttons.map(({ action }) => action) : []),
    ...("action" in part ? [part.action] : []),
  ]);
  return actions.flatMap((action) => (action.kind === "link" ? [action.href] : []));
}

function eventsIn({ body, trigger }: Edition): readonly string[] {
  const started = trigger.kind === "event" ? [trigger.event] : [];
  const tasks = body.type === "checklist" ? body.tasks : [];
  return [...started, ...tasks.flatMap(({ done_when }) => (done_when.kind === "event" ? [done_when.event] : []))];
}
