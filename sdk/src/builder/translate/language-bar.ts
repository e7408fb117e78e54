import type { Edition } from "@fanfare/contract/content/content";
import { limits } from "@fanfare/contract/limits";
import { button, element } from "../../ui/dom/element.ts";
import { builderLanguage, t } from "../language/t.ts";
import { iconButton } from "../panel/icon.ts";
import { missingTexts } from "./body-texts.ts";

interface LanguageBarDeps {
  readonly document: Document;
  readonly edition: Edition;
  /** The language that is shown. Undefined: the source language. */
  readonly tag: string | undefined;
  readonly choose: (tag: string | undefined) => void;
  readonly add: (tag: string) => void;
  readonly remove: (tag: string) => void;
  /** Goes to a text that the language lacks. */
  readonly goTo: (key: string) => void;
  /** The text that is written now. */
  readonly current: () => string | undefined;
}

const SOURCE = "";
const ADD = "+";

/** Chooses the language of the card and the form, adds and removes languages, and steps through missing translations. */
export function buildLanguageBar(deps: LanguageBarDeps): HTMLElement {
  const { document, edition, tag, choose } = deps;
  const { locale, translations = {} } = edition;
  const tags = Object.keys(translations);
  const missing = tag === undefined ? [] : missingTexts(edition, tag);
  const source = locale === undefined ? t("Source language") : t("{language} (source)", { language: nameOf(locale) });
  const choices = [
    [SOURCE, source],
    ...tags.map((each) => [each, languageLabel(edition, each)]),
    ...(tags.length < limits.locales_max ? [[ADD, t("Add language…")]] : []),
  ] as const;
  const select = buildSelect(document, choices, tag ?? SOURCE);
  const row = element(document, "div", "row", element(document, "label", "", t("Language"), select));
  const cancel = (): void => row.replaceWith(buildLanguageBar(deps));
  select.addEventListener("change", () => {
    if (select.value !== ADD) {
      choose(select.value === SOURCE ? undefined : select.value);
      return;
    }
    import("./new-language.ts").then(({ buildNewLanguage }) => {
      const used = [...tags, locale ?? ""];
      const adding = buildNewLanguage(deps, used, cancel, nameOf, buildSelect);
      row.replaceChildren(...adding);
      adding[0]?.focus();
    }, cancel);
  });
  if (tag === undefined) return row;
  const remove = iconButton(document, "remove", t("Remove {language}", { language: nameOf(tag) }), () =>
    deps.remove(tag),
  );
  const next = button(document, "", t("Next missing text"), () => {
    const at = missing.indexOf(deps.current() ?? "");
    const key = missing[(at + 1) % missing.length];
    if (key !== undefined) deps.goTo(key);
  });
  const state =
    missing.length === 0
      ? element(document, "span", "chip strong", t("Complete"))
      : element(document, "span", "chip fair", t("Missing: {n}", { n: missing.length }));
  row.append(remove);
  const steps = element(document, "div", "row", state, ...(missing.length === 0 ? [] : [next]));
  return element(document, "div", "fields", row, steps);
}

function languageLabel(edition: Edition, tag: string): string {
  const { length: n } = missingTexts(edition, tag);
  return n === 0 ? nameOf(tag) : t("{language}, missing: {n}", { language: nameOf(tag), n });
}

/** A language's name in the builder's language. */
export function nameOf(tag: string): string {
  try {
    return new Intl.DisplayNames([builderLanguage()], { type: "language" }).of(tag) ?? tag;
  } catch {
    // The API accepts tags that browsers don't know.
    return tag;
  }
}

function buildSelect(document: Document, choices: readonly (readonly string[])[], chosen: string): HTMLSelectElement {
  const select = element(document, "select", "");
  for (const [value = "", text = ""] of choices) {
    const option = element(document, "option", "", text);
    option.value = value;
    option.selected = value === chosen;
    select.append(option);
  }
  return select;
}
