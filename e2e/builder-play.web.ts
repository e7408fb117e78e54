import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Block } from "@fanfare/contract/content/block";
import type { Edition } from "@fanfare/contract/content/content";
import type { Step } from "@fanfare/contract/content/tour";
import { seededNumbers } from "@fanfare/contract/lib/seeded-numbers";
import type { BootResponse, ExplainResponse } from "@fanfare/contract/schema/client/v1";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import { GATE_TEXTS } from "@fanfare/contract/wording/gates";
import type { APIResponse, Page } from "@playwright/test";
import { SignJWT } from "jose";
import { createBuilderLink } from "../sdk/test/support/builder-page.ts";
import { panelOf } from "./support/builder.ts";
import { card, expect, next, stepTitle, test } from "./support/fixtures.ts";
import { APP, BUN } from "./support/test-server.ts";
import { serveThirdPartyPage, snippet } from "./support/third-party-page.ts";

const paragraph = (text: string): readonly Block[] => [{ kind: "paragraph", spans: [{ text }] }];
const SUPPRESSION = { offered: true, days: 365, every_step: true } as const;

/** With everything that differs by person: texts, language, audience, rollout, history. */
const EDITION: Edition = {
  body: {
    type: "tour",
    steps: [
      { id: "a", kind: "centered", title: "Hello, {{name|there}}", blocks: paragraph("Your plan is {{plan|free}}.") },
      { id: "b", kind: "centered", title: "{{orders|No}} orders", blocks: paragraph("From {{city|anywhere}}.") },
    ],
    suppression: SUPPRESSION,
  },
  locale: "en",
  translations: {
    de: {
      "a.title": "Hallo, {{name|du}}",
      "a.blocks.0": "Tarif: {{plan|gratis}}.",
      "b.title": "{{orders|Keine}} Bestellungen",
      "b.blocks.0": "Aus {{city|irgendwo}}.",
    },
    ar: { "a.title": "مرحبا {{name|بك}}", "b.title": "الطلبات: {{orders|لا}}" },
  },
  targeting: {
    urls: { include: ["/index.html*"], exclude: [] },
    audience: {
      kind: "or",
      rules: [
        { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } },
        { kind: "attribute", of: "person", name: "orders", test: { type: "number", op: "at_least", value: 5 } },
      ],
    },
  },
  rollout: { percent: 80 },
  trigger: { kind: "automatic" },
  frequency: { mode: "once" },
  priority: 0,
  tags: [],
};
const CONTENTS: ContentFile = { contents: [{ slug: "around", name: "Around the dashboard", edition: EDITION }] };

test.use({ serverOptions: { demo: false, contents: CONTENTS } });

const CASES = process.env["NIGHTLY"] === "1" ? 50 : 12;

/** Calls `/v1` as a person does whose browser has this language. */
async function createVisitor(page: Page, server_url: string, external_id: string, language: string) {
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(external_id)
    .setAudience(APP.key)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(APP.secret));
  const headers = { Authorization: `Bearer ${token}`, "Accept-Language": language };
  const call = async <Body>(method: "GET" | "POST", path: string, data?: object): Promise<Body> => {
    const url = `${server_url}/v1/${path}${path.includes("?") ? "&" : "?"}app=${APP.key}`;
    const options = { method, headers, ...(data === undefined ? {} : { data }) };
    const answer: APIResponse = await page.request.fetch(url, options);
    expect(answer.status(), `${method} ${path}`).toBe(200);
    return (await answer.json()) as Body;
  };
  return {
    boot: () => call<BootResponse>("POST", "boot", {}),
    explain: (url: string) =>
      call<ExplainResponse>("GET", `explain?${new URLSearchParams({ content: "around", url, external_id })}`),
    call,
  };
}
type Visitor = Awaited<ReturnType<typeof createVisitor>>;

const pick = <Value>(next: () => number, values: readonly Value[]): Value =>
  values[Math.floor(next() * values.length)] as Value;

/** A person with a seeded past. Some hid the tour, some saw it. */
async function createPerson(page: Page, server_url: string, seed: number) {
  const next = seededNumbers(seed);
  const id = `u_${seed}`;
  const attributes = {
    // What looks like a variable stays as it is.
    name: pick(next, [`Person ${seed}`, `{{plan}} ${seed}`, `شخص ${seed}`]),
    ...pick(next, [{ plan: "pro" }, { plan: "pro" }, { plan: "<b>team</b>" }, {}]),
    ...pick(next, [{ orders: 7 }, { orders: 2 }, {}]),
    ...pick(next, [{ city: "Köln" }, {}]),
  };
  const visitor = await createVisitor(page, server_url, id, pick(next, ["en", "de-AT", "ar", "fr"]));
  await visitor.call("POST", "identify", { external_id: id, attributes });
  const past = next();
  if (past < 0.15) await visitor.call("POST", "suppressions", { scope: "all", target: "", days: 30 });
  else if (past < 0.4) await complete(visitor, seed);
  return { id, visitor, name: attributes.name };
}

/** Completes the tour, if the person may see it. */
async function complete({ boot, call }: Visitor, seed: number): Promise<void> {
  const [decision] = (await boot()).decisions;
  if (decision === undefined) return;
  const { content_id, version_id } = decision;
  const run_id = `run_01900000-0000-7000-8000-${String(seed).padStart(12, "0")}`;
  await call("POST", "progress", { action: "start", run_id, content_id, version_id, step_id: "a", reason: "rule" });
  await call("POST", "progress", { action: "end", run_id, seq: 1, reason: "completed" });
}

