import { inFile, type Row } from "./row.ts";

const messages = inFile("sdk/test/messages.web.ts");
const feed = inFile("sdk/test/feed.web.ts");
const celebration = inFile("sdk/test/celebration.web.ts");
const announcement = inFile("sdk/test/announcement.web.ts");
const NOTICE = "Toasts, banners and what was announced";
const CELEBRATION = "Celebrations";

/** Rules for transient content: toasts, banners, live regions, and celebrations. */
export const TRANSIENT_ROWS: readonly Row[] = [
  {
    part: NOTICE,
    rule: "A toast stays for at least five seconds plus one second per 120 characters, and doesn't expire while hovered or if it has a button. Unrequested toasts are announced politely.",
    source: "2.2.1, 4.1.3",
    shown_by: announcement("closes a toast automatically as completed, unless hovered or with a control"),
  },
  {
    part: NOTICE,
    rule: "The timer pauses on hover, on focus, and in hidden tabs. Dismissing a toast moves the focus to the next one, then back to the page. People can turn off the timer.",
    source: "2.2.1, 2.4.3",
    shown_by: [
      ...announcement(
        "pauses a toast's timer during focus and in hidden tabs, or for good on request",
        "closes a toast automatically as completed, unless hovered or with a control",
      ),
      ...feed("shows how long content is hidden and undoes that, even offline"),
    ],
  },
  {
    part: NOTICE,
    rule: "Only messages marked urgent and errors of the person's last action interrupt the screen reader.",
    source: "4.1.3, 2.2.4",
    shown_by: [
      ...messages("groups a flood into a short queue, with a stop for all but urgent messages"),
      ...inFile("sdk/test/page-calls.web.ts")("shows, starts, and stops the page's own content under a strict policy"),
    ],
  },
  {
    part: NOTICE,
    rule: "A banner is a named region that moves the page down and covers nothing.",
    source: "1.3.1, 2.4.11",
    shown_by: announcement("pushes the page down for a banner and reports its link before leaving"),
  },
  {
    part: NOTICE,
    rule: "A countdown is a timer that isn't announced while it runs. What a sticky banner would cover is scrolled into view when it receives the focus.",
    source: "2.2.2, 2.4.11, 4.1.2",
    shown_by: announcement("keeps banners at their positions and ends their countdowns"),
  },
  {
    part: NOTICE,
    rule: "F6 reaches toasts and banners from any dialog. Escape dismisses them and restores the focus.",
    source: "2.1.1, 2.4.3",
    shown_by: [
      ...messages("shows a toast once in one tab, with F6, Escape, and focus return"),
      ...inFile("sdk/test/player-stack.web.ts")(
        "moves untargeted content into later dialogs and back, announced once",
        "opens content inside a shadow root's dialog, and next to a focus trap",
        "keeps a toast reachable and closable next to a Fanfare dialog",
      ),
    ],
  },
  {
    part: NOTICE,
    rule: "People can pause or turn off unrequested messages, except urgent ones. Several messages are counted, shown three at a time, and dismissed together.",
    source: "2.2.2, 2.2.4",
    shown_by: [
      ...messages("groups a flood into a short queue, with a stop for all but urgent messages"),
      ...inFile("sdk/src/engage/messages/messages.test.ts")(
        "closes shown live updates when paused, except urgent ones",
      ),
    ],
  },
  {
    part: NOTICE,
    rule: "Past messages can be read again, including the page's own toasts. The number of unread messages is announced.",
    source: "2.2.1, 4.1.3",
    shown_by: feed("lists past announcements next to the page and reports the unread count"),
  },
  {
    part: NOTICE,
    rule: "A toast doesn't cover an open panel. It moves to another corner.",
    source: "2.4.11",
    shown_by: feed("shows how long content is hidden and undoes that, even offline"),
  },
  {
    part: CELEBRATION,
    rule: "The confetti canvas is decorative: no clicks, no focus. The celebration is also announced as text.",
    source: "1.1.1, 4.1.3",
    shown_by: celebration("keeps the canvas decorative and announces the message"),
  },
  {
    part: CELEBRATION,
    rule: "Confetti flashes at most three times per second, ends within five seconds (ten at most on request), and stops with Escape.",
    source: "2.2.2, 2.3.1",
    shown_by: [
      ...inFile("sdk/src/ui/confetti/confetti-physics.test.ts")("flashes at most 3 times in any second"),
      ...celebration("ends immediately on Escape and cancel, and lets pieces fall on stop"),
    ],
  },
  {
    part: CELEBRATION,
    rule: "Under reduced motion, a still image replaces the animation.",
    source: "2.3.3",
    shown_by: celebration(
      "shows a still picture with the message for reduced motion",
      "stops when the person turns on reduced motion during play",
    ),
  },
];
