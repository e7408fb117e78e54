import { inFile, type Row } from "./row.ts";

const survey = inFile("sdk/test/survey.web.ts");
const checklist = inFile("sdk/test/checklist.web.ts");
const hint = inFile("sdk/test/hint.web.ts");
const announcement = inFile("sdk/test/announcement.web.ts");
const HINT = "Hints";
const ANNOUNCEMENT = "Announcements";
const CHECKLIST = "Checklists and surveys";

/** What holds of hints, announcements, checklists and surveys. */
export const CONTENT_TYPE_ROWS: readonly Row[] = [
  {
    part: HINT,
    rule: "Content on hover or focus can be hovered, stays visible, and closes with Escape.",
    source: "1.4.13, APG Tooltip",
    shown_by: hint(
      "a tooltip comes with the pointer, can be pointed at, stays, and goes with Escape until the pointer was away",
      "a tooltip comes with the focus too, describes what is in a shadow tree, and takes no key from a field",
    ),
  },
  {
    part: HINT,
    rule: "A hotspot is a named button right after its target. It exposes whether its card is open.",
    source: "2.4.3, 4.1.2",
    shown_by: hint("a hotspot is a named button after its target, that opens a card and closes it again"),
  },
  {
    part: HINT,
    rule: "A hotspot covers no other content. An open card isn't covered by anything.",
    source: "2.4.11",
    shown_by: hint(
      "a mark lies under all else that is shown, whichever came first, and its card over it while that is open",
    ),
  },
  {
    part: HINT,
    rule: "A hotspot pulses for less than five seconds, and not at all under reduced motion.",
    source: "2.2.2, 2.3.3",
    shown_by: hint("nothing pulses where motion is reduced, and nowhere for more than five seconds"),
  },
  {
    part: ANNOUNCEMENT,
    rule: "A modal sets the page behind it inert, prevents scrolling, traps Tab, and restores the focus.",
    source: "2.4.3, APG Dialog (Modal)",
    shown_by: announcement(
      "a modal makes the page inert and still, keeps Tab inside, and leaves the page and its focus as they were",
    ),
  },
  {
    part: ANNOUNCEMENT,
    rule: "A carousel has buttons besides swiping and hides inactive panels.",
    source: "2.5.1, APG Carousel",
    shown_by: announcement(
      "a carousel turns by its buttons and by a swipe, hides what is not shown, says what it turned to, and resumes",
    ),
  },
  {
    part: ANNOUNCEMENT,
    rule: "Tabs are one Tab stop. The arrow keys, Home, and End select a tab.",
    source: "APG Tabs",
    shown_by: announcement("tabs are one stop for Tab; arrows, Home and End choose, mirrored from right to left"),
  },
  {
    part: CHECKLIST,
    rule: "A task's name includes its state. Progress is available as text and as a named progress bar.",
    source: "1.4.1, 4.1.2",
    shown_by: checklist(
      "tasks are ticked by the person, by their button and by what was done elsewhere; the last one completes it",
    ),
  },
  {
    part: CHECKLIST,
    rule: "A survey can be answered with the keyboard alone. Missing answers are announced and receive the focus.",
    source: "1.3.1, 2.1.1, 3.3.1",
    shown_by: survey("in the corner it takes no focus, is reached by F6, answered by keyboard alone, and thanks"),
  },
  {
    part: CHECKLIST,
    rule: "Unsent answers aren't lost with one key or one click outside. A warning comes first.",
    source: "3.3.4, APG Dialog (Modal)",
    shown_by: survey(
      "a survey that is left says so, and what was ticked; one that was answered counts when the page is left",
    ),
  },
];
