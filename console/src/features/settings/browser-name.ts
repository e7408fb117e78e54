import { t } from "../../lib/i18n/t.ts";

/** The first match wins: most user agents also name other browsers for compatibility. */
const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

/**
 * Returns a readable browser name for a user agent string.
 *
 * @example
 * browserName("Mozilla/5.0 (Windows NT 10.0) … Firefox/140.0"); // { name: "Firefox on Windows", handheld: false }
 */
export function browserName(user_agent: string): { readonly name: string; readonly handheld: boolean } {
  const browser = BROWSERS.find(([mark]) => user_agent.includes(mark))?.[1];
  const system = SYSTEMS.find(([mark]) => user_agent.includes(mark))?.[1];
  const handheld = system === "iPhone" || system === "iPad" || system === "Android";
  if (browser === undefined) return { name: system ?? t("Unknown client"), handheld };
  return { name: system === undefined ? browser : t("{browser} on {system}", { browser, system }), handheld };
}
