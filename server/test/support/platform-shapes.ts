import type { ImportSource } from "@fanfare/contract/content-import/import-source";

type Case = readonly [name: string, source: unknown, shapes: readonly string[]];

const md = (markdown: string) => ({ type: "text", markdown });
const button = (text: string, action: object, more: object = {}) => ({
  type: "button",
  text,
  actions: [action],
  ...more,
});
const at = (selector: string) => ({ by: "selector", selector });
const modal = (cvid: string, ...content: readonly object[]) => ({ cvid, type: "modal", content });
const NEXT = { type: "goto_step", step: "b" };
const A = modal("a", md("# A"));
const B = modal("b", md("# B"));

const USERTOUR: readonly Case[] = [
  ["a modal", { steps: [modal("a", md("# Hi\n\nWelcome."))] }, ["centered:Hi"]],
  ["a bubble", { steps: [{ cvid: "a", type: "bubble", content: [md("## Tip")] }] }, ["corner:Tip"]],
  [
    "a tooltip",
    { steps: [{ cvid: "a", type: "tooltip", target: at("#menu"), content: [md("# A")] }] },
    ["anchored:A@#menu"],
  ],
  [
    "a tooltip by its text",
    { steps: [{ cvid: "a", type: "tooltip", target: { by: "text", text: "Save" }, content: [md("# A")] }] },
    ["anchored:A@Save"],
  ],
  ["a tooltip without a target", { steps: [{ cvid: "a", type: "tooltip", content: [md("# A")] }] }, ["centered:A"]],
  ["a hidden step", { steps: [A, { cvid: "h", type: "hidden", content: [] }] }, ["centered:A"]],
  [
    "a button to the next step",
    { steps: [modal("a", md("# A"), button("On", NEXT)), B] },
    ["centered:A{On>next}", "centered:B"],
  ],
  [
    "a button to an earlier step",
    { steps: [A, modal("b", md("# B"), button("Again", { type: "goto_step", step: "a" }))] },
    ["centered:A", "centered:B{Again>go_to}"],
  ],
  [
    "a button that closes",
    { steps: [modal("a", md("# A"), button("Later", { type: "dismiss" })), B] },
    ["centered:A{Later>close}", "centered:B"],
  ],
  [
    "a button that closes the last step",
    { steps: [A, modal("b", md("# B"), button("Done", { type: "dismiss" }))] },
    ["centered:A", "centered:B{Done>finish}"],
  ],
  [
    "a button with a link",
    { steps: [modal("a", md("# A"), button("Docs", { type: "navigate", url: "/docs", newTab: true }))] },
    ["centered:A{Docs>link}"],
  ],
  [
    "a button with a link that isn't allowed",
    { steps: [modal("a", md("# A"), button("Docs", { type: "navigate", url: "javascript:alert(1)" }))] },
    ["centered:A{Docs>stay}"],
  ],
  [
    "a button with code",
    { steps: [modal("a", md("# A"), button("Run it", { type: "run_javascript", script: "x()" }))] },
    ["centered:A{Run it>host}"],
  ],
  [
    "a button that starts another flow",
    { steps: [modal("a", md("# A"), button("More", { type: "start_flow", flow: "f" })), B] },
    ["centered:A{More>close}", "centered:B"],
  ],
  [
    "more buttons than a step may have",
    {
      steps: [modal("a", md("# A"), ...["1", "2", "3", "4", "5"].map((text) => button(text, { type: "dismiss" }))), B],
    },
    ["centered:A{1>close,2>close,3>close,4>close}", "centered:B"],
  ],
  [
    "a button under a condition",
    { steps: [modal("a", md("# A"), button("On", NEXT, { hiddenWhen: [{ type: "user_attribute" }] })), B] },
    ["centered:A{On>next}", "centered:B"],
  ],
  [
    "columns",
    {
      steps: [
        modal("a", md("# A"), {
          type: "columns",
          columns: [{ blocks: [md("Left")] }, { width: 50, blocks: [md("Right")] }],
        }),
      ],
    },
    ["centered:A"],
  ],
  [
    "pictures",
    {
      steps: [
        modal(
          "a",
          md("# A"),
          { type: "image", url: "https://shop.example/a.png", alt: "Orders" },
          { type: "image", url: "data:x" },
        ),
      ],
    },
    ["centered:A"],
  ],
  [
    "a question and a block of another kind",
    { steps: [modal("a", md("# A"), { type: "question", question: { kind: "nps" } }, { type: "embed", url: "x" })] },
    ["centered:A"],
  ],
  [
    "lists, emphasis, and variables",
    { steps: [modal("a", md('# Hi {{ name | default: "you" }}\n\n- **One**\n- _Two_\n\n1. Three'))] },
    ["centered:Hi {{name|you}}"],
  ],
  [
    "a click on the target, and a trigger of another kind",
    {
      steps: [
        {
          ...{ cvid: "a", type: "tooltip", target: at("#a"), content: [md("# A")] },
          triggers: [
            { when: [{ type: "element", target: at("#a"), state: "clicked" }], do: [NEXT] },
            { when: [{ type: "wait", ms: 500 }], do: [NEXT] },
          ],
        },
        B,
      ],
    },
    ["anchored:A@#a", "centered:B"],
  ],
  [
    "a list of contents with their versions",
    {
      results: [
        { name: "One", publishedVersion: { steps: [A] } },
        { name: "Two", editedVersion: { steps: [B] } },
      ],
    },
    ["centered:A", "centered:B"],
  ],
];

