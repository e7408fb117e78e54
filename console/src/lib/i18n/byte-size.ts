import { scaledBytes } from "@fanfare/contract/lib/bytes";
import { language } from "./language.ts";

/** A number of bytes as the page's language says it: `76.2 GB`. Beside `format.ts`, for the few pages that need it. */
export function byteSize(bytes: number): string {
  const { value, unit } = scaledBytes(bytes);
  const unitDisplay = unit === "byte" ? "long" : "short";
  return value.toLocaleString(language.locale, { style: "unit", unit, unitDisplay, maximumFractionDigits: 1 });
}
