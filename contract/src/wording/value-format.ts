import { formatBytes } from "../lib/bytes.ts";
import { type CauseLanguage, type CauseValue, ENGLISH } from "./cause.ts";

/** Byte counts, shown as rounded sizes. */
const SIZES = ["free_bytes", "log_bytes"];

const TIMES = ["from", "to"];

interface Formats {
  readonly size: (bytes: number) => string;
  /** Of a language tag. */
  readonly language: (tag: string) => string;
  /** Of a date and time without a zone, which the message names. */
  readonly time: (iso: string) => string;
}

/** Formats values of causes by their name. Pages don't load it: none of their causes has such a value. */
export function valueFormat({ size, language, time }: Formats): NonNullable<CauseLanguage["format"]> {
  return (name: string, value: CauseValue) => {
    if (typeof value === "number" && SIZES.includes(name)) return size(value);
    if (typeof value !== "string") return undefined;
    if (TIMES.includes(name)) return time(value);
    return name === "language" ? language(value) : undefined;
  };
}

const names = new Intl.DisplayNames("en", { type: "language" });

function englishName(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    // Drafts accept tags that aren't well-formed.
    return tag;
  }
}

export const ENGLISH_WITH_FORMATS: CauseLanguage = {
  ...ENGLISH,
  format: valueFormat({ size: formatBytes, language: englishName, time: (iso) => iso }),
};
