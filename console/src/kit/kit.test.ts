import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const UI = join(import.meta.dirname, "../ui");

/** What the kit does not draw itself, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  Announcer: "Around every page, the kit too: there it is heard.",
  Toaster: "Around every page, the kit too: there toasts are sent.",
  TooltipProvider: "Around every page, the kit too.",
  TimeCard: "RelativeTime opens it under the pointer.",
  ComboboxList: "Combobox opens it.",
  ChoiceCount: "Within every combobox, for those who hear it.",
  OptionCount: "Within Select, Menu and Combobox.",
  LeaveGuard: "Asks whoever leaves a page: LeaveQuestion.",
  GuardedForms: "Asks whoever leaves a page: LeaveQuestion.",
};

const read = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => readFileSync(join(folder, name), "utf8"));

/** The components that the files of `ui/` give away: what is a constant has capitals only. */
const components = read(UI).flatMap((source) =>
  [...source.matchAll(/^export (?:default )?(?:function|const) ([A-Z]\w*[a-z]\w*)/gm)].map(([, name = ""]) => name),
);
const kit = read(import.meta.dirname).join("\n");
const isDrawn = (name: string): boolean => new RegExp(`<${name}\\b`).test(kit);

test("every component of ui/ is in the kit, or it is said where else it is seen", () => {
  expect(components.length).toBeGreaterThan(60);
  expect(components.filter((name) => !isDrawn(name) && !Object.hasOwn(ELSEWHERE, name))).toEqual([]);
});

test("nothing is said to be elsewhere that the kit draws, or that is gone", () => {
  expect(Object.keys(ELSEWHERE).filter((name) => isDrawn(name) || !components.includes(name))).toEqual([]);
});
