import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { APP_LIMIT_RANGES, DEFAULT_APP_LIMITS, DEFAULT_APP_SETTINGS } from "../contract/src/realtime/app-settings.ts";
import { closeCodes, EVENTS_MISSED, errorCodes } from "../contract/src/realtime/pusher.ts";
import { ROOT } from "./terminal.ts";

const page = readFileSync(join(ROOT, "docs/PROTOCOL.md"), "utf8");
const rows = page.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));

test("documents each limit with its default and range", () => {
  const limits = Object.entries(DEFAULT_APP_LIMITS).map(([name, value]) => {
    // Both tables have the same keys. Object.entries loses the key type.
    const [least, most] = APP_LIMIT_RANGES[name as keyof typeof APP_LIMIT_RANGES];
    return ["", `\`${name}\``, String(value), String(least), String(most), ""];
  });
  for (const limit of limits) expect(rows).toContainEqual(limit);
});

test("documents each switch and each code that is sent", () => {
  for (const name of Object.keys(DEFAULT_APP_SETTINGS))
    expect(page).toContain(`\`${name === "limits" ? "settings.limits" : name}\``);
  const codes = [...Object.values(closeCodes).map(({ code }) => code), ...Object.values(errorCodes)];
  for (const code of codes) expect(rows.map(([, cell]) => cell)).toContain(String(code));
  expect(page).toContain(EVENTS_MISSED);
});