const overlay = (selector: string, more: object = {}) => ({
  type: "@appcues/overlay",
  config: { target: { selector }, ...more },
});
const flow = (...steps: readonly object[]) => ({ experience: { name: "F", steps } });
const legacy = (steps: object) => ({ flow: { name: "F", steps } });
const ruled = (conditions: object, more: object = {}) => ({
  ...flow({ type: "modal", title: "A", content: "<p>Hi</p>" }),
  rule: { conditions, ...more },
});
const url = (operator: string, value: string) => ({ url: { operator, value } });

const APPCUES: readonly Case[] = [
  ["a legacy modal", legacy({ a: { stepType: "modal", index: 0 } }), ["centered:"]],
  [
    "legacy hotspots",
    legacy({ a: { stepType: "hotspot-group", index: 0, hotspots: { h: { index: 0, selector: "#a" } } } }),
    ["anchored:@#a"],
  ],
  [
    "legacy tooltips in their order",
    legacy({
      a: { stepType: "tooltip-group", hotspots: { y: { index: 1, selector: "#y" }, x: { index: 0, selector: "#x" } } },
    }),
    ["anchored:@#x", "anchored:@#y"],
  ],
  [
    "a legacy step that only acts",
    legacy({ a: { stepType: "action", index: 0 }, b: { stepType: "modal", index: 1 } }),
    ["centered:"],
  ],
  [
    "a legacy hotspot without a selector",
    legacy({ a: { stepType: "hotspot-group", hotspots: { h: { index: 0 } } } }),
    ["anchored:"],
  ],
  ["a modal with its texts", flow({ type: "modal", title: "A", content: "<p>Hi <b>you</b></p>" }), ["centered:A"]],
  [
    "texts in HTML that has no block",
    flow({ type: "modal", title: "A", html: "<table><tr><td>Cell</td></tr></table>" }),
    ["centered:A"],
  ],
  ["plain text", flow({ type: "modal", title: "A", text: "Hi" }), ["centered:A"]],
  [
    "a tooltip",
    flow({ type: "tooltip", title: "A", traits: [overlay("#a", { placement: "bottom" })] }),
    ["anchored:A@#a"],
  ],
  [
    "a tooltip by a label",
    flow({ type: "tooltip", title: "A", traits: [overlay('[aria-label="Add"]')] }),
    ["anchored:A@Add"],
  ],
  [
    "a tooltip inside another one",
    flow({ type: "tooltip", title: "A", traits: [overlay("#a", { rootId: "tooltip-1" }), overlay("#tooltip-1")] }),
    ["anchored:A@#a"],
  ],
  ["a tooltip without a trait", flow({ type: "tooltip", title: "A" }), ["anchored:A"]],
  [
    "steps in the order of their index",
    flow({ type: "modal", title: "B", index: 1 }, { type: "modal", title: "A", index: 0 }),
    ["centered:A", "centered:B"],
  ],
  [
    "a pin",
    {
      experience: {
        name: "P",
        type: "persistent",
        steps: [
          { type: "button", traits: [{ type: "@appcues/inline", config: { target: { selector: "#p" } } }] },
          { type: "tooltip", title: "Tip" },
        ],
      },
    },
    ["hotspot:Tip@#p"],
  ],
  [
    "a list of experiences",
    [flow({ type: "modal", title: "A" }), { experience: { name: "G", steps: [{ type: "modal", title: "B" }] } }],
    ["centered:A", "centered:B"],
  ],
  ["a page", ruled({ and: [url("==", "/home")] }, { frequency: "once" }), ["centered:A"]],
  [
    "pages by their start, end, and parts",
    ruled({ or: [url("^", "/a"), url("$", "/b"), url("*", "/c")] }),
    ["centered:A"],
  ],
  [
    "pages with an exception",
    ruled({ and: [url("*", "/a"), url("!*", "/b")] }, { frequency: "every_time" }),
    ["centered:A"],
  ],
  [
    "domains and any page",
    ruled({ and: [{ domains: { operator: "==", value: "shop.example" } }, url("regex", ".*")] }),
    ["centered:A"],
  ],
  [
    "a condition that can't be carried over",
    ruled({ and: [{ properties: { plan: { operator: "==", value: "pro" } } }] }),
    ["centered:A"],
  ],
];

