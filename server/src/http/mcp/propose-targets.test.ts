import { describe, expect, test } from "bun:test";
import { targetSchema } from "@fanfare/contract/schema/content/target";
import { parseTree } from "./accessibility-tree.ts";
import { proposeTargets } from "./propose-targets.ts";

const role_name = (role: string, name: string) => ({ kind: "role_name", role, name });
const proposalsIn = (tree: string) => proposeTargets(parseTree(tree) ?? []);
const targetsIn = (tree: string, wanted: string) =>
  proposalsIn(tree).flatMap(({ name, target }) => (name === wanted ? [target] : []));

const ORDERS = `
- banner:
  - navigation "Main":
    - link "Orders":
      - /url: /orders
- main:
  - heading "Orders" [level=1]
  - button "New order" [ref=e12] [cursor=pointer]
  - 'button "Say: \\"hi\\""'
  - textbox "Search": parcels
  - text: 3 orders
  - table "All orders":
    - row "Basil Edit":
      - cell "Basil"
      - button "Edit"
    - row "Thyme Edit":
      - cell "Thyme"
      - button "Edit"
`;

test("proposes role and name, and the parts around the element", () => {
  const all = proposalsIn(ORDERS);
  expect(all.map(({ role, name }) => `${role} ${name}`)).toEqual([
    ...["navigation Main", "link Orders", "heading Orders", "button New order", 'button Say: "hi"', "textbox Search"],
    ...["button Edit", "button Edit"],
  ]);
  expect(all.find(({ name }) => name === "New order")).toEqual({
    ...{ role: "button", name: "New order", inside: [], reliability: 0.85 },
    target: { strategies: [role_name("button", "New order")] as never },
  });
  expect(all.at(-1)?.inside).toEqual(["table All orders", "row Thyme Edit"]);
  for (const { target } of all) expect(targetSchema.safeParse(target).error).toBeUndefined();
});

test("adds the label of a field, and leaves out the characters of icon fonts", () => {
  const tree = `- textbox "Email"\n- checkbox "Save"\n- button "Save"\n- link "Pages \uf107"`;
  expect(proposalsIn(tree).map(({ target }) => target?.strategies)).toEqual([
    [role_name("textbox", "Email"), { kind: "label", value: "Email" }],
    [role_name("checkbox", "Save")],
    [role_name("button", "Save")],
    [role_name("link", "Pages")],
  ] as never);
});

test("tells elements with the same name apart by the part around them", () => {
  expect(targetsIn(ORDERS, "Edit")).toEqual([
    { strategies: [role_name("button", "Edit")], scope: role_name("row", "Basil Edit") },
    { strategies: [role_name("button", "Edit")], scope: role_name("row", "Thyme Edit") },
  ] as never);
  const cards = `
- main:
  - article:
    - heading "Free" [level=2]
    - button "Choose"
  - article:
    - heading "Pro" [level=2]
    - button "Choose"`;
  expect(targetsIn(cards, "Choose")).toEqual([
    { strategies: [role_name("button", "Choose")], scope: role_name("heading", "Free") },
    { strategies: [role_name("button", "Choose")], scope: role_name("heading", "Pro") },
  ] as never);
});

test.each([
  ["two alike in one part", `- list:\n  - button "Edit"\n  - button "Edit"`],
  ["parts with the same name", `- row "A":\n  - button "Edit"\n- row "A":\n  - button "Edit"`],
  // The part of the heading could reach as far as the second button.
  ["a heading without a rival", `- article:\n  - heading "Free"\n  - button "Edit"\n- article:\n  - button "Edit"`],
])("proposes nothing for %s", (_, tree) => {
  expect(targetsIn(tree, "Edit")).toEqual([null, null]);
});

describe("a tree", () => {
  const same = [{ strategies: [role_name("button", "Save")], scope: role_name("dialog", "New order") }, null];
  test.each([
    ["ARIA snapshot", `- dialog "New order":\n  - button "Save"\n- button "Save"`],
    ["text of Chrome's tools", `uid=1_1 dialog "New order"\n  uid=1_2 button "Save"\nuid=1_3 button "Save" focusable`],
    [
      "JSON with children",
      JSON.stringify({
        ...{ role: "RootWebArea", name: "" },
        children: [
          { role: "dialog", name: "New order", children: [{ role: "button", name: "Save" }] },
          { role: "button", name: "Save" },
        ],
      }),
    ],
    [
      "JSON of the DevTools Protocol",
      JSON.stringify({
        nodes: [
          { nodeId: "1", role: { value: "RootWebArea" }, name: { value: "" }, childIds: ["2", "5"] },
          { nodeId: "2", ignored: true, role: { value: "generic" }, childIds: ["3"] },
          { nodeId: "3", role: { value: "dialog" }, name: { value: "New order" }, childIds: ["4"] },
          { nodeId: "4", role: { value: "button" }, name: { value: "Save" } },
          { nodeId: "5", role: { value: "button" }, name: { value: "Save" } },
        ],
      }),
    ],
  ])("can be %s", (_, text) => {
    expect(targetsIn(text, "Save")).toEqual(same as never);
  });

  test("is refused if it's something else", () => {
    for (const text of ["", "[]", "{}", "7", "<html><body></body></html>", "{{{", '{"nodes":[7]}']) {
      expect([text, parseTree(text)]).toEqual([text, undefined]);
    }
  });

  test("can't keep the server busy, however deep or repetitive it is", () => {
    const deep = Array.from({ length: 3_000 }, (_, depth) => `${" ".repeat(depth)}- button "Edit"`).join("\n");
    expect(targetsIn(deep, "Edit").filter((target) => target !== null)).toEqual([]);
    const row = '- article:\n  - heading "Free"\n  - button "Edit"\n  - button "Edit"';
    expect(targetsIn(Array.from({ length: 1_000 }, () => row).join("\n"), "Edit").filter(Boolean)).toEqual([]);
    const loop = { nodes: [{ nodeId: "1", role: { value: "row" }, childIds: ["1", "2"] }] };
    expect(parseTree(JSON.stringify(loop))).toBeUndefined();
  });
});
