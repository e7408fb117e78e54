import { inFile, type Row } from "./row.ts";

const messages = inFile("sdk/test/messages.web.ts");
const feed = inFile("sdk/test/feed.web.ts");
const celebration = inFile("sdk/test/celebration.web.ts");
const announcement = inFile("sdk/test/announcement.web.ts");
const NOTICE = "Toasts, banners and what was announced";
const CELEBRATION = "Celebrations";

/** What holds of what passes by: toasts, banners, announced words, celebrations. */
export const TRANSIENT_ROWS: readonly Row[] = [
  {
    part: NOTICE,
    rule: "A toast stays for at least five seconds plus one second per 120 characters, and doesn't expire while hovered or if it has a button. Unrequested toasts are announced politely.",
    source: "2.2.1, 4.1.3",
    shown_by: announcement(
      "a toast goes by itself and is then completed, waits while it is pointed at, and stays where it has a control",
    ),
  },
  {
    part: NOTICE,
    rule: "The timer pauses on hover, on focus, and in hidden tabs. Dismissing a toast moves the focus to the next one, then back to the page. People can turn off the timer.",
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
    rule: "Only messages marked urgent and errors of the person's last action interrupt the screen reader.",
    source: "4.1.3, 2.2.4",
    shown_by: [
      ...messages(
        "a flood is told as one, waits in a short row, and stops where the person wants that; what is urgent comes nevertheless",
      ),
      ...inFile("sdk/test/page-calls.web.ts")(
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
    rule: "F6 reaches toasts and banners from any dialog. Escape dismisses them and restores the focus.",
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
    rule: "People can pause or turn off unrequested messages, except urgent ones. Several messages are counted, shown three at a time, and dismissed together.",
    source: "2.2.2, 2.2.4",
    shown_by: [
      ...messages(
        "a flood is told as one, waits in a short row, and stops where the person wants that; what is urgent comes nevertheless",
      ),
      ...inFile("sdk/src/engage/messages/messages.test.ts")(
        "that stand there go when the person pauses them, but for the urgent ones",
      ),
    ],
  },
  {
    part: NOTICE,
    rule: "Past messages can be read again, including the page's own toasts. The number of unread messages is announced.",
    source: "2.2.1, 4.1.3",
    shown_by: feed("what was announced can be read again beside the page, and the page hears how much is unread"),
  },
  {
    part: NOTICE,
    rule: "A toast doesn't cover an open panel. It moves to another corner.",
    source: "2.4.11",
    shown_by: feed("who hid something sees until when, and takes it back, without the network too"),
  },
  {
    part: CELEBRATION,
    rule: "The confetti canvas is decorative: no clicks, no focus. The celebration is also announced as text.",
    source: "1.1.1, 4.1.3",
    shown_by: celebration("the canvas is a decoration: no click, no focus, no name; what is celebrated is said"),
  },
  {
    part: CELEBRATION,
    rule: "Confetti flashes at most three times per second, ends within five seconds (ten at most on request), and stops with Escape.",
    source: "2.2.2, 2.3.1",
    shown_by: [
      ...inFile("sdk/src/ui/confetti/confetti-physics.test.ts")("flashes at most three times in any second"),
      ...celebration("Escape and cancel end it at once, stop lets it come down"),
    ],
  },
  {
    part: CELEBRATION,
    rule: "Under reduced motion, a still image replaces the animation.",
    source: "2.3.3",
    shown_by: celebration(
      "reduced motion: nothing moves, a picture stands with the words, and both go",
      "it stops when the person asks for less motion while it plays",
    ),
  },
];
