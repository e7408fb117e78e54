import type { Page } from "@playwright/test";
import { HOSTILE_PAYLOADS } from "../../contract/test/support/hostile-payloads.ts";
import { expect, test } from "./support/app-page.ts";
import { SCENES } from "./support/scenes.ts";

declare global {
  interface Window {
    /** How often something ran that came as text. */
    ran: number;
    pwned(): void;
  }
}

// Without the page's policy: nothing may run even where no policy stands in its way.
test.use({ bypassCSP: true });

/** What authors write, in contents of every type. Everything else is chosen from lists. */
const WRITTEN = new Set([
  ...["title", "text", "label", "alt", "placeholder", "low_label", "high_label", "next_label", "href", "url"],
]);

/** The body with payloads in place of all that was written, and with as many of them again as blocks. */
function poisoned(body: unknown, next: () => string): unknown {
  if (Array.isArray(body)) return body.map((each) => poisoned(each, next));
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      if (WRITTEN.has(key) && typeof value === "string") return [key, next()];
      if (key === "blocks") return [key, blocks(next)];
      return [key, poisoned(value, next)];
    }),
  );
}

const EACH = 8;
function blocks(next: () => string) {
  const spans = () => Array.from({ length: EACH }, () => ({ text: next(), href: next() }));
  return [
    { kind: "paragraph", spans: spans() },
    { kind: "list", ordered: false, items: [spans()] },
    { kind: "image", url: next(), alt: next() },
  ];
}

/** Everything in what is shown that could run something, and what has run. */
function findings(app: Page) {
  return app.evaluate(() => {
    const SCHEMES = ["http:", "https:", "mailto:", "tel:"];
    const ELEMENTS = ["script", "iframe", "object", "embed", "base", "meta", "link", "style", "marquee"];
    const found: string[] = [];
    for (const each of document.querySelector("fanfare-ui")?.shadowRoot?.querySelectorAll("*") ?? []) {
      if (ELEMENTS.includes(each.localName)) found.push(each.outerHTML);
      for (const { name, value } of each.attributes) {
        if (name.startsWith("on")) found.push(`${each.localName} ${name}`);
        if (!["href", "src", "xlink:href", "action", "formaction", "data", "srcdoc"].includes(name)) continue;
        if (!SCHEMES.includes(new URL(value, document.baseURI).protocol))
          found.push(`${each.localName} ${name}=${value}`);
      }
    }
    return { found, ran: window.ran };
  });
}

test("of a thousand texts that want to run, none does, in contents of any type", async ({ app }) => {
  await app.evaluate(async () => {
    window.ran = 0;
    window.pwned = () => window.ran++;
    // The same by way of markup does run: what is looked for would be found.
    const control = document.createElement("div");
    control.innerHTML = "<img src=x: onerror=pwned()>";
    await new Promise((resolve) => control.firstElementChild?.addEventListener("error", resolve));
    if (window.ran !== 1) throw new Error("Nothing runs on this page.");
    window.ran = 0;
  });
  let at = 0;
  const next = (): string => HOSTILE_PAYLOADS[at++ % HOSTILE_PAYLOADS.length] ?? "";
  for (const { name, shows, step_id = "", prepare, whole } of SCENES) {
    if (typeof shows === "string") continue;
    const body = poisoned(shows, next);
    await app.evaluate(
      ([it, id]) => window.driver.show(it, { step_id: id, name: "<img src=x: onerror=pwned()>" }),
      // The schema would refuse its links: this is the second door.
      [body as typeof shows, step_id] as const,
    );
    await prepare?.(app);
    await app.locator(whole).filter({ visible: true }).waitFor();
    expect(await findings(app), name).toEqual({ found: [], ran: 0 });
    await app.evaluate(() => {
      window.driver.tour?.close("escape");
      window.driver.events.length = 0;
    });
  }
  expect(at).toBeGreaterThanOrEqual(HOSTILE_PAYLOADS.length);
  // A picture that fails says so later; this one fails after all of theirs.
  await app.evaluate(
    () =>
      new Promise((resolve) => {
        const last = new Image();
        last.addEventListener("error", resolve);
        last.src = "x:";
      }),
  );
  await expect.poll(() => app.evaluate(() => window.ran)).toBe(0);
});
