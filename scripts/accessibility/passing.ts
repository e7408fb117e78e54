import { inFile, type Row } from "./row.ts";

const messages = inFile("sdk/test/messages.web.ts");
const feed = inFile("sdk/test/feed.web.ts");
const celebration = inFile("sdk/test/celebration.web.ts");
const announcement = inFile("sdk/test/announcement.web.ts");
const NOTICE = "Toasts, banners and what was announced";
const CELEBRATION = "Celebrations";

/** What holds of what passes by: toasts, banners, announced words, celebrations. */
export const PASSING: readonly Row[] = [
  {
    part: NOTICE,
    rule: "A toast goes by itself after five seconds at the least, a second more for each 120 characters, never while it is pointed at or where something can be pressed; it is said once, and where nobody asked for it politely, whatever its tone.",
    source: "2.2.1, 4.1.3",
    shown_by: announcement(
      "a toast goes by itself and is then completed, waits while it is pointed at, and stays where it has a control",
    ),
  },
  {
    part: NOTICE,
    rule: "Its time rests while it is pointed at, while the focus is in it and while nobody sees the tab; when one is dismissed the focus goes to the next, and from the last back to the page. A person can have none go by itself, in their choices, where this browser may keep that.",
    source: "2.2.1, 2.4.3",
    shown_by: [
      ...announcement(
        "the time of a toast rests while the focus is in it and while nobody sees the tab; the next one has the focus after it; who wants that has them stay",
        "a toast goes by itself and is then completed, waits while it is pointed at, and stays where it has a control",
      ),
      ...feed("who hid something sees until when, and takes it back, without the network too"),
    ],
  },
  {
    part: NOTICE,
    rule: "Only what its sender has marked as urgent interrupts what is being said, and what the page says went wrong with what the person has just done.",
    source: "4.1.3, 2.2.4",
    shown_by: [
      ...messages(
        "a flood is told as one, waits in a short row, and stops where the person wants that; what is urgent comes nevertheless",
      ),
      ...inFile("sdk/test/surface.web.ts")(
        "a page under a strict policy says, starts and stops things of its own, and leaves nothing behind",
      ),
    ],
  },
  {
    part: NOTICE,
    rule: "A banner is a named region that moves the page down and covers nothing.",
    source: "1.3.1, 2.4.11",
    shown_by: announcement(
      "a banner pushes the page down as a named region, and its link leads away once it has been told",
    ),
  },
  {
    part: NOTICE,
    rule: "F6 reaches them, in whatever dialog the person is; Escape dismisses them and gives the focus back.",
    source: "2.1.1, 2.4.3",
    shown_by: [
      ...messages(
        "a toast comes to one tab of a browser, once; F6 reaches it, Escape dismisses it and gives the focus back",
      ),
      ...inFile("sdk/test/player-stack.web.ts")(
        "what has no target goes into dialogs that open over it and out again: reachable, with the focus, said and animated once",
        "what comes while a dialog in a shadow root is open stands in there, and so does what comes beside a trap for the focus",
        "a toast beside a dialog of ours is reached and closed, and stays when that is closed; what stands in the corner waits below",
      ),
    ],
  },
  {
    part: NOTICE,
    rule: "What comes unasked can be paused or switched off, but for what is urgent; several at once are told by their number, wait in a row of three, and are dismissed together.",
    source: "2.2.2, 2.2.4",
    shown_by: [
      ...messages(
        "a flood is told as one, waits in a short row, and stops where the person wants that; what is urgent comes nevertheless",
      ),
      ...inFile("sdk/src/engage/messages.test.ts")(
        "that stand there go when the person pauses them, but for the urgent ones",
      ),
    ],
  },
  {
    part: NOTICE,
    rule: "What passed by can be read again, toasts of the page's own too while it is open, and how much is unread is said.",
    source: "2.2.1, 4.1.3",
    shown_by: feed("what was announced can be read again beside the page, and the page hears how much is unread"),
  },
  {
    part: NOTICE,
    rule: "A toast does not cover what a person has opened to read again: it stands in another corner meanwhile.",
    source: "2.4.11",
    shown_by: feed("who hid something sees until when, and takes it back, without the network too"),
  },
  {
    part: CELEBRATION,
    rule: "The canvas is a decoration: it takes no click and no focus, and what is celebrated is said in words.",
    source: "1.1.1, 4.1.3",
    shown_by: celebration("the canvas is a decoration: no click, no focus, no name; what is celebrated is said"),
  },
  {
    part: CELEBRATION,
    rule: "It flashes at most three times in a second, ends within five seconds where the page asks for no longer (ten at most), and ends at once with Escape.",
    source: "2.2.2, 2.3.1",
    shown_by: [
      ...inFile("sdk/src/ui/confetti-physics.test.ts")("flashes at most three times in any second"),
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
