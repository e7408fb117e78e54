import { chooseIn, TEMPLATE_LANGUAGES, type Template } from "../../model/templates/template.ts";
import type { TemplateSearch } from "./search.ts";

/**
 * Returns the templates that fit the filters. Every word must occur in the name or summary, in any language.
 *
 * @example
 * filterTemplates(TEMPLATES, { q: "nps", type: "all", goal: "feedback" });
 */
export function filterTemplates(
  templates: readonly Template[],
  { q, type, goal }: Pick<TemplateSearch, "q" | "type" | "goal">,
): readonly Template[] {
  const fits = textFilter(q);
  return templates.filter((template) => {
    if (type !== "all" && template.type !== type) return false;
    if (goal !== "all" && template.goal !== goal) return false;
    const texts = TEMPLATE_LANGUAGES.flatMap((each) => {
      const choose = chooseIn(each);
      return [template.name(choose), template.summary(choose)];
    });
    return fits(...texts);
  });
}

/** Whether every word of the search occurs in one of the texts. */
export function textFilter(q: string): (...texts: readonly string[]) => boolean {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return (...texts) => {
    const text = texts.join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  };
}
