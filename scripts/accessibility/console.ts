import { inFile, type Row } from "./row.ts";

const list = inFile("console/test/list.web.ts");

/** What holds of the console. */
export const CONSOLE_ROWS: readonly Row[] = [
  {
    part: "The console",
    rule: "axe finds nothing in the components and their states that the kit shows, nor in the pages that these tests open, in light and in dark.",
    source: "1.3.1, 1.4.3, 2.5.8, 4.1.2",
    shown_by: [
      ...inFile("console/test/kit.web.ts")(
        "every component in every state has no finding, light and dark, and none at 320 px",
      ),
      ...inFile("console/test/axe.web.ts")(
        "the pages outside have no finding",
        "the list has no finding in any of its states",
        "menus and pickers have no finding",
        "the editor has no finding in the states of its tabs and dialogs",
        "the editors of other types have no finding",
        "an address that leads nowhere has no finding",
      ),
    ],
  },
  {
    part: "The console",
    rule: "Every page of the console, each of its tabs, and what the server tells of its API: axe finds nothing in light and in dark, on a desk and at 320 px, where nothing is scrolled sideways.",
    source: "1.3.1, 1.4.3, 1.4.10, 2.5.8, 4.1.2",
    shown_by: inFile("console/test/every-route.web.ts")(
      "every page has no finding in both themes and at 320 px",
      "what the server itself tells of its errors and of the API has no finding",
    ),
  },
  {
    part: "The console",
    rule: "A list that is searched is a combobox with a name, which says that its list is open; Home and End stay in the text, typing filters, and how many choices that leaves, or that there are none, is said once nobody types any more.",
    source: "2.1.1, 4.1.2, 4.1.3, APG Combobox",
    shown_by: inFile("console/test/keyboard.web.ts")("the app is chosen by typing"),
  },
  {
    part: "The console",
    rule: "Where several can be chosen, each has a button that is named with it and takes it away; Backspace takes away the last, and that is said.",
    source: "2.1.1, 4.1.2, 4.1.3",
    shown_by: inFile("console/test/live.web.ts")(
      "an author writes a live update, sends it, and sees how far it came; events are not for editors",
    ),
  },
  {
    part: "The console",
    rule: "A table is one, with a name; buttons in its heads sort, and the sorted one says so; how many rows a search left is said, and that more have come; what can be done with a row is named with it.",
    source: "1.3.1, 4.1.2, 4.1.3",
    shown_by: list(
      "search, filter and sort are in the address, and the back button undoes them",
      "the rest of a list comes as one scrolls",
    ),
  },
  {
    part: "The console",
    rule: "All of it is done by the keyboard alone; a dialog keeps the focus and gives it back.",
    source: "2.1.1, 2.1.2, 2.4.1, 2.4.3",
    shown_by: inFile("console/test/keyboard.web.ts")(
      "from the door to a published tour without touching a mouse",
      "the first Tab offers the way past the navigation",
      "a dialog keeps the focus and gives it back",
    ),
  },
];
