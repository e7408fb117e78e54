import { scaledBytes } from "@fanfare/contract/lib/bytes";
import { language } from "./language.ts";

/** Formats bytes in the page's language: `76.2 GB`. Separate from `format.ts`, because few pages need it. */
export function byteSize(bytes: number): string {
  const { value, unit } = scaledBytes(bytes);
  const unitDisplay = unit === "byte" ? "long" : "short";
  return value.toLocaleString(language.locale, { style: "unit", unit, unitDisplay, maximumFractionDigits: 1 });
}
