import type { SmokeBrowser } from "./browser.ts";

const DEADLINE_MS = 20_000;
const POLL_INTERVAL_MS = 100;
/** The builder's panel has more stops than a card. */
const TABS_MAX = 40;

/** The innermost focused element, across shadow roots. */
export const FOCUSED = `(() => { let at = document.activeElement; while (at && at.shadowRoot && at.shadowRoot.activeElement)
  at = at.shadowRoot.activeElement; return at; })()`;

/** The checks of one browser, in order. The first one that fails throws. */
export class Scenario {
  readonly passed: string[] = [];
  readonly browser: SmokeBrowser;

  constructor(browser: SmokeBrowser) {
    this.browser = browser;
  }

  async until(check: string, expression: string, expected: unknown): Promise<void> {
    const deadline = performance.now() + DEADLINE_MS;
    let value: unknown;
    do {
      value = await this.browser.evaluate(expression).catch(String);
      if (value === expected) return void this.passed.push(check);
      await Bun.sleep(POLL_INTERVAL_MS);
    } while (performance.now() < deadline);
    throw new Error(`${this.browser.name}: ${check}: ${JSON.stringify(value)}, not ${JSON.stringify(expected)}.`);
  }

  /** `element`: what `matches`, an expression about the focused element `it`, describes. */
  async tabTo(element: string, matches: string): Promise<void> {
    const has_focus = `((it) => ${matches})(${FOCUSED}) === true`;
    const stops: unknown[] = [];
    for (let pressed = 0; pressed < TABS_MAX; pressed++) {
      if ((await this.browser.evaluate(has_focus)) === true) return;
      stops.push(
        await this.browser.evaluate(`((it) => it && (it.ariaLabel ?? it.textContent.slice(0, 20)))(${FOCUSED})`),
      );
      await this.browser.press("Tab");
    }
    throw new Error(`${this.browser.name}: Tab leads to ${stops.join(", ")}, not to ${element}.`);
  }
}
