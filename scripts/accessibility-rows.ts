/** A test by its file and its title, or by that of the group that it is in. */
export interface ShownBy {
  readonly file: string;
  readonly title: string;
}

/** One rule of how Fanfare is used without a mouse, without sight, without hurry: what holds, and which tests show it. */
export interface Row {
  /** What it concerns: rows of the same part stand together, in the order in which they are written. */
  readonly part: string;
  readonly rule: string;
  /** Criteria of WCAG 2.2, or the pattern of the ARIA Authoring Practices Guide. */
  readonly source: string;
  readonly shown_by: readonly ShownBy[];
}

const in_file =
  (file: string) =>
  (...titles: readonly string[]): readonly ShownBy[] =>
    titles.map((title) => ({ file, title }));
const focus = in_file("sdk/test/player-focus.web.ts");
const look = in_file("sdk/test/player-look.web.ts");
const player = in_file("sdk/test/player.web.ts");
const pages = in_file("sdk/test/player-pages.web.ts");
const ways = in_file("sdk/test/player-ways.web.ts");
const matrix = in_file("sdk/test/matrix.web.ts");
const frames = in_file("sdk/test/player-frames.web.ts");
const slots = in_file("sdk/test/react-slots.web.ts");
const survey = in_file("sdk/test/survey.web.ts");
const checklist = in_file("sdk/test/checklist.web.ts");
const messages = in_file("sdk/test/messages.web.ts");
const feed = in_file("sdk/test/feed.web.ts");
const style = in_file("sdk/src/ui/style.test.ts");
const celebration = in_file("sdk/test/celebration.web.ts");
const hint = in_file("sdk/test/hint.web.ts");
const announcement = in_file("sdk/test/announcement.web.ts");

const AXE = matrix("axe finds nothing, and decides every contrast");
const ALL = "Everything that is shown";
const TOUR = "Tours";
const HINT = "Hints";
const ANNOUNCEMENT = "Announcements";
const CHECKLIST = "Checklists and surveys";
const NOTICE = "Toasts, banners and what was announced";
const CELEBRATION = "Celebrations";

