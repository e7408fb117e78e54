import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@babel/parser";
import { IMPORT_SOURCES, type ImportSource } from "@fanfare/contract/content-import/import-source";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { parseDraft } from "@fanfare/contract/schema/content/draft";
import { HOSTILE_PAYLOADS } from "../../../contract/test/support/hostile-payloads.ts";
import { expectAccounted } from "../../test/support/accounted-fields.ts";
import { importContent } from "./import-content.ts";

const ROOT = join(import.meta.dirname, "../../..");

function imported(from: ImportSource, text: string, file = "tour.tsx", taken: readonly string[] = []) {
  const { files, report, slugs } = importContent(from, { file, text, name: "First steps", taken: new Set(taken) });
  expectAccounted(report, text);
  const contents = files.map(({ text: json }) => JSON.parse(json));
  return { contents, report, slugs, steps: contents.flatMap(({ body }) => body.steps ?? []) };
}

/** Names of the members of these types in a library's declarations. */
function optionsOf(declarations: string, types: readonly string[]): readonly string[] {
  const source = readFileSync(join(ROOT, "node_modules", declarations), "utf8");
  const { program } = parse(source, { sourceType: "module", plugins: [["typescript", { dts: true }]] });
  const members = (node: unknown): readonly string[] => {
    if (typeof node !== "object" || node === null) return [];
    if ("type" in node && node.type === "TSPropertySignature" && "key" in node) {
      const { key } = node;
      return typeof key === "object" && key !== null && "name" in key ? [String(key.name)] : [];
    }
    // Members of nested objects belong to other types.
    return Object.values(node).flatMap((child) => (Array.isArray(child) ? child.flatMap(members) : members(child)));
  };
  return program.body.flatMap((statement) => {
    const declared =
      statement.type === "TSTypeAliasDeclaration" || statement.type === "TSInterfaceDeclaration"
        ? statement
        : undefined;
    return declared !== undefined && types.includes(declared.id.name) ? members(declared) : [];
  });
}

const nulls = (names: readonly string[], without: readonly string[]): string =>
  names
    .filter((name) => !without.includes(name))
    .map((name) => `${name}: null`)
    .join(", ");

describe("options", () => {
  test("knows every option of the installed driver.js", () => {
    const file = "driver.js/dist/driver.js.d.ts";
    const [config, step, popover] = [
      optionsOf(file, ["Config"]),
      optionsOf(file, ["DriveStep"]),
      optionsOf(file, ["Popover"]),
    ];
    expect(Math.min(config.length, step.length, popover.length)).toBeGreaterThan(5);
    const source = `driver({ ${nulls(config, ["steps"])}, steps: [{ ${nulls(step, ["popover", "element"])}, element: "#a", popover: { title: "A", ${nulls(popover, ["title"])} } }] })`;
    const { report } = imported("driver.js", source);
    expect(report.findings.filter(({ reason }) => reason === "unknown")).toEqual([]);
    expect(report.fields).toBe(config.length + step.length + popover.length);
  });

  test("knows every option of the installed react-joyride", () => {
    const file = "react-joyride/dist/index.d.mts";
    const [options, shared] = [optionsOf(file, ["Options"]), optionsOf(file, ["SharedProps"])];
    const [props, step] = [optionsOf(file, ["Props"]), optionsOf(file, ["Step"])];
    const locale = optionsOf(file, ["Locale"]);
    expect(Math.min(options.length, shared.length, props.length, step.length, locale.length)).toBeGreaterThan(4);
    const source = `const props = { ${nulls([...props, ...shared], ["steps", "options", "locale"])},
      options: { ${nulls(options, [])} }, locale: { ${nulls(locale, [])} },
      steps: [{ ${nulls([...step, ...shared, ...options], ["target", "title"])}, target: "#a", title: "A" }] };`;
    expect(imported("joyride", source).report.findings.filter(({ reason }) => reason === "unknown")).toEqual([]);
  });

  test("reports what it doesn't know, with the line", () => {
    const { report } = imported("shepherd", `tour.addStep({\n  title: "A",\n  text: "B",\n  sparkle: true,\n});`);
    expect(report.findings).toEqual([
      expect.objectContaining({ path: "steps[0].sparkle", line: 4, reason: "unknown" }),
    ]);
    // The list of steps is one too.
    expect(report.fields).toBe(4);
    expect(report.mapped).toBe(3);
  });
});

