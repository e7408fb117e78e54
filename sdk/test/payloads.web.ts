import type { Page } from "@playwright/test";
import { HOSTILE_PAYLOADS } from "../../contract/test/support/hostile-payloads.ts";
import { expect, test } from "./support/app-page.ts";
import { SCENES } from "./support/scenes.ts";

declare global {
  interface Window {
    /** How often injected text was executed. */
    ran: number;
    pwned(): void;
  }
}

// Without CSP: nothing may run even without a policy that blocks it.
test.use({ bypassCSP: true });

/** Fields with free text, in content of all types. All other values are enumerations. */
const WRITTEN = new Set([
  ...["title", "text", "label", "alt", "placeholder", "low_label", "high_label", "next_label", "href", "url"],
  ...["description", "section"],
]);

/** Replaces all text in the body with payloads, and adds as many again as blocks. */
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

/** Everything in the displayed content that could execute, and what did. */
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

test("runs none of 1,000 hostile texts in content of any type", async ({ app }) => {
  await app.evaluate(async () => {
    window.ran = 0;
    window.pwned = () => window.ran++;
    // Control: the same payload as markup does run, so the check works.
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
      // The schema would reject these links; this tests the second line of defense.
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
  // Image errors fire asynchronously; this one fires after all others.
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
