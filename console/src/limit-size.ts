import { limitBytes } from "@fanfare/contract/bytes";
import { byteSize } from "./language/byte-size.ts";
import { language } from "./language/language.ts";
import { t } from "./language/t.ts";

/** A limit as it was set: `200 MiB`. What is no round number of these is said as any other number of bytes. */
export function limitSize(bytes: number): string {
  const { value, unit } = limitBytes(bytes);
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
