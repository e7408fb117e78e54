import { t } from "../language/t.ts";

/** What something says, field by field: the words of the screen, never JSON. What is not said is not there. */
export type Fields = ReadonlyMap<string, string>;

export type Said = readonly [label: string, words: string | undefined];

export const fields = (...said: readonly Said[]): Fields =>
  new Map(said.flatMap(([label, words]) => (words === undefined || words === "" ? [] : [[label, words] as const])));

export const yes = (on: boolean): string => (on ? t("yes") : t("no"));
