import { SUGGESTED_LOCALES } from "@fanfare/contract/translation/suggested-locales";
import { button } from "../../ui/dom/element.ts";
import { t } from "../language/t.ts";

interface NewLanguageDeps {
  readonly document: Document;
  readonly add: (tag: string) => void;
}

type BuildSelect = (document: Document, choices: readonly (readonly string[])[], chosen: string) => HTMLSelectElement;

/**
 * Asks for a language that the content doesn't have yet.
 *
 * @param used Languages that it has.
 * @param nameOf Passed like `buildSelect`, so that both stay in the panel's chunk.
 */
export function buildNewLanguage(
  { document, add }: NewLanguageDeps,
  used: readonly string[],
  cancel: () => void,
  nameOf: (tag: string) => string,
  buildSelect: BuildSelect,
): readonly HTMLElement[] {
  const free = SUGGESTED_LOCALES.filter((each) => !used.includes(each))
    .map((each) => [each, nameOf(each)] as const)
    .sort(([, one], [, other]) => one.localeCompare(other));
  const select = buildSelect(document, [["", t("Select a language")], ...free], "");
  select.ariaLabel = t("New language");
  select.addEventListener("change", () => {
    if (select.value !== "") add(select.value);
  });
  return [select, button(document, "", t("Cancel"), cancel)];
}
