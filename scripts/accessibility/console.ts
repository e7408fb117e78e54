import { inFile, type Row } from "./row.ts";

const list = inFile("console/test/list.web.ts");

export const CONSOLE_ROWS: readonly Row[] = [
  {
    part: "The console",
    rule: "axe reports no violation in the components of the kit and the tested pages, in light and dark.",
    source: "1.3.1, 1.4.3, 2.5.8, 4.1.2",
    shown_by: [
      ...inFile("console/test/kit.web.ts")("has no axe findings in any component state, light, dark, or at 320 px"),
      ...inFile("console/test/axe.web.ts")(
        "has no axe findings on signed-out pages",
        "has no axe findings in any state of the content list",
        "has no axe findings in menus and pickers",
        "has no axe findings in the tour editor's tabs and dialogs",
        "has no axe findings in the editors of the other types",
        "has no axe findings on the not-found page",
      ),
    ],
  },
  {
    part: "The console",
    rule: "axe reports no violation on any console page or tab, in light and dark, on a desktop and at 320 px. Nothing scrolls horizontally.",
    source: "1.3.1, 1.4.3, 1.4.10, 2.5.8, 4.1.2",
    shown_by: inFile("console/test/every-route.web.ts")(
      "has no axe findings on any page, in light at the desk or dark at 320 px in turn",
    ),
  },
  {
    part: "The documentation",
    rule: "axe reports no violation on the pages of the documentation, in light on a desktop and in dark at 320 px. Nothing scrolls horizontally.",
    source: "1.3.1, 1.4.3, 1.4.10, 4.1.2",
    shown_by: inFile("e2e/docs.web.ts")("documentation pages fit every screen, are accessible, and print their text"),
  },
  {
    part: "The console",
    rule: "A searchable list is a named combobox that announces its state and the number of results. Home and End stay in the text.",
    source: "2.1.1, 4.1.2, 4.1.3, APG Combobox",
    shown_by: inFile("console/test/keyboard.web.ts")("selects an app by typing its name"),
  },
  {
    part: "The console",
    rule: "Each selected value has a named button that removes it. Backspace removes the last one and announces it.",
    source: "2.1.1, 4.1.2, 4.1.3",
    shown_by: inFile("console/test/messages.web.ts")("sends a message and shows its reach"),
  },
  {
    part: "The console",
    rule: "Tables have a name, sort buttons that announce the order, announced result counts, and row actions named after their row.",
    source: "1.3.1, 4.1.2, 4.1.3",
    shown_by: list("keeps search, filter, and sort in the URL, and undoes them with Back", "loads more rows on scroll"),
  },
  {
    part: "The console",
    rule: "The whole console works with the keyboard alone. Dialogs trap and restore the focus.",
    source: "2.1.1, 2.1.2, 2.4.1, 2.4.3",
    shown_by: inFile("console/test/keyboard.web.ts")(
      "signs in, builds, and publishes a tour by keyboard alone",
      "offers the skip link on the first Tab",
      "traps the focus in a dialog and restores it on close",
    ),
  },
];
