import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const UI = join(import.meta.dirname, "../src/ui");

/** Components that aren't on the kit page, with the place that shows them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  Announcer: "Around every page, including the kit.",
  Toaster: "Around every page, including the kit.",
  TooltipPopup: "Tooltip opens it.",
  TimeCard: "RelativeTime opens it under the pointer.",
  ComboboxList: "Combobox opens it.",
  AddButton: "In lists of rows that a form adds to: origins, options, patterns.",
  CloseOnBack: "In every dialog. It draws nothing.",
  EmptyChoice: "In every combobox without a result.",
  ChartColumn: "In BarChart and LineChart.",
  ChartFrame: "In BarChart and LineChart.",
  ChartLegend: "Above charts with several colors: reports.",
  TableDisclosure: "In BarChart and LineChart: their numbers.",
  DialogForm: "In dialogs with a form.",
  DialogList: "At the end of dialogs that create links or schedules.",
  FormCheckbox: "In dialogs with a form.",
  FilterBar: "Above lists and reports.",
  ChoiceCount: "In every combobox, for screen readers.",
  ItemLabel: "In the lists of Combobox and ChipsCombobox.",
  OptionCount: "In Select, Menu, and Combobox.",
  LeaveGuard: "Around every form that guards unsaved changes: LeaveDialog.",
  GuardedForms: "Around every form that guards unsaved changes: LeaveDialog.",
  LanguageField: "A Combobox of locales: translations.",
  LanguageMenuItems: "In the account menu.",
  MenuLink: "In the account menu.",
  LanguageSwitch: "On the sign-in pages.",
  Loading: "A SkeletonScreen around a query: settings.",
  ReportTable: "In analytics, with the layout of its report.",
  SideBySide: "In conflict dialogs.",
  ThemeSwatch: "On the themes page.",
  ToggleChips: "In the rule builder.",
};

const read = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => readFileSync(join(folder, name), "utf8"));

/** Exported components of `ui/`. The pattern excludes constants, which are all capitals. */
const components = read(UI).flatMap((source) =>
  [...source.matchAll(/^export (?:default )?(?:function|const) ([A-Z]\w*[a-z]\w*)/gm)].map(([, name = ""]) => name),
);
const kit = read(import.meta.dirname).join("\n");
const isDrawn = (name: string): boolean => new RegExp(`<${name}\\b`).test(kit);

test("renders every component of ui/, or lists where else a component is shown", () => {
  expect(components.length).toBeGreaterThan(60);
  expect(components.filter((name) => !isDrawn(name) && !Object.hasOwn(ELSEWHERE, name))).toEqual([]);
});

test("lists only existing components that the kit doesn't render", () => {
  expect(Object.keys(ELSEWHERE).filter((name) => isDrawn(name) || !components.includes(name))).toEqual([]);
});
