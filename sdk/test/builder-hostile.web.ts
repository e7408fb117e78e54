import type { Body } from "@fanfare/contract/content/body";
import { limits } from "@fanfare/contract/limits";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { Page } from "@playwright/test";
import { HOSTILE_PAYLOADS } from "../../contract/test/support/hostile-payloads.ts";
import { expect } from "../../e2e/support/fixtures.ts";
import { APP, OWNER } from "../../e2e/support/test-server.ts";
import { moduleSnippet } from "./support/host-page.ts";
import { test } from "./support/host-test.ts";
import { SCENES } from "./support/scenes.ts";

declare global {
  interface Window {
    /** How often injected text was executed. */
    ran: number;
    pwned(): void;
    /** Messages that a script of another site received. */
    stolen: unknown[];
    /** Where the page's own replacement of `fetch` saw requests. */
    fetched: string[];
  }
}

const PAYLOAD_CHARS_MAX = 40;
const PAYLOADS = HOSTILE_PAYLOADS.filter(({ length }) => length <= PAYLOAD_CHARS_MAX);
const IMAGE = "<img src=x: onerror=pwned()>";
const TEXTS = new Set(["title", "text", "label", "alt", "placeholder", "low_label", "high_label", "description"]);
let at = 0;
const next = (): string => PAYLOADS[at++ % PAYLOADS.length] ?? IMAGE;

/** Replaces all texts with payloads. Links and targets keep their values, because the server refuses hostile ones. */
function poisoned<Value>(value: Value): Value {
  const inside = (it: unknown): unknown => {
    if (Array.isArray(it)) return it.map(inside);
    if (typeof it !== "object" || it === null) return it;
    return Object.fromEntries(
      Object.entries(it).map(([key, field]) => [
        key,
        // An element is found by its texts.
        key === "target"
          ? field
          : key === "id"
            ? String(field).replaceAll(/\W/g, "-")
            : TEXTS.has(key) && typeof field === "string"
              ? next()
              : inside(field),
      ]),
    );
  };
  // Cast: texts are replaced by texts.
  return inside(value) as Value;
}

const bodyOf = (name: string): Body => {
  const { shows } = SCENES.find((scene) => scene.name === name) ?? {};
  if (typeof shows !== "object") throw new Error(`No scene is called ${name}.`);
  // Scenes of players may have more questions than content.
  return shows.type === "survey" ? { ...shows, questions: shows.questions.slice(0, limits.questions_max) } : shows;
};
const TYPES = ["anchored step", "popover", "tabs", "checklist", "resource center", "survey, nps"];

const CONTENTS: ContentFile = {
  contents: TYPES.map((name, index) => ({
    ...{ slug: `content-${index}`, name: IMAGE },
    edition: {
      ...{ body: poisoned(bodyOf(name)), targeting: { urls: { include: [], exclude: [] } }, priority: 0, tags: [] },
      ...{ trigger: { kind: "manual" }, frequency: { mode: "always" } },
    },
  })),
};

test.use({ serverOptions: { demo: false, contents: CONTENTS } });

/** A page whose scripts ran before the SDK, with payloads for names, and with elements that hide members of the document. */
const HOSTILE_HEAD = `<script>
  window.ran = 0;
  window.pwned = () => window.ran++;
  const send = window.fetch;
  window.fetched = [];
  window.fetch = (url, init) => {
    fetched.push(new URL(url, location.href).origin);
    return send(url, init);
  };
  window.postMessage = () => {};
  for (const name of ["srcdoc", "innerHTML", "onerror", "href"]) Object.prototype[name] = ${JSON.stringify(IMAGE)};
  addEventListener("DOMContentLoaded", () => {
    const body = document.body;
    const add = (parent, tag, attributes) => {
      const made = Document.prototype.createElement.call(document, tag);
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
      parent.append(made);
      return made;
    };
    document.title = ${JSON.stringify(IMAGE)};
    for (const text of ${JSON.stringify(PAYLOADS.slice(0, 8)).replaceAll("<", "\\u003c")}) {
      add(body, "button", { type: "button", id: text, "aria-label": text, "data-testid": text, class: "bad" });
      add(body, "h2", {}).append(text);
    }
    add(body, "button", { type: "button", id: "apply" }).append("Apply");
    const form = add(body, "form", { "aria-label": "Form" });
    for (const name of ["URL", "body", "head", "forms", "baseURI", "readyState", "activeElement", "createElement",
      "documentElement", "querySelector", "adoptedStyleSheets", "cookie", "nodeName", "parentNode", "localName"]) {
      add(form, "input", { name });
      add(body, "img", { name });
    }
  });
</script>`;