describe("code", () => {
  test("isn't run", () => {
    const source = `globalThis.imported = true; while (true) fetch("http://127.0.0.1:9/"); process.exit(3);
      driver({ steps: [{ element: "#a", popover: { title: (() => { globalThis.imported = true; })() ?? "x" } }] });`;
    const { report } = imported("driver.js", source);
    expect("imported" in globalThis).toBe(false);
    expect(report.findings.map(({ path, reason }) => [path, reason])).toContainEqual([
      "steps[0].popover.title",
      "code",
    ]);
  });

  test("is followed through constants, spreads, casts, and element lookups", () => {
    const { steps } = imported(
      "intro.js",
      `const base = { position: "bottom" } as const;
       const first = { ...base, title: "One", intro: "Long " + "text, long enough to stay below its title", element: document.getElementById("1st") };
       const steps: Step[] = [first, { title: "Two", intro: "Second", element: () => document.querySelector(".two") }];
       introJs().setOptions({ steps } satisfies Options).setOption("exitOnEsc", false);`,
    );
    expect(steps).toMatchObject([
      { title: "One", placement: "bottom", target: { strategies: [{ kind: "css", value: "#\\31 st" }] } },
      { title: "Two", target: { strategies: [{ kind: "css", value: ".two" }] } },
    ]);
  });

  test("that can't be parsed, is too long, or too deep is refused with the reason", () => {
    expect(() => imported("driver.js", "driver({")).toThrow("can't be parsed");
    expect(() => imported("driver.js", " ".repeat(1024 * 1024 + 1))).toThrow("is longer than 1048576 characters");
    expect(() => imported("driver.js", "[".repeat(200_000))).toThrow("nested too deeply");
    const repeated = Array.from({ length: 9 }, (_, at) => `const v${at + 1} = [${`v${at},`.repeat(9)}];`);
    expect(() => imported("driver.js", `const v0 = { popover: 1 }; ${repeated.join("")} show(v9);`)).toThrow(
      "nested too deeply",
    );
    expect(() => imported("driver.js", "export const answer = 42;")).toThrow("nothing that driver.js would show");
  });
});

describe("what isn't literal", () => {
  const reasons = (from: ImportSource, text: string, file?: string) =>
    imported(from, text, file).report.findings.map(({ line, path, reason, detail }) => [line, path, reason, detail]);

  test("is reported with the condition, the change, or the code of an item", () => {
    const source = `const steps = [{ element: "#a", popover: { title: "A" } }];
      if (user.isAdmin) {
        steps.push({ element: "#b", popover: { title: "B" } });
      }
      driver({ steps: [
        ...steps.map((step) => ({ ...step, popover: wrap(step.popover) })),
        isNew && { popover: { title: "C" } },
        stepFor("#d"),
      ] });`;
    expect(reasons("driver.js", source)).toEqual([
      [3, "steps[1]", "step_condition", "user.isAdmin"],
      [7, "steps[2]", "step_condition", "isNew"],
      [8, "steps[3]", "code", 'stepFor("#d")'],
    ]);
    expect(reasons("driver.js", `driver({ steps: [{ popover: { title: "A" } }].map(wrap) })`)).toEqual([
      [1, "steps", "changed", "wrap"],
    ]);
  });

  test("is reported by line if a script of a page can't be parsed, and the other scripts are read", () => {
    const page = `<!doctype html><title>Orders</title>
      <script>const user = {{ user|json }};</script>
      <script src="vendor.js"></script>
      <script type="application/ld+json">{ "steps": [{ "popover": {} }] }</script>
      <script>
        const d = driver({ steps: [{ element: "#a", popover: { title: "A", align: "start" } }] })
      </script>
      <script type="module">d.drive()</script>`;
    expect(reasons("driver.js", page, "orders.html")).toEqual([
      [2, "<script>", "script", undefined],
      [6, "steps[0].popover.align", "built_in", undefined],
    ]);
  });
});

