import { expect, test } from "bun:test";
import type { ImportSource } from "@fanfare/contract/content-import/import-source";
import { matchesUrl } from "@fanfare/contract/lib/glob";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { parseDraft } from "@fanfare/contract/schema/content/draft";
import { expectAccounted } from "../../test/support/accounted-fields.ts";
import { importContent } from "./import-content.ts";

const NO_ONE = { kind: "percentage", percent: 0, salt: "imported" };

function imported(from: ImportSource, value: unknown) {
  const text = JSON.stringify(value, null, 1);
  const { files, report, slugs } = importContent(from, {
    file: "export.json",
    text,
    name: "First steps",
    taken: new Set(),
  });
  expectAccounted(report, text);
  const contents = files.map((file) => JSON.parse(file.text));
  for (const { name: _, ...draft } of contents)
    expect(parseDraft(editionSchema, draft, ["body"]).outcome).not.toBe("invalid");
  return { contents, slugs, report, reasons: report.findings.map(({ path, reason }) => `${path}: ${reason}`) };
}

/** A version as Usertour's API (v2) returns it with `expand=steps`. */
const usertour = (startRules?: object, hideRules?: object | string) => ({
  object: "content",
  id: "cm1",
  name: "Welcome tour",
  type: "flow",
  publishedVersion: {
    ...{ object: "contentVersion", id: "v1", number: 3, themeId: "t1", questions: [], startRules, hideRules },
    steps: [
      {
        ...{ object: "step", id: "s1", cvid: "c1", name: "Hello", type: "modal", width: 500, skippable: true },
        placement: { position: "center", backdrop: true },
        content: [
          {
            object: "block",
            type: "text",
            markdown:
              '# Hi {{ first_name | default: "there" }}\n\nRead **this** [page](https://shop.example){target=_blank}.',
          },
          { object: "block", type: "image", url: "https://shop.example/a.png", alt: "Orders" },
          {
            object: "block",
            type: "columns",
            columns: [
              {
                blocks: [
                  {
                    object: "block",
                    type: "button",
                    text: "Later",
                    variant: "secondary",
                    actions: [{ type: "dismiss" }],
                  },
                ],
              },
              {
                blocks: [
                  { object: "block", type: "button", text: "Start", actions: [{ type: "goto_step", step: "c2" }] },
                ],
              },
            ],
          },
        ],
      },
      {
        ...{ object: "step", id: "s2", cvid: "c2", name: "Menu", type: "tooltip" },
        target: { by: "selector", selector: "[data-testid='menu']" },
        placement: { side: "right", align: "center", sideOffset: 8 },
        content: [
          {
            object: "block",
            type: "text",
            markdown: "Open the menu, where you find all of the orders that your customers placed so far.",
          },
          { object: "block", type: "question", question: { kind: "nps", name: "NPS" } },
          {
            object: "block",
            type: "button",
            text: "Track",
            actions: [{ type: "run_javascript", script: "track()" }, { type: "dismiss" }],
          },
        ],
        triggers: [
          {
            when: [{ type: "element", target: { by: "selector", selector: "[data-testid='menu']" }, state: "clicked" }],
            do: [{ type: "goto_step", step: "c3" }],
          },
        ],
      },
      {
        object: "step",
        id: "s3",
        cvid: "c3",
        name: "Tip",
        type: "bubble",
        content: [{ type: "text", markdown: "## Done" }],
      },
    ],
  },
});

