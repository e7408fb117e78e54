import { scaledByteLimit } from "@fanfare/contract/lib/bytes";
import { byteSize } from "./byte-size.ts";
import { language } from "./language.ts";
import { t } from "./t.ts";

/** Formats a limit as it was set: `200 MiB`. Other values use {@link byteSize}. */
export function limitSize(bytes: number): string {
  const { value, unit } = scaledByteLimit(bytes);
  const n = value.toLocaleString(language.locale);
  switch (unit) {
    case "byte":
      return byteSize(bytes);
    case "KiB":
      return t("{n} KiB", { n });
    case "MiB":
      return t("{n} MiB", { n });
    case "GiB":
      return t("{n} GiB", { n });
  }
}