describe("driver.js", () => {
  test("keeps steps, labels, sides, waits, and ways on", () => {
    const { contents, steps, report } = imported(
      "driver.js",
      `const d = driver({ allowClose: false, nextBtnText: "Onward", doneBtnText: "Finish", waitForElement: 2000 });
       d.setSteps([
         { element: "#menu", popover: { title: "Menu", description: "See <b>all</b>", side: "left" }, advanceOnClick: true },
         { element: "[data-testid='save']", popover: { title: "Save" }, skipMissingElement: true, disableActiveInteraction: true },
         { popover: { title: "Done", showButtons: ["next"] } },
       ]);`,
    );
    expect(steps).toMatchObject([
      {
        ...{ kind: "anchored", title: "Menu", placement: "start", next_label: "Onward", wait_ms: 2000 },
        ...{ on_missing: "center", interaction: "allow", advance: [{ kind: "click" }] },
        blocks: [{ kind: "paragraph", spans: [{ text: "See " }, { text: "all", bold: true }] }],
      },
      { target: { strategies: [{ kind: "test_id", value: "save" }] }, on_missing: "skip", interaction: "block" },
      { kind: "centered", buttons: [{ label: "Finish", action: { kind: "next" } }] },
    ]);
    expect(contents[0]).toMatchObject({ name: "First steps", trigger: { kind: "manual" }, body: { escape: "stays" } });
    expect(report.findings.map(({ reason }) => reason).sort()).toEqual(["always_closable", "direction"]);
  });
});

describe("react-joyride", () => {
  test("keeps plain text as it is, and JSX as blocks", () => {
    const { steps } = imported(
      "joyride",
      `export const Tour = () => <Joyride continuous run steps={[
         { target: "body", placement: "center", title: "Hi", content: "1 < 2 & <b>3</b>" },
         { target: ".a", title: <b>New</b>, content: <div><p>Read <strong>this</strong></p><ul><li>One</li></ul></div>, spotlightClicks: false },
         { target: ".b", title: "Press <Enter> & go", content: <Fancy /> },
       ]} locale={{ back: "< Zurück", next: "Weiter" }} />;`,
    );
    expect(steps).toMatchObject([
      { kind: "centered", blocks: [{ spans: [{ text: "1 < 2 & <b>3</b>" }] }] },
      {
        ...{ title: "New", interaction: "block", on_missing: "skip" },
        blocks: [
          { kind: "paragraph", spans: [{ text: "Read " }, { text: "this", bold: true }] },
          { kind: "list", ordered: false, items: [[{ text: "One" }]] },
        ],
        buttons: [
          { label: "< Zurück", action: { kind: "back" } },
          { label: "Weiter", action: { kind: "next" } },
        ],
      },
      { title: "Press <Enter> & go", blocks: [] },
    ]);
  });
});

describe("Shepherd", () => {
  test("knows the methods of the tour, and turns other functions into host actions", () => {
    const { steps, slugs } = imported(
      "shepherd",
      `const tour = new Shepherd.Tour({ tourName: "Order desk", defaultStepOptions: { scrollTo: true, canClickTarget: false } });
       tour.addStep({ id: "one", title: "One", text: ["First.", "Second."], attachTo: { element: ".one", on: "bottom-start" },
         advanceOn: { selector: ".one", event: "click" },
         buttons: [
           { text: "Back", action: tour.back, secondary: true },
           { text: "Skip to three", action: () => tour.show("three") },
           { text: "Export now", action() { exportNow(); } },
           { text: "Next", action: function () { return this.next(); } },
         ] });
       tour.addStep("three", { title: "Three", text: "Last.", attachTo: { element: ".three" } });`,
    );
    expect(slugs).toEqual(["order-desk"]);
    expect(steps).toMatchObject([
      {
        ...{ id: "one", placement: "bottom", interaction: "block", advance: [{ kind: "click" }] },
        buttons: [
          { label: "Back", action: { kind: "back" }, style: "secondary" },
          { action: { kind: "go_to", step_id: "three" } },
          { action: { kind: "host", name: "export-now" } },
          { action: { kind: "next" }, style: "primary" },
        ],
      },
      { id: "three", kind: "centered" },
    ]);
    expect(steps[0]).not.toHaveProperty("scroll");
  });
});