/** What could execute in our elements, and what did. */
function findings(page: Page) {
  return page.evaluate(() => {
    const found: string[] = [];
    const elements = ["script", "object", "embed", "base", "meta", "link", "style", "marquee", "math"];
    // Own accessor: the page's document has elements with the names of its members.
    const hosts: NodeListOf<Element> = Document.prototype.querySelectorAll.call(document, "fanfare-ui");
    for (const { shadowRoot } of hosts) {
      for (const each of shadowRoot?.querySelectorAll("*") ?? []) {
        if (elements.includes(each.localName)) found.push(each.outerHTML);
        for (const { name, value } of each.attributes) {
          if (name.startsWith("on") || name === "srcdoc") found.push(`${each.localName} ${name}`);
          if (["href", "src"].includes(name) && !/^(https?:|mailto:|tel:|\/)/.test(value))
            found.push(`${name}=${value}`);
        }
      }
    }
    return { found, ran: window.ran };
  });
}

const NOTHING = { found: [], ran: 0 };

/** A link to the builder for each content. */
async function createLinks(page: Page, server_url: string, page_url: string): Promise<readonly string[]> {
  const headers = { Origin: server_url };
  await page.request.post(`${server_url}/api/sign-in`, { data: OWNER, headers });
  const list = await page.request.get(`${server_url}/api/contents?app_id=${APP.id}`);
  // Casts: responses of this repository's server.
  const { items } = (await list.json()) as { readonly items: readonly { readonly id: string }[] };
  const links: string[] = [];
  for (const { id: content_id } of items) {
    const data = { url: page_url, content_id };
    const made = await page.request.post(`${server_url}/api/builder-links?app_id=${APP.id}`, { data, headers });
    links.push(((await made.json()) as { readonly url: string }).url);
  }
  return links;
}

test("runs no text of a draft of any type, of its name, or of the page", async ({ server, page, serve }) => {
  test.setTimeout(120_000);
  const site = await serve(`${HOSTILE_HEAD}${moduleSnippet(server.url, APP.key)}`);
  const links = await createLinks(
    page,
    server.url,
    `${site.url}?q=${encodeURIComponent(IMAGE)}&x="><script>pwned()</script>`,
  );
  expect(links).toHaveLength(TYPES.length);
  const requests: { readonly url: string; readonly headers: Readonly<Record<string, string>> }[] = [];
  page.on("request", (request) => requests.push({ url: request.url(), headers: request.headers() }));
  for (const [index, link] of links.entries()) {
    // A new fragment alone loads nothing.
    await page.goto("about:blank");
    await page.goto(link);
    const panel = page.getByRole("region", { name: IMAGE, exact: true });
    await expect(panel).toContainText("Saved");
    const steps = panel.getByRole("list").first().getByRole("button").filter({ hasText: /^\d/ });
    for (const step of await steps.all()) {
      await step.click();
      await expect(step).toHaveAttribute("aria-current", "true");
    }
    // The content is on the page beside the panel. Links of a resource center are written in the panel only.
    await expect(page.locator("fanfare-ui")).toHaveCount(TYPES.at(-1 - index) === "resource center" ? 1 : 2);
    expect(await findings(page)).toEqual(NOTHING);
    // The names of the page's elements.
    const pick = panel.getByRole("button", { name: "Pick element", exact: true });
    if ((await pick.count()) > 0) {
      await pick.click();
      const picking = page.getByRole("region", { name: "Pick element" });
      await picking.getByRole("button", { name: "Choose from list" }).click();
      await expect(picking.getByRole("list", { name: "Elements of the page" })).toContainText("pwned()");
      await page.locator("button.bad").first().hover();
      expect(await findings(page)).toEqual(NOTHING);
      await page.locator("button.bad").first().click();
      await expect(panel).toContainText("Found: button “");
    }
    const play = panel.getByRole("button", { name: "Play" });
    await play.click();
    await expect(page.getByRole("region", { name: "Play" })).toBeVisible();
    expect(await findings(page)).toEqual(NOTHING);
  }
  // The token is in headers to Fanfare, and in the tab's storage, which ends with it.
  const known = await page.evaluate(() => ({
    stored: sessionStorage.getItem("fanfare_build"),
    visible: JSON.stringify([
      { ...localStorage },
      location.href,
      Object.getOwnPropertyDescriptor(Document.prototype, "cookie")?.get?.call(document),
    ]),
    origins: [...new Set(window.fetched)],
  }));
  const token = /ffb_[\w-]+/.exec(known.stored ?? "")?.[0] ?? "";
  expect(token).toHaveLength("ffb_".length + 43);
  expect(known.visible).not.toContain("ffb_");
  expect(known.origins).toEqual([new URL(server.url).origin]);
  for (const { url, headers } of requests) {
    const { authorization, ...others } = headers;
    expect(`${url} ${JSON.stringify(others)}`).not.toMatch(/ffb_|fanfare_build/);
    if (authorization?.includes("ffb_")) expect(new URL(url).origin).toBe(new URL(server.url).origin);
  }
});