test("Usertour: keeps steps, texts, buttons, targets, and ways on", () => {
  const { contents, slugs, reasons } = imported("usertour", usertour());
  expect(slugs).toEqual(["welcome-tour"]);
  expect(contents[0]).toMatchObject({ name: "Welcome tour", trigger: { kind: "manual" } });
  expect(contents[0].body.steps).toEqual([
    {
      ...{ kind: "centered", id: "c1", title: "Hi {{first_name|there}}" },
      blocks: [
        {
          kind: "paragraph",
          spans: [
            { text: "Read " },
            { text: "this", bold: true },
            { text: " " },
            { text: "page", href: "https://shop.example" },
            { text: "." },
          ],
        },
        { kind: "image", url: "https://shop.example/a.png", alt: "Orders" },
      ],
      buttons: [
        { label: "Later", action: { kind: "close" }, style: "secondary" },
        { label: "Start", action: { kind: "next" }, style: "primary" },
      ],
    },
    expect.objectContaining({
      ...{ kind: "anchored", id: "c2", title: "", placement: "end", advance: [{ kind: "click" }] },
      target: { strategies: [{ kind: "test_id", value: "menu" }] },
      buttons: [{ label: "Track", action: { kind: "host", name: "track" }, style: "primary" }],
    }),
    { kind: "corner", corner: "bottom_end", id: "c3", title: "Done", blocks: [] },
  ]);
  expect(reasons).toEqual(
    expect.arrayContaining([
      "publishedVersion.steps[1].content: title_missing",
      "publishedVersion.steps[1].placement.side: direction",
      "publishedVersion.steps[1].content[1].question: separate",
      "publishedVersion.steps[1].content[2].actions: one_action",
      "publishedVersion.steps[1].content[2].actions[0].script: code",
    ]),
  );
});

test("Usertour: turns conditions into pages, an audience, and a frequency", () => {
  const start = {
    when: [
      { type: "current_url", includes: ["/projects/:id", "shop.example/orders*"], excludes: ["/projects/new"] },
      { type: "user_attribute", attribute: "plan", op: "is", value: "pro" },
      {
        type: "group",
        match: "any",
        conditions: [
          { type: "user_attribute", attribute: "seats", op: "gte", value: "5" },
          {
            type: "event",
            event: "order_shipped",
            count: { op: "at_least", n: 2 },
            within: { op: "in_the_last", value: 72, unit: "hours" },
          },
        ],
      },
    ],
    frequency: {
      mode: "multiple",
      every: { times: 1, duration: 2, unit: "days" },
      atLeast: { duration: 30, unit: "minutes" },
    },
    priority: "high",
    waitMs: 1_500,
  };
  const hide = { when: [{ type: "element", target: { by: "selector", selector: ".busy" }, state: "present" }] };
  const { contents } = imported("usertour", usertour(start, hide));
  const { targeting, ...more } = contents[0];
  expect(more).toMatchObject({
    ...{ trigger: { kind: "automatic" }, priority: 50, delay_ms: 1_500 },
    frequency: { mode: "every", every_days: 2, cooldown_hours: 0.5 },
  });
  expect(targeting.audience).toEqual({
    kind: "and",
    rules: [
      { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } },
      {
        kind: "or",
        rules: [
          { kind: "attribute", of: "person", name: "seats", test: { type: "number", op: "at_least", value: 5 } },
          { kind: "event", name: "order_shipped", count: { op: "at_least", times: 2 }, within_days: 3 },
        ],
      },
      { kind: "not", rule: { kind: "element", selector: ".busy" } },
    ],
  });
  const isOn = (url: string): boolean =>
    targeting.urls.include.some((pattern: string) => matchesUrl(pattern, url)) &&
    !targeting.urls.exclude.some((pattern: string) => matchesUrl(pattern, url));
  const urls = ["https://a.example/projects/7", "https://a.example/projects/7/edit", "https://a.example/projects/new"];
  expect([...urls, "https://shop.example/orders/1", "https://a.example/"].map(isOn)).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
});

