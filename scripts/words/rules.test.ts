import { describe, expect, test } from "bun:test";
import { check, subjectProblem, type Text } from "./rules.ts";
import { interfaceTexts, proseOf, sentences } from "./sources.ts";

const rulesBroken = (text: string, role: Text["role"] = "interface"): readonly string[] =>
  check({ text, role, at: "here" }).map(({ rule }) => rule);

describe("banned wording and its replacement", () => {
  const PAIRS: readonly (readonly [bad: string, good: string, role?: Text["role"]])[] = [
    ["Nobody has answered yet", "No answers yet"],
    ["Two contents are live", "Two items are live"],
    ["Make a new secret", "Create secret"],
    ["What the server says", "The server’s response"],
    ["Pages that wear this theme", "Pages that use this theme"],
    ["It was not sent", "Message not sent"],
    ["We sent you a letter", "We sent you an email"],
    ["Choose a colour", "Select a color"],
    ["Api token", "API token"],
    ["Revoke the secret at once", "Revoke the secret immediately"],
    ["The person is not there.", "The person isn’t there.", "sentence"],
    ["Create an API token for scripts", "Create API token", "button"],
    ["The theme was deleted from the workspace today", "Theme deleted", "title"],
    ["Theme deleted.", "Theme deleted", "toast"],
    ["Delete This Theme", "Delete this theme"],
    [`${"word ".repeat(21)}end.`, "Short.", "interface"],
    [`${"word ".repeat(26)}end.`, "Short.", "documentation"],
  ];
  for (const [bad, good, role] of PAIRS) {
    test(bad.slice(0, 60), () => {
      expect(rulesBroken(bad, role)).not.toEqual([]);
      expect(rulesBroken(good, role)).toEqual([]);
    });
  }
});

test("exempts code, placeholders, and the fixed label", () => {
  expect(rulesBroken("Pass `told` to {name}. Do not show again", "documentation")).toEqual([]);
});

test("requires short, capitalized, imperative commit subjects", () => {
  expect(subjectProblem("Revoke reset links when a member loses access")).toBeUndefined();
  expect(subjectProblem(`Revoke ${"x".repeat(80)}`)).toContain("characters");
  expect(subjectProblem("revoke links")).toContain("capital");
  expect(subjectProblem("Revoke links.")).toContain("period");
  expect(subjectProblem("The links are revoked")).toContain("imperative");
});

test("gives a console text the role of its place in JSX", () => {
  const source = `const a = <Dialog title={t("Delete theme")}><Button>{t("Delete")}</Button><p>{t("Gone.")}</p></Dialog>; toast.done({ title: t("Deleted"), description: t("Now.") });`;
  expect(interfaceTexts("x.tsx", source).map(({ text, role }) => `${role}: ${text}`)).toEqual([
    "title: Delete theme",
    "button: Delete",
    "interface: Gone.",
    "title: Deleted",
    "interface: Now.",
  ]);
});

test("reads sentences from literals and templates", () => {
  const source = `throw new Error(\`No app has the key \${key}.\`); const id = "not_a_sentence";`;
  expect(sentences("x.ts", source).map(({ text }) => text)).toEqual(["No app has the key {x}."]);
});

test("reads prose from Markdown without its code", () => {
  const page = "# Title\n\nA [link](x.md)\nand `code`.\n\n```sh\nmake it\n```\n\n| a | b |\n| - | - |\n";
  expect(proseOf("x.md", page).map(({ text, at }) => `${at} ${text}`)).toEqual([
    "x.md:1 Title",
    "x.md:3 A link and `code`.",
    "x.md:10 a",
    "x.md:10 b",
  ]);
});
