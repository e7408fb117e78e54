import { inFile, type Row } from "./row.ts";

const survey = inFile("sdk/test/survey.web.ts");
const checklist = inFile("sdk/test/checklist.web.ts");
const hint = inFile("sdk/test/hint.web.ts");
const announcement = inFile("sdk/test/announcement.web.ts");
const HINT = "Hints";
const ANNOUNCEMENT = "Announcements";
const CHECKLIST = "Checklists and surveys";

/** What holds of hints, announcements, checklists and surveys. */
export const OTHER_CONTENTS: readonly Row[] = [
  {
    part: HINT,
    rule: "What comes with the pointer or the focus can be pointed at, stays, and goes with Escape.",
    source: "1.4.13, APG Tooltip",
    shown_by: hint(
      "a tooltip comes with the pointer, can be pointed at, stays, and goes with Escape until the pointer was away",
      "a tooltip comes with the focus too, describes what is in a shadow tree, and takes no key from a field",
    ),
  },
  {
    part: HINT,
    rule: "A hotspot is a button with a name, which comes right after what it is about and says whether its card is open.",
    source: "2.4.3, 4.1.2",
    shown_by: hint("a hotspot is a named button after its target, that opens a card and closes it again"),
  },
  {
    part: HINT,
    rule: "A mark covers nothing else that is shown; its card, once it was asked for, is covered by nothing.",
    source: "2.4.11",
    shown_by: hint(
      "a mark lies under all else that is shown, whichever came first, and its card over it while that is open",
    ),
  },
  {
    part: HINT,
    rule: "A mark pulses for less than five seconds, and not at all where a person wants less motion.",
    source: "2.2.2, 2.3.3",
    shown_by: hint("nothing pulses where motion is reduced, and nowhere for more than five seconds"),
  },
  {
    part: ANNOUNCEMENT,
    rule: "A modal makes the page behind it inert and still, keeps Tab inside, and gives the focus back.",
    source: "2.4.3, APG Dialog (Modal)",
    shown_by: announcement(
      "a modal makes the page inert and still, keeps Tab inside, and leaves the page and its focus as they were",
    ),
  },
  {
    part: ANNOUNCEMENT,
    rule: "A carousel has buttons beside its swipe, and hides what it does not show.",
    source: "2.5.1, APG Carousel",
    shown_by: announcement(
      "a carousel turns by its buttons and by a swipe, hides what is not shown, says what it turned to, and resumes",
    ),
  },
  {
    part: ANNOUNCEMENT,
    rule: "Tabs are one stop for Tab; arrows, Home and End choose.",
    source: "APG Tabs",
    shown_by: announcement("tabs are one stop for Tab; arrows, Home and End choose, mirrored from right to left"),
  },
  {
    part: CHECKLIST,
    rule: "A task says in its name whether it is done, and how far the list is stands in text and in a named bar.",
    source: "1.4.1, 4.1.2",
    shown_by: checklist(
      "tasks are ticked by the person, by their button and by what was done elsewhere; the last one completes it",
    ),
  },
  {
    part: CHECKLIST,
    rule: "A survey is answered by keyboard alone; what is missing is said, and the focus goes there.",
    source: "1.3.1, 2.1.1, 3.3.1",
    shown_by: survey("in the corner it takes no focus, is reached by F6, answered by keyboard alone, and thanks"),
  },
  {
    part: CHECKLIST,
    rule: "What was written in a survey and not sent is not lost by one key, or by one press beside it: that is said first.",
    source: "3.3.4, APG Dialog (Modal)",
    shown_by: survey(
      "a survey that is left says so, and what was ticked; one that was answered counts when the page is left",
    ),
  },
];