/** Each part adds its own rows; `scripts/accessibility.ts` prints them once their tests have passed. */
export const ROWS: readonly Row[] = [
  {
    part: ALL,
    rule: "axe finds nothing in any content type in any of its forms, and decides every contrast, in light, in dark and in forced colours.",
    source: "1.3.1, 1.4.3, 2.5.8, 4.1.2",
    shown_by: AXE,
  },
  {
    part: ALL,
    rule: "It is on the screen as a whole, hides nothing that it points at, makes nothing scroll sideways, and moves nothing where a person wants less motion.",
    source: "1.4.10, 2.3.3, 2.4.11",
    shown_by: AXE,
  },
  {
    part: ALL,
    rule: "What asks for an answer takes the focus, keeps Tab, closes with Escape and gives the focus back; what does not is said once, leaves the focus where it is, and is reached by F6.",
    source: "2.1.1, 2.1.2, 2.4.3, 4.1.3",
    shown_by: AXE,
  },
  {
    part: TOUR,
    rule: "A step is a dialog whose name is its title; a short text describes it.",
    source: "1.3.1, 4.1.2, APG Dialog",
    shown_by: [
      ...focus("the focus moves to the heading of each step, which is described by its progress and text"),
      ...AXE,
    ],
  },
  {
    part: TOUR,
    rule: "It is not called modal, since the page can be used beside it.",
    source: "4.1.2",
    shown_by: focus("the focus moves to the heading of each step, which is described by its progress and text"),
  },
  {
    part: TOUR,
    rule: "The focus goes to the step when it comes, but never from somebody who writes: they hear it instead, once. While they write nothing new begins.",
    source: "2.4.3, 4.1.3",
    shown_by: [
      ...focus(
        "the focus moves to the heading of each step, which is described by its progress and text",
        "the person who is typing keeps the focus; the step is announced instead, once",
        "where the focus speaks, the live region is silent",
      ),
      ...in_file("sdk/src/engage/patience.test.ts")(
        "while the person is in a field nothing new appears; a moment after they left it, it does",
      ),
    ],
  },
  {
    part: TOUR,
    rule: "Tab goes from the step to what it points at and back, Shift+Tab the other way, and Escape leaves from anywhere but a field.",
    source: "2.1.1, 2.1.2, 2.4.3",
    shown_by: focus(
      "Tab goes round: heading, card, target, card; Shift+Tab the other way",
      "a blocked target is not in the round",
      "Tab from elsewhere on the page comes into the card",
    ),
  },
  {
    part: TOUR,
    rule: "When it ends, the focus returns to what had it, or to what the step pointed at.",
    source: "2.4.3",
    shown_by: focus("the focus returns to what had it", "the focus goes to the target where its old place is gone"),
  },
  {
    part: TOUR,
    rule: "No key that is pressed in a field of the page does anything to the tour, and all of them do in the field what they always do.",
    source: "2.1.1",
    shown_by: focus(
      "keys typed in the highlighted field never reach the tour, and all reach the field",
      "two hundred keys at random in a field do with a tour what they do without one",
      "editable elements of every kind keep Escape and the arrows",
      "bare arrows move nothing, wherever the focus is",
    ),
  },
  {
    part: TOUR,
    rule: "The card does not hide what it points at.",
    source: "2.4.11",
    shown_by: look("at 400 % zoom the target is not hidden by its card"),
  },
  {
    part: TOUR,
    rule: "The ring around what has the focus stands out by 3:1 in light and in dark, and the system's own colours replace ours where a person has chosen some.",
    source: "1.4.11, 2.4.7",
    shown_by: [
      ...style("the ring of the focus stands out from the card"),
      ...look("in forced colours borders take the place of shadows and fills"),
    ],
  },
  {
    part: TOUR,
    rule: "All text stands out by 4.5:1; what axe cannot decide counts as wrong.",
    source: "1.4.3",
    shown_by: [...AXE, ...style("text stands out from what it is written on")],
  },
  {
    part: TOUR,
    rule: "Every control is a button with a name of its own; the author's buttons too.",
    source: "4.1.2",
    shown_by: [...player("next, back and finish walk through the steps and tell each of them"), ...AXE],
  },
  { part: TOUR, rule: "Every control is at least 24 × 24 pixels.", source: "2.5.8", shown_by: AXE },
  {
    part: TOUR,
    rule: "How far it is, is written: Step 2 of 5.",
    source: "1.4.1",
    shown_by: player("next, back and finish walk through the steps and tell each of them"),
  },
  {
    part: TOUR,
    rule: "The card adds no landmark to the page, and no heading out of order.",
    source: "1.3.1",
    shown_by: AXE,
  },
  {
    part: TOUR,
    rule: "At 320 pixels, at 400 % zoom and with a person's own text spacing all of it is there, and nothing scrolls in two directions.",
    source: "1.4.4, 1.4.10, 1.4.12",
    shown_by: look(
      "a narrow screen gets a sheet along its bottom, and along its top where the target is below",
      "at 400 % zoom the target is not hidden by its card",
      "text spacing that a person has set neither cuts nor hides anything",
    ),
  },
  { part: TOUR, rule: "It works on wide and on high screens.", source: "1.3.4", shown_by: AXE },
  {
    part: TOUR,
    rule: "It follows the page's reading direction.",
    source: "1.3.2",
    shown_by: look("from right to left the card is mirrored: start is right, end is left, the close button left"),
  },
  {
    part: TOUR,
    rule: "A step that goes on by itself waits while the pointer or the focus is in it.",
    source: "2.2.1",
    shown_by: ways("a delay does not run out while the pointer or the focus is in the card"),
  },
  {
    part: TOUR,
    rule: "Nothing moves where a person wants less motion.",
    source: "2.3.3",
    shown_by: look("with reduced motion nothing moves: no transition, no smooth scrolling"),
  },
  {
    part: TOUR,
    rule: "It can be used in the page's own dialogs, popovers and traps for the focus.",
    source: "2.1.1, 2.1.2",
    shown_by: pages("in a native modal dialog", "over other layers of the page"),
  },
  {
    part: TOUR,
    rule: "Tab and Escape do the same where the focus or the target is in a frame of the page's own site.",
    source: "2.1.1, 2.1.2",
    shown_by: frames("in a frame of the same site"),
  },
  {
    part: TOUR,
    rule: "All of this holds of steps that a page draws with components of its own.",
    source: "2.4.3, 4.1.2",
    shown_by: slots("steps that the page draws itself", "axe finds nothing in a card of the page's own"),
  },
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
    part: NOTICE,
    rule: "F6 reaches them, Escape dismisses them and gives the focus back.",
    source: "2.1.1, 2.4.3",
    shown_by: messages(
      "a toast comes to one tab of a browser, once; F6 reaches it, Escape dismisses it and gives the focus back",
    ),
  },
  {
    part: NOTICE,
    rule: "What comes unasked can be paused or switched off, but for what is urgent; several at once are told by their number, wait in a row of three, and are dismissed together.",
    source: "2.2.2, 2.2.4",
    shown_by: [
      ...messages(
        "a flood is told as one, waits in a short row, and stops where the person wants that; what is urgent comes nevertheless",
      ),
      ...in_file("sdk/src/engage/messages.test.ts")(
        "that stand there go when the person pauses them, but for the urgent ones",
      ),
    ],
  },
  {
    part: NOTICE,
    rule: "What passed by can be read again, and how much is unread is said.",
    source: "2.2.1, 4.1.3",
    shown_by: feed("what was announced can be read again beside the page, and the page hears how much is unread"),
  },
  {
    part: CELEBRATION,
    rule: "The canvas is a decoration: it takes no click and no focus, and what is celebrated is said in words.",
    source: "1.1.1, 4.1.3",
    shown_by: celebration("the canvas is a decoration: no click, no focus, no name; what is celebrated is said"),
  },
  {
    part: CELEBRATION,
    rule: "It flashes at most three times in a second, ends within five seconds, and ends at once with Escape.",
    source: "2.2.2, 2.3.1",
    shown_by: [
      ...in_file("sdk/src/ui/confetti-physics.test.ts")("flashes at most three times in any second"),
      ...celebration("Escape and cancel end it at once, stop lets it come down"),
    ],
  },
  {
    part: CELEBRATION,
    rule: "Where a person wants less motion, a still picture stands with the words.",
    source: "2.3.3",
    shown_by: celebration(
      "reduced motion: nothing moves, a picture stands with the words, and both go",
      "it stops when the person asks for less motion while it plays",
    ),
  },
];