const node = (type: string, ...content: readonly object[]) => ({ type, content });
const words = (text: string, ...marks: readonly object[]) => ({
  type: "text",
  text,
  ...(marks.length === 0 ? {} : { marks }),
});
const doc = (...content: readonly object[]) => ({ type: "doc", content });
const titled = (title: string, ...content: readonly object[]) => doc(node("heading", words(title)), ...content);
const tour = (step: object, more: object = {}) => ({ name: "T", steps: [step], ...more });
const STEP = { content: titled("A") };

const POSTHOG: readonly Case[] = [
  ["a modal", tour(STEP), ["centered:A"]],
  ["an element", tour({ ...STEP, selector: "#a" }), ["anchored:A@#a"]],
  [
    "an element that is clicked",
    tour({ ...STEP, selector: "[data-testid='a']", progressionTrigger: "click" }),
    ["anchored:A@a"],
  ],
  ["a banner", tour({ ...STEP, type: "banner", bannerConfig: { behavior: "sticky" } }), ["banner:A"]],
  ["HTML", tour({ content: null, contentHtml: "<h2>A</h2><p>Hi <em>you</em></p>" }), ["centered:A"]],
  [
    "HTML without a heading",
    tour({
      content: null,
      contentHtml: "<p>Only text that is much longer than a title could be, so it stays a paragraph of the step.</p>",
    }),
    ["centered:"],
  ],
  [
    "bold, italic, and links",
    tour({
      content: titled(
        "A",
        node(
          "paragraph",
          words("b", { type: "bold" }),
          words("i", { type: "italic" }),
          words("l", { type: "link", attrs: { href: "/l" } }),
        ),
      ),
    }),
    ["centered:A"],
  ],
  [
    "a link that isn't allowed",
    tour({ content: titled("A", node("paragraph", words("l", { type: "link", attrs: { href: "javascript:x" } }))) }),
    ["centered:A"],
  ],
  [
    "lists",
    tour({
      content: titled(
        "A",
        ...["bulletList", "orderedList"].map((kind) => node(kind, node("listItem", node("paragraph", words("One"))))),
      ),
    }),
    ["centered:A"],
  ],
  [
    "a picture, and one without a description",
    tour({
      content: titled(
        "A",
        ...["Orders", ""].map((alt) => ({ type: "image", attrs: { src: "https://shop.example/a.png", alt } })),
      ),
    }),
    ["centered:A"],
  ],
  [
    "a second heading, a quote, and code",
    tour({
      content: titled(
        "A",
        node("heading", words("B")),
        node("blockquote", node("paragraph", words("q"))),
        node("codeBlock", words("c")),
      ),
    }),
    ["centered:A"],
  ],
  ["a node of another kind", tour({ content: titled("A", node("mention", words("Ada"))) }), ["centered:A"]],
  [
    "a step with a survey and translations",
    tour({ ...STEP, survey: { type: "open" }, linkedSurveyId: "s", translations: { de: {} } }),
    ["centered:A"],
  ],
  [
    "steps in the content, which starts by itself",
    { name: "T", auto_launch: true, content: { steps: [STEP], appearance: {} } },
    ["centered:A"],
  ],
  ["a page", tour(STEP, { conditions: { url: "/a", urlMatchType: "exact" } }), ["centered:A"]],
  ["pages without one", tour(STEP, { conditions: { url: "/a", urlMatchType: "not_icontains" } }), ["centered:A"]],
  ["a regular expression", tour(STEP, { conditions: { url: "^/a", urlMatchType: "regex" } }), ["centered:A"]],
  ["a flag and an event", tour(STEP, { linked_flag_id: 3, conditions: { events: { values: [] } } }), ["centered:A"]],
  [
    "dates, one of which isn't valid",
    tour(STEP, { start_date: "2026-12-01T09:00:00+01:00", end_date: "soon" }),
    ["centered:A"],
  ],
  [
    "a response with results",
    { count: 2, results: [tour(STEP), { name: "U", steps: [{ content: titled("B") }] }] },
    ["centered:A", "centered:B"],
  ],
];

/** How exports of the platforms look. Each has the shape of its steps. */
export const PLATFORM_SHAPES = { usertour: USERTOUR, appcues: APPCUES, posthog: POSTHOG } as const satisfies Partial<
  Record<ImportSource, readonly Case[]>
>;