test.each([
  ["a segment", { type: "segment", segment: "seg_1", in: true }],
  ["another flow", { type: "flow", flow: "cm2", state: "completed" }],
  ["a company's event", { type: "event", event: "x", scope: "any_user_in_company" }],
  ["an event with a filter", { type: "event", event: "x", where: [{ type: "user_attribute" }] }],
  ["an enabled element", { type: "element", target: { by: "selector", selector: "a" }, state: "undisabled" }],
  ["a regular expression", { type: "current_url", includes: ["^/a(b|c)$"] }],
  ["a list of values", { type: "user_attribute", attribute: "tags", op: "includes_all", values: ["a", "b"] }],
  ["an unknown operator", { type: "user_attribute", attribute: "plan", op: "rhymes_with", value: "pro" }],
  ["an unsupported condition", { type: "unsupported", note: "task" }],
  ["an unknown condition", { type: "constructor" }],
  ["a condition of another type", "everyone"],
  ["an unknown part of a condition", { type: "current_url", includes: ["/a"], unless: "b" }],
  ["none of two", { type: "group", match: "none", conditions: [{ type: "current_url", includes: ["/a"] }] }],
  [
    "one of two",
    {
      type: "group",
      match: "any",
      conditions: [
        { type: "user_attribute", attribute: "a", op: "any" },
        { type: "segment", segment: "s" },
      ],
    },
  ],
])("Usertour: shows content to no one when %s can't be carried over", (_, when) => {
  for (const rules of [usertour({ when: [when] }), usertour(undefined, { when: [when] })]) {
    const { contents, reasons } = imported("usertour", rules);
    expect(contents[0].targeting.audience).toEqual(NO_ONE);
    expect(reasons.some((each) => /: (?:condition|pattern)$/.test(each))).toBe(true);
  }
});

const RULE = {
  contentType: "journey",
  ...{ frequency: "once", published: true, conditionsFlatMap: { domains: ["app.example.com"] } },
  conditions: {
    and: [
      { or: [{ url: { operator: "*", value: "/dashboards/" } }, { url: { operator: "==", value: "/home" } }] },
      { or: [{ domains: { operator: "==", value: "app.example.com" } }] },
    ],
  },
};

test("Appcues: orders the steps of a legacy flow, and keeps pages, domains, and frequency", () => {
  const flow = {
    ...{ id: "e02ec362", name: "Order desk", type: "journey", published: true },
    steps: {
      "b-2": {
        ...{ stepType: "hotspot-group", index: 1, sequential: true },
        hotspots: {
          h2: { index: 1, selector: "#total", selectorSettings: { selector: "#total" } },
          h1: { index: 0, selector: '.card [type="submit"]', includeTextMatchSelector: false },
        },
      },
      "a-1": { stepType: "modal", index: 0 },
      "c-3": { stepType: "action", index: 2 },
    },
  };
  const { contents, reasons } = imported("appcues", { flow, rule: RULE });
  const { body, targeting, trigger, frequency, name } = contents[0];
  expect([name, trigger.kind, frequency]).toEqual(["Order desk", "automatic", { mode: "once" }]);
  expect(
    body.steps.map(({ id, kind, target }: { id: string; kind: string; target?: { strategies: object[] } }) => [
      id,
      kind,
      target?.strategies,
    ]),
  ).toEqual([
    ["a-1", "centered", undefined],
    ["h1", "anchored", [{ kind: "css", value: '.card [type="submit"]' }]],
    ["h2", "anchored", [{ kind: "css", value: "#total" }]],
  ]);
  expect(targeting).toEqual({
    urls: { include: ["/dashboards/*", "/*/dashboards/*", "/home"], exclude: [] },
    audience: {
      kind: "or",
      rules: ["https", "http"].map((scheme) => ({ kind: "url", pattern: `${scheme}://app.example.com/*` })),
    },
  });
  expect(reasons).toContain("flow.steps.c-3.stepType: no_counterpart");
  expect(reasons.filter((each) => each.endsWith(": text_missing"))).toHaveLength(3);
});