/** What the steps of a decision say: title and text. */
const textsOf = (steps: readonly Step[]): readonly (readonly string[])[] =>
  steps.map(({ title, blocks }) => [
    title,
    blocks.map((block) => (block.kind === "paragraph" ? block.spans.map(({ text }) => text).join("") : "")).join(""),
  ]);

/** Opens the builder of the draft, which is live, too, and plays it. */
async function play(page: Page, server_url: string, page_url: string) {
  const link = await createBuilderLink(page, server_url, page_url, "around");
  await page.goto(link.url);
  const panel = panelOf(page);
  await panel.getByRole("button", { name: "Play", exact: true }).click();
  const bar = page.getByRole("region", { name: "Play" });
  await expect(bar.locator("summary")).toContainText("Would be");
  return {
    ...{ panel, bar },
    async chooses(external_id: string): Promise<void> {
      const search = bar.getByRole("textbox", { name: "Beginning of a name or ID" });
      if (!(await search.isVisible())) await bar.getByRole("button", { name: "Another person" }).click();
      await search.fill(external_id);
      await search.press("Enter");
      const explained = page.waitForResponse((response) => response.url().includes("/v1/builder/gates"));
      await bar.getByRole("button", { name: `(${external_id})`, exact: false }).click();
      await explained;
    },
  };
}

test(`plays the draft for ${CASES} people with the texts, outcome, and first blocking gate that they get`, async ({
  server,
  page,
}) => {
  const site = await serveThirdPartyPage(snippet(server.url, APP.key));
  const people = [];
  for (let seed = 1; seed <= CASES; seed++) people.push(await createPerson(page, server.url, seed));
  const counts = { shown: 0, hidden: 0 };
  for (const url of [site.url, site.url.replace("index", "charts")]) {
    const { bar, chooses } = await play(page, server.url, url);
    const on_index = url === site.url;
    for (const { id, name, visitor } of people.filter((_, index) => (index % 4 !== 3) === on_index)) {
      const decision = (await visitor.boot()).decisions.find(({ slug }) => slug === "around");
      const explained = await visitor.explain(url);
      const blocking = explained.gates.find(({ status }) => status === "block");
      await chooses(id);
      const outcomes = {
        show: "Would be shown",
        hide: `Would be hidden: ${GATE_TEXTS[blocking?.gate ?? "url"]}`,
        unknown: "Would be shown if the page allows it",
      };
      await expect(bar.locator("summary"), id).toHaveText(outcomes[explained.outcome]);
      // The page itself judges the URL.
      expect(explained.outcome !== "hide", id).toBe(decision !== undefined && on_index);
      await expect(stepTitle(page), id).toContainText(name);
      if (decision === undefined) {
        counts.hidden++;
        continue;
      }
      counts.shown++;
      const { body } = decision.edition;
      for (const [title, text] of textsOf(body.type === "tour" ? body.steps : [])) {
        await expect(stepTitle(page), id).toHaveText(title ?? "");
        await expect(card(page).locator(".body"), id).toHaveText(text ?? "");
        await next(page);
      }
      await expect(bar, id).toContainText("Completed. Nothing was counted.");
    }
  }
  // Cases of one kind only would prove little.
  expect(counts.shown).toBeGreaterThan(CASES / 8);
  expect(counts.hidden).toBeGreaterThan(CASES / 8);
  await site.stop();
});

/** Rows of the server's tables about people. */
async function dump(data_dir: string): Promise<unknown> {
  const tables = ["runs", "events", "exposures", "suppressions", "people", "memberships", "occasions", "milestones"];
  const query = `
    const { Database } = await import("bun:sqlite");
    const db = new Database(${JSON.stringify(join(data_dir, "fanfare.db"))}, { readonly: true });
    const rows = ${JSON.stringify(tables)}.map((table) => [table, db.query("select * from " + table).all()]);
    process.stdout.write(JSON.stringify(Object.fromEntries(rows), (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value));`;
  return JSON.parse((await promisify(execFile)(BUN, ["-e", query])).stdout);
}

test("stores nothing about anyone while the draft plays, also after “Do not show again”", async ({ server, page }) => {
  const site = await serveThirdPartyPage(snippet(server.url, APP.key));
  // Someone with a past, who is identified on the page, too.
  const { id, visitor } = await createPerson(page, server.url, 1);
  await visitor.call("POST", "events", {
    events: [{ id: "01900000-0000-7000-8000-000000000001", name: "ordered", at: new Date().toISOString() }],
  });
  const { panel, bar, chooses } = await play(page, server.url, site.url);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  const before = await dump(server.data_dir);
  const hide = async (): Promise<void> => {
    await card(page).getByRole("checkbox", { name: "Do not show again for 365 days" }).check();
    await card(page).getByRole("button", { name: "Close" }).click();
    await expect(bar).toContainText("Dismissed with “Do not show again”. Nothing was counted.");
  };
  await hide();
  await chooses(id);
  await hide();
  await bar.getByRole("button", { name: "Play again" }).click();
  await next(page);
  await next(page);
  await expect(bar).toContainText("Completed. Nothing was counted.");
  await bar.getByRole("button", { name: "Play again" }).click();
  await expect(stepTitle(page)).toBeVisible();
  // What waits is sent when the page goes.
  await page.reload();
  await expect(panel).toContainText("Saved");
  expect(await dump(server.data_dir)).toEqual(before);
  expect(sent.filter((path) => /\/v1\/(?:progress|events|suppressions)/.test(path))).toEqual([]);
  await site.stop();
});
