import { inFile, type Row } from "./row.ts";

const survey = inFile("sdk/test/survey.web.ts");
const checklist = inFile("sdk/test/checklist.web.ts");
const resource_center = inFile("sdk/test/resource-center.web.ts");
const hint = inFile("sdk/test/hint.web.ts");
const announcement = inFile("sdk/test/announcement.web.ts");
const HINT = "Hints";
const ANNOUNCEMENT = "Announcements";
const RESOURCE_CENTER = "Resource centers";
const CHECKLIST = "Checklists and surveys";

export const CONTENT_TYPE_ROWS: readonly Row[] = [
  {
    part: HINT,
    rule: "Content on hover or focus can be hovered, stays visible, and closes with Escape.",
    source: "1.4.13, APG Tooltip",
    shown_by: hint(
      "shows a tooltip on hover until Escape or until the pointer leaves",
      "shows a tooltip on focus, also in shadow trees, without taking keys",
    ),
  },
  {
    part: HINT,
    rule: "A hotspot is a named button right after its target. It exposes whether its card is open.",
    source: "2.4.3, 4.1.2",
    shown_by: hint("opens and closes a card with a named hotspot button after its target"),
  },
  {
    part: HINT,
    rule: "A hotspot covers no other content. An open card isn't covered by anything.",
    source: "2.4.11",
    shown_by: hint("places a mark below everything else, and its open card above"),
  },
  {
    part: HINT,
    rule: "A hotspot pulses for less than five seconds, and not at all under reduced motion.",
    source: "2.2.2, 2.3.3",
    shown_by: hint("doesn't pulse with reduced motion or for more than 5 seconds"),
  },
  {
    part: ANNOUNCEMENT,
    rule: "A modal sets the page behind it inert, prevents scrolling, traps Tab, and restores the focus.",
    source: "2.4.3, APG Dialog (Modal)",
    shown_by: announcement("sets the page inert under a modal, traps Tab, and restores page and focus"),
  },
  {
    part: ANNOUNCEMENT,
    rule: "A carousel has buttons besides swiping and hides inactive panels.",
    source: "2.5.1, APG Carousel",
    shown_by: announcement("moves a carousel by buttons and swipes, announces each panel, and resumes"),
  },
  {
    part: ANNOUNCEMENT,
    rule: "Tabs are one Tab stop. The arrow keys, Home, and End select a tab.",
    source: "APG Tabs",
    shown_by: announcement("gives tabs one Tab stop, with arrows, Home, and End in reading direction"),
  },
  {
    part: RESOURCE_CENTER,
    rule: "The launcher is a named button that includes the number of new entries and exposes whether its panel is open. F6 reaches it. The panel closes with Escape and restores the focus.",
    source: "2.1.1, 2.4.3, 4.1.2",
    shown_by: resource_center("opens by keyboard, runs a resource, and returns focus without a trace"),
  },
  {
    part: RESOURCE_CENTER,
    rule: "Search results are announced by their number. Sections have headings.",
    source: "1.3.1, 4.1.3",
    shown_by: resource_center("searches titles and descriptions without accents, and continues in the help center"),
  },
  {
    part: RESOURCE_CENTER,
    rule: "An inline resource center is a named region in the order of the page, and takes no focus.",
    source: "1.3.2, 2.4.3, 3.2.1",
    shown_by: resource_center("is part of the page, always open, and reachable without taking focus"),
  },
  {
    part: RESOURCE_CENTER,
    rule: "Articles of the help center follow under a heading of their own. A search that failed or still runs is announced.",
    source: "1.3.1, 4.1.3",
    shown_by: resource_center("announces a failed search for articles, and still finds its own entries"),
  },
  {
    part: RESOURCE_CENTER,
    rule: "A checklist in the panel has a heading that names its progress bar. Changes are announced once, here or in the corner.",
    source: "1.3.1, 4.1.2, 4.1.3",
    shown_by: inFile("sdk/test/listed-checklist.web.ts")(
      "keeps a checklist of the panel in one run, and leaves it out for others",
    ),
  },
  {
    part: CHECKLIST,
    rule: "A task's name includes its state. Progress is available as text and as a named progress bar.",
    source: "1.4.1, 4.1.2",
    shown_by: checklist("completes tasks by the person, their button, or elsewhere, until the last"),
  },
  {
    part: CHECKLIST,
    rule: "The button that skips a task names the task and keeps the focus. The new state and progress are announced.",
    source: "2.4.3, 2.4.6, 4.1.3",
    shown_by: checklist("lets people skip tasks and undo it, without counting them"),
  },
  {
    part: CHECKLIST,
    rule: "A task that another person of the group completes is announced. The focus doesn't move.",
    source: "4.1.3, 3.2.5",
    shown_by: inFile("sdk/test/group-checklist.web.ts")(
      "completes a checklist for the whole group, live, and for no one else",
    ),
  },
  {
    part: CHECKLIST,
    rule: "A survey can be answered with the keyboard alone. Missing answers are announced and receive the focus.",
    source: "1.3.1, 2.1.1, 3.3.1",
    shown_by: survey(
      "takes no focus in the corner, and works by F6 and keyboard until the thanks",
      "asks for own answers, matrices, rankings, addresses, and dates by keyboard",
    ),
  },
  {
    part: CHECKLIST,
    rule: "Unsent answers aren't lost with one key or one click outside. A warning comes first.",
    source: "3.3.4, APG Dialog (Modal)",
    shown_by: survey("reports a closed survey with its options, and completes one that is sent"),
  },
];
