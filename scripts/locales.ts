import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  builderEvidenceMessages,
  builderMessages,
  currentMessages,
  withTranslations,
} from "../console/locales/messages.ts";
import { type PoMessage, readPo, writePo } from "../console/locales/po.ts";
import { main, print, ROOT } from "./terminal.ts";

const BUILDER = join(ROOT, "sdk", "src", "builder", "locales");
const CONSOLE = join(ROOT, "console", "locales");

/** `npm run locales`: updates the PO files from the texts in the sources and keeps translations. */
async function locales(): Promise<number> {
  await update(CONSOLE, currentMessages);
  await update(BUILDER, (before) => withTranslations(builderMessages(), before));
  await update(join(BUILDER, "evidence"), (before) => withTranslations(builderEvidenceMessages(), before));
  return 0;
}

async function update(folder: string, current: (before: readonly PoMessage[]) => readonly PoMessage[]): Promise<void> {
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".po"))) {
    const file = join(folder, name);
    const existing = readFileSync(file, "utf8");
    const before = readPo(existing);
    const messages = current(before);
    writeFileSync(file, writePo(name.replace(".po", ""), messages, existing === "" ? undefined : existing));
    const missing = messages.filter(({ translation }) => translation === "").length;
    print(`${name}: ${messages.length} messages, ${missing} without a translation, ${before.length} before.`);
  }
}

await main(locales);