describe("intro.js on a saved page", () => {
  const page = `<!doctype html><main><h1 id="top">Orders</h1>
    <button class="btn" data-intro="Send it." data-step="2" data-title="Send">Send order</button>
    <input name="q" data-intro="Find an order." data-step="1" data-position="bottom-middle-aligned" data-disable-interaction="true">
    <p data-intro="Without a number, it comes last."></p>
    <div data-intro="Other tour" data-intro-group="Details"></div>
    <span data-hint="New here" data-hint-position="top-right"></span></main>`;

  test("orders steps by number, then by place, with one tour per group and a hint", () => {
    const { contents, steps } = imported("intro.js", page, "orders.html");
    expect(contents.map(({ name, body }) => [name, body.type])).toEqual([
      ["First steps", "tour"],
      ["Details", "tour"],
      ["New here", "hint"],
    ]);
    expect(steps.map(({ title }) => title)).toEqual([
      "Find an order.",
      "Send",
      "Without a number, it comes last.",
      "Other tour",
    ]);
    expect(steps[0]).toMatchObject({ placement: "bottom", interaction: "block" });
  });

  test("takes labels and options from the page's script", () => {
    const script = `<script>introJs().setOption("nextLabel", "Onward").setOptions({ doneLabel: "Finish", exitOnEsc: false }).start();</script>`;
    const { steps, contents } = imported("intro.js", page + script, "orders.html");
    expect(steps.map(({ next_label }) => next_label)).toEqual(["Onward", "Onward", "Finish", "Finish"]);
    expect(contents[0].body.escape).toBe("stays");
  });

  test("takes the most reliable locators of each element", () => {
    const { steps } = imported("intro.js", page, "orders.html");
    expect(steps[0].target.strategies).toEqual([{ kind: "attribute", name: "name", value: "q" }]);
    expect(steps[1].target.strategies).toEqual([{ kind: "text", value: "Send order", tag: "button" }]);
    expect(steps[2].target.strategies).toEqual([
      { kind: "css", value: "html:nth-of-type(1) > body:nth-of-type(1) > main:nth-of-type(1) > p:nth-of-type(1)" },
    ]);
  });
});

describe("PostHog", () => {
  const tour = (change: object): string =>
    JSON.stringify({
      results: [
        {
          name: "New reports",
          auto_launch: true,
          content: {
            steps: [
              {
                selector: "#reports",
                progressionTrigger: "click",
                content: {
                  type: "doc",
                  content: [
                    { type: "heading", content: [{ type: "text", text: "Reports" }] },
                    { type: "paragraph", content: [{ type: "text", text: "Open", marks: [{ type: "bold" }] }] },
                    {
                      type: "bulletList",
                      content: [
                        {
                          type: "listItem",
                          content: [{ type: "paragraph", content: [{ type: "text", text: "One" }] }],
                        },
                      ],
                    },
                  ],
                },
              },
            ],
          },
          ...change,
        },
      ],
    });

  test("keeps texts, clicks, pages, and dates", () => {
    const change = {
      conditions: { url: "/reports", urlMatchType: "icontains" },
      start_date: "2026-12-01T09:00:00+01:00",
      feature_flag_key: null,
    };
    const { contents, steps, slugs } = imported("posthog", tour(change), "tours.json");
    expect(slugs).toEqual(["new-reports"]);
    expect(contents[0]).toMatchObject({
      trigger: { kind: "automatic" },
      targeting: { urls: { include: ["*/reports*"], exclude: [] } },
      schedule: { starts_at: "2026-12-01T08:00", zone: "utc" },
    });
    expect(contents[0].targeting).not.toHaveProperty("audience");
    expect(steps).toMatchObject([
      {
        ...{
          title: "Reports",
          advance: [{ kind: "click" }],
          target: { strategies: [{ kind: "css", value: "#reports" }] },
        },
        blocks: [
          { kind: "paragraph", spans: [{ text: "Open", bold: true }] },
          { kind: "list", items: [[{ text: "One" }]] },
        ],
      },
    ]);
  });

  test.each([
    ["a flag", { linked_flag_id: 7 }],
    ["a regular expression", { conditions: { url: "^/re", urlMatchType: "regex" } }],
    ["an element", { conditions: { selector: ".beta" } }],
    ["an event", { conditions: { events: { values: [{ name: "x" }] } } }],
    ["a device", { conditions: { deviceTypes: ["Mobile"], deviceTypesMatchType: "exact" } }],
    ["an unknown condition", { conditions: { url: "/a", weather: "rain" } }],
    ["an unknown filter of people", { targeting_flag: { active: true } }],
    ["a condition of another type", { conditions: ["x"] }],
  ])("shows a tour to no one when %s can't be carried over", (_, change) => {
    const { contents, report } = imported("posthog", tour(change), "tours.json");
    expect(contents[0].targeting.audience).toEqual({ kind: "percentage", percent: 0, salt: "imported" });
    const reasons = ["condition", "pattern", "wrong_type"];
    expect(report.findings.some(({ reason }) => reasons.includes(reason))).toBe(true);
    const { name: _name, ...draft } = contents[0];
    expect(parseDraft(editionSchema, draft, ["body"]).outcome).toBe("valid");
  });
});