test("Appcues: takes the outer overlay of flows 2.0, and makes a hint of a pin", () => {
  const overlay = (rootId: string, selector: string) => ({
    type: "@appcues/overlay",
    config: { rootId, placement: "auto", target: { selector } },
  });
  const tooltip = {
    ...{ id: "t-1", type: "tooltip", index: 1, name: "Tooltip" },
    traits: [overlay("tooltip-anchor", '[aria-label="Add card"]'), overlay("tooltip-root", "#tooltip-anchor")],
  };
  const modal = {
    ...{ id: "m-1", type: "flow", index: 0 },
    traits: [{ type: "@appcues/floating", config: { target: { selector: "flow-root" } } }],
  };
  const flow = imported("appcues", [
    { experience: { name: "Cards", type: "flow", platform: "web", state: "PUBLISHED", steps: [tooltip, modal] } },
  ]);
  expect(flow.contents[0].trigger).toEqual({ kind: "manual" });
  expect(flow.contents[0].body.steps).toMatchObject([
    { id: "m-1", kind: "centered" },
    {
      id: "t-1",
      kind: "anchored",
      target: { strategies: [{ kind: "attribute", name: "aria-label", value: "Add card" }] },
    },
  ]);
  const inline = { type: "@appcues/inline", config: { target: { selector: '[href="/experiences/new"]' } } };
  const pin = imported("appcues", {
    experience: {
      ...{ name: "Pin", type: "persistent" },
      steps: [
        { type: "button", traits: [inline] },
        { type: "tooltip", traits: [inline, overlay("tooltip-1", "#beacon-1")] },
      ],
    },
    rule: { conditions: { and: [{ and: [{ url: { operator: "regex", value: ".*" } }] }] } },
  });
  expect(pin.contents[0]).toMatchObject({
    body: { type: "hint", form: "hotspot", target: { strategies: [{ kind: "attribute", name: "href" }] } },
    trigger: { kind: "automatic" },
  });
  expect(pin.contents[0]).not.toHaveProperty("targeting");
});

test.each([
  ["a property", { properties: { plan: { operator: "==", value: "pro" } } }],
  ["a segment", { segments: ["s1"] }],
  ["a regular expression", { url: { operator: "regex", value: "^/a/[0-9]+$" } }],
  ["a wildcard in a URL", { url: { operator: "*", value: "/a*b" } }],
  ["one of two", { or: [{ url: { operator: "==", value: "/a" } }, { properties: {} }] }],
  ["a condition of another type", "everyone"],
  ["an unknown part of a condition", { url: { operator: "==", value: "/a", unless: "b" } }],
  ["another operator on domains", { domains: { operator: "!=", value: "app.example.com" } }],
])("Appcues: shows content to no one when %s can't be carried over", (_, leaf) => {
  const flow = { name: "F", steps: { a: { stepType: "modal", index: 0 } } };
  for (const conditions of [{ and: [leaf] }, { or: [leaf] }, leaf]) {
    const { contents } = imported("appcues", { flow, rule: { conditions } });
    expect(contents[0].targeting.audience).toEqual(NO_ONE);
  }
});

test("shows content to no one when a rule has a part that the import doesn't know", () => {
  const pages = { type: "current_url", includes: ["/a"] };
  const url = { and: [{ url: { operator: "==", value: "/a" } }] };
  const flow = { name: "F", steps: { a: { stepType: "modal", index: 0 } } };
  const narrowed = [
    imported("usertour", usertour({ when: [pages], cohort: "beta" })),
    imported("usertour", usertour({ when: [pages] }, { when: [], unless: "x" })),
    imported("usertour", usertour({ when: [pages] }, "admins")),
    imported("appcues", { flow, rule: { conditions: url, audience: { id: "a" } } }),
    imported("appcues", { flow, rule: "everyone" }),
  ];
  for (const { contents } of narrowed) expect(contents[0].targeting.audience).toEqual(NO_ONE);
  const whole = [
    imported("usertour", usertour({ when: [pages] })),
    imported("appcues", { flow, rule: { conditions: url } }),
  ];
  for (const { contents } of whole) expect(contents[0].targeting).not.toHaveProperty("audience");
});
