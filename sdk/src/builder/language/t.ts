import type { BuilderLanguage } from "@fanfare/contract/schema/client/builder";
import { typographic } from "@fanfare/contract/wording/typographic";
import type { messages as translated } from "../locales/ar.ts";

/** Translated messages by their English text. */
type Messages = typeof translated;

/** Placeholder names of a text: `"{n} of {total}"` has `n` and `total`. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** A value for each placeholder. Empty for texts without any. */
type Values<Name extends string> = [Name] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<Name, string | number>>];

const LANGUAGES: Readonly<Record<Exclude<BuilderLanguage, "en">, () => Promise<{ readonly messages: Messages }>>> = {
  ar: () => import("../locales/ar.ts"),
};

// With the texts, which load before everything else of the builder.
export { typographic };

let messages: Messages = {};
let language: BuilderLanguage = "en";

/**
 * Loads the texts of a language. Modules evaluate texts on load, so it comes before them. Texts that can't be loaded stay
 * English.
 */
export async function loadLanguage(tag: BuilderLanguage): Promise<void> {
  if (tag === "en") return;
  const loaded = await LANGUAGES[tag]().catch(() => undefined);
  if (loaded === undefined) return;
  messages = loaded.messages;
  language = tag;
}

/** The loaded language. */
export function builderLanguage(): BuilderLanguage {
  return language;
}

/**
 * Translates a text of the builder. The English text is the key. If one English text needs two translations, add a
 * context that isn't displayed after two hash signs: `t("Text##kind of element")`.
 *
 * @example
 * t("Found: {name}", { name: "button “Save”" });
 */
export function t<const Text extends string>(text: Text, ...[values]: Values<Names<Text>>): string {
  return translate(text, values ?? {});
}

/** Translates a text of the contract, such as the name of a gate. Returns it unchanged if it isn't translated. */
export function tKnown(text: string): string {
  return translate(text, {});
}

/** What a problem of the API means. `detail`: the server's English text. */
export function tProblem({ code, detail }: { readonly code: string; readonly detail: string }): string {
  // No response, or that of a proxy.
  if (code === "") return t("Can't reach the server.");
  const key = `##${code}`;
  return Object.hasOwn(messages, key) ? translate(key, {}) : tKnown(detail);
}

/** Makes texts that become content: in the builder's language if the content is written in it, otherwise in English. */
export function inContentLanguage<Made>(locale: string | undefined, make: () => Made): Made {
  if (locale?.split("-")[0] === language) return make();
  const loaded = messages;
  messages = {};
  try {
    return make();
  } finally {
    messages = loaded;
  }
}

function translate(text: string, values: Readonly<Record<string, string | number>>): string {
  const message = Object.hasOwn(messages, text) ? messages[text] : undefined;
  const [english = ""] = text.split("##");
  if (message === undefined)
    return typographic(english).replaceAll(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
  if (typeof message === "string") return message;
  return message.map((token) => (typeof token === "string" ? token : isolated(values[token[0]]))).join("");
}

/** Names and URLs in another direction don't reorder the text around them. */
export const isolated = (value: string | number | undefined): string =>
  typeof value === "string" ? `\u2068${value}\u2069` : String(value ?? "");