describe("limits", () => {
  test("divides 120 steps into tours that follow each other, and long texts into steps", () => {
    const steps = Array.from({ length: 120 }, (_, at) => `{ popover: { title: "Step ${at}" } }`).join(",");
    const { contents, slugs } = imported("driver.js", `driver({ steps: [${steps}] })`, "tour.js", ["first-steps"]);
    expect(slugs).toEqual(["first-steps-2", "first-steps-2-2", "first-steps-2-3"]);
    expect(contents.map(({ body }) => body.steps.length)).toEqual([50, 50, 20]);
    expect(contents[1].trigger).toEqual({ kind: "completed", content: "first-steps-2" });
  });
});

test("makes only drafts that can be saved, without scripts, of 1,000 hostile texts and links", () => {
  const steps: Readonly<Record<ImportSource, (text: string) => string>> = {
    "driver.js": (text) => `{ element: ${text}, popover: { title: ${text}, description: ${text} } }`,
    "intro.js": (text) => `{ element: ${text}, title: ${text}, intro: ${text} }`,
    posthog: (text) =>
      `{ selector: ${text}, content: { type: "doc", content: [{ type: "heading", content: [{ type: "text", text: ${text} }] }, { type: "paragraph", content: [{ type: "text", text: ${text}, marks: [{ type: "link", attrs: { href: ${text} } }] }] }] } }`,
    usertour: (text) =>
      `{ type: "tooltip", target: { by: "selector", selector: ${text} }, content: [{ type: "text", markdown: ${text} }, { type: "image", url: ${text}, alt: "A" }, { type: "button", text: ${text}, actions: [{ type: "navigate", url: ${text} }] }] }`,
    appcues: (text) =>
      `{ type: "tooltip", title: ${text}, content: ${text}, traits: [{ type: "@appcues/overlay", config: { target: { selector: ${text} } } }] }`,
    joyride: (text) => `{ target: ${text}, title: ${text}, content: ${text} }`,
    shepherd: (text) => `{ attachTo: { element: ${text}, on: "top" }, title: ${text}, text: ${text} }`,
  };
  for (const from of IMPORT_SOURCES) {
    for (let at = 0; at < HOSTILE_PAYLOADS.length; at += STEPS_PER_TOUR) {
      const payloads = HOSTILE_PAYLOADS.slice(at, at + STEPS_PER_TOUR);
      const list = `[${payloads.map((payload) => steps[from](JSON.stringify(payload))).join(",")}]`;
      const wraps: Partial<Record<ImportSource, string>> = {
        appcues: `{ experience: { steps: ${list} } }`,
        posthog: `{ steps: ${list} }`,
        usertour: `{ steps: ${list} }`,
      };
      const { contents } = imported(
        from,
        wraps[from] ?? `const steps = ${list};`,
        from in wraps ? "tours.json" : "tour.tsx",
      );
      expect(contents.flatMap(({ body }) => body.steps)).toHaveLength(STEPS_PER_TOUR);
      for (const { name: _, ...draft } of contents) {
        expect([from, at, parseDraft(editionSchema, draft, ["body"]).outcome]).not.toContain("invalid");
        expect(JSON.stringify(draft)).not.toMatch(/"(?:href|url)":"\s*javascript/i);
      }
    }
  }
}, 60_000);

const STEPS_PER_TOUR = 50;
