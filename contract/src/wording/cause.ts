import { fillIcu, type IcuValues } from "./icu.ts";

export type CauseValue = string | number | boolean | null | Cause | readonly CauseValue[];

/**
 * A reason as data: message code and values. Dates stay ISO 8601, IDs stay IDs, and attribute values keep their types.
 * The code that displays the message formats them.
 */
export interface Cause {
  readonly code: string;
  readonly values: { readonly [name: string]: CauseValue };
}

export type CauseTexts = Readonly<Record<string, string>>;

/** Value names in a message. Single-word branches of `plural` or `select` also match, but aren't keys of `Types`. */
type Names<Text extends string> = Text extends `${string}{${infer Argument}}${infer Rest}`
  ? (Argument extends `${infer Name},${string}` ? Name : Argument) | Names<Rest>
  : never;
type ValuesOf<Text extends string, Types> = { readonly [Name in Extract<keyof Types, Names<Text>>]: Types[Name] };

/**
 * Creates a typed cause constructor for one message table: each code requires exactly the values in its text.
 *
 * @example
 * const evidence = causesOf<EvidenceValues>()(EVIDENCE_TEXTS);
 * evidence("rollout_in", { percent: 50 }); // { code: "rollout_in", values: { percent: 50 } }
 */
export const causesOf =
  <Types extends { readonly [Name in keyof Types]: CauseValue }>() =>
  <const Texts extends CauseTexts>(_texts: Texts) =>
  <Code extends keyof Texts & string>(
    code: Code,
    ...[values]: [keyof ValuesOf<Texts[Code], Types>] extends [never] ? [] : [ValuesOf<Texts[Code], Types>]
  ): Cause => ({ code, values: { ...values } });

/** Formatting of causes in a language: {@link ENGLISH} here, others in the console. */
export interface CauseLanguage {
  readonly fill: (english: string, values: IcuValues) => string;
  readonly between_clauses: string;
  readonly between_items: string;
  readonly between_options: string;
  /** Formats a value by its name, if it needs that. */
  readonly format?: (name: string, value: CauseValue) => string | undefined;
}

export const ENGLISH: CauseLanguage = {
  fill: fillIcu,
  between_clauses: "; ",
  between_items: ", ",
  between_options: " or ",
};

/** Lists of alternatives, joined with "or". */
const OPTIONS = ["devices", "locales"];
/** Shown as JSON, which distinguishes text from numbers. */
const LITERALS = ["actual", "value", "options"];

/**
 * Formats a cause. Returns the code itself if the table lacks the message.
 *
 * @example
 * causeText(EVIDENCE_TEXTS, { code: "rollout_in", values: { percent: 50 } }); // "In the rollout of 50%."
 */
export function causeText(texts: CauseTexts, { code, values }: Cause, language = ENGLISH): string {
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined;
  if (text === undefined) return code;
  const shown = Object.entries(values).map(([name, value]) => [name, valueText(texts, name, value, language)] as const);
  return language.fill(text, Object.fromEntries(shown));
}

export function causeSentences(texts: CauseTexts, causes: readonly Cause[], language = ENGLISH): string {
  return causes.map((cause) => causeText(texts, cause, language)).join(" ");
}

function valueText(texts: CauseTexts, name: string, value: CauseValue, language: CauseLanguage): string | number {
  const { between_clauses, between_items, between_options } = language;
  if (LITERALS.includes(name)) {
    return (isList(value) ? value : [value]).map((each) => JSON.stringify(each)).join(between_items);
  }
  if (isList(value)) {
    const between = value.some(isCause) ? between_clauses : between_items;
    const items = value.map((each) => valueText(texts, name, each, language));
    return items.join(OPTIONS.includes(name) ? between_options : between);
  }
  if (isCause(value)) return causeText(texts, value, language);
  return language.format?.(name, value) ?? (typeof value === "number" ? value : String(value));
}

const isList = (value: CauseValue): value is readonly CauseValue[] => Array.isArray(value);
export const isCause = (value: CauseValue | undefined): value is Cause =>
  typeof value === "object" && value !== null && "code" in value;

/** All text values of causes, including nested causes. Contains the IDs. */
export function valuesOfCauses(causes: readonly Cause[]): readonly string[] {
  const textsIn = (value: CauseValue): readonly string[] => {
    if (typeof value === "string") return [value];
    if (isList(value)) return value.flatMap(textsIn);
    return isCause(value) ? valuesOfCauses([value]) : [];
  };
  return causes.flatMap(({ values }) => Object.values(values).flatMap(textsIn));
}