test("tells other windows and frames nothing, and isn't steered by them", async ({ server, page, serve }) => {
  test.setTimeout(60_000);
  // A frame of another site on the page asks for the draft as the builder's own frame does, again and again.
  const thief = `<script>
    window.stolen = [];
    addEventListener("message", ({ data }) => stolen.push(data));
    for (const other of [parent, opener]) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => stolen.push(data);
      if (other !== window) other?.postMessage("fanfare-device", "*", [port2]);
    }
  </script>`;
  const evil = await serve(thief);
  const site = await serve(moduleSnippet(server.url, APP.key));
  const [, , , , , link = ""] = await createLinks(page, server.url, `${site.url}orders`);
  await page.goto(link);
  const panel = page.getByRole("region", { name: IMAGE, exact: true });
  await expect(panel).toContainText("Saved");
  await panel.getByRole("button", { name: "Play" }).click();
  const bar = page.getByRole("region", { name: "Play" });
  await bar.getByRole("combobox", { name: "Width" }).selectOption({ index: 1 });
  await expect.poll(() => page.frames().length).toBe(2);
  await expect
    .poll(() =>
      page
        .frames()
        .at(-1)
        ?.evaluate(() => window.fanfareClient !== undefined),
    )
    .toBe(true);
  await page.evaluate((url) => {
    const frame = document.createElement("iframe");
    frame.name = "thief";
    frame.src = url;
    document.body.append(frame);
  }, evil.url);
  await expect.poll(() => page.frame("thief")?.evaluate(() => window.stolen)).toEqual([]);

  // Another site frames the page, named like the builder's own frame, and with the builder's parameter.
  const framing = await page.context().newPage();
  await framing.goto(evil.url);
  for (const url of [`${site.url}orders`, `${site.url}orders#fanfare_build=${APP.key}.guessed`]) {
    await framing.evaluate((src) => {
      const frame = document.createElement("iframe");
      frame.name = "fanfare-device";
      frame.src = src;
      document.body.append(frame);
    }, url);
  }
  await expect
    .poll(() =>
      Promise.all(
        framing
          .frames()
          .slice(1)
          .map((frame) => frame.evaluate(() => window.fanfareClient !== undefined)),
      ),
    )
    .toEqual([true, true]);
  expect(await framing.evaluate(() => window.stolen)).toEqual([]);
  // The console can't be framed.
  const { headers } = await page.request
    .get(`${server.url}/console`)
    .then(async (answer) => ({ headers: answer.headers() }));
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
});
