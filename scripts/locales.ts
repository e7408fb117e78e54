import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { currentMessages } from "../console/locales/messages.ts";
import { readPo, writePo } from "../console/locales/po.ts";
import { main, print, ROOT } from "./terminal.ts";

const FOLDER = join(ROOT, "console", "locales");

/** `npm run locales`: updates the PO files from the texts in the sources and keeps translations. */
async function locales(): Promise<number> {
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith(".po"))) {
    const file = join(FOLDER, name);
    const existing = readFileSync(file, "utf8");
    const before = await readPo(existing);
    const messages = currentMessages(before);
    writeFileSync(file, await writePo(name.replace(".po", ""), messages, existing === "" ? undefined : existing));
    const missing = messages.filter(({ translation }) => translation === "").length;
    print(`${name}: ${messages.length} messages, ${missing} without a translation, ${before.length} before.`);
  }
  return 0;
}

await main(locales);
