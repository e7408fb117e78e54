import { asIs, t } from "../../../lib/i18n/t.ts";

/** Push services of browsers, by the end of their host. */
const BROWSERS: readonly (readonly [host: string, browser: string])[] = [
  ["googleapis.com", asIs("Chromium")],
  ["mozilla.com", asIs("Firefox")],
  ["apple.com", asIs("Safari")],
  ["windows.com", asIs("Microsoft Edge")],
];

/**
 * The browser that uses a push service.
 *
 * @example
 * browserOf("updates.push.services.mozilla.com"); // "Firefox"
 */
export function browserOf(service: string): string {
  return BROWSERS.find(([host]) => service === host || service.endsWith(`.${host}`))?.[1] ?? t("Browser");
}
