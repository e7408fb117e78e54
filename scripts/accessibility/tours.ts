import { AXE, inFile, type Row } from "./row.ts";

const focus = inFile("sdk/test/player-focus.web.ts");
const look = inFile("sdk/test/player-look.web.ts");
const player = inFile("sdk/test/player.web.ts");
const pages = inFile("sdk/test/player-pages.web.ts");
const ways = inFile("sdk/test/player-ways.web.ts");
const frames = inFile("sdk/test/player-frames.web.ts");
const target = inFile("sdk/test/player-target.web.ts");
const slots = inFile("sdk/test/react-slots.web.ts");
const guidance = inFile("sdk/test/guidance.web.ts");
const style = inFile("sdk/src/ui/style.test.ts");

/** What holds of tours. */
export const TOURS: readonly Row[] = [
  {
    part: "Tours",
    rule: "A step is a dialog whose name is its title; a short text describes it.",
    source: "1.3.1, 4.1.2, APG Dialog",
    shown_by: [
      ...focus("the focus moves to the heading of each step, which is described by its progress and text"),
      ...AXE,
    ],
  },
  {
    part: "Tours",
    rule: "It is not called modal, since the page can be used beside it.",
    source: "4.1.2",
    shown_by: focus("the focus moves to the heading of each step, which is described by its progress and text"),
  },
  {
    part: "Tours",
    rule: "The focus goes to the step when it comes, but never from somebody who writes: they hear it instead, once. While they write nothing new begins.",
    source: "2.4.3, 4.1.3",
    shown_by: [
      ...focus(
        "the focus moves to the heading of each step, which is described by its progress and text",
        "the person who is typing keeps the focus; the step is announced instead, once",
        "where the focus speaks, the live region is silent",
      ),
      ...inFile("sdk/src/engage/patience.test.ts")(
        "while the person is in a field nothing new appears; a moment after they left it, it does",
      ),
    ],
  },
  {
    part: "Tours",
    rule: "Tab goes from the step to what it points at and back, Shift+Tab the other way, and Escape leaves from anywhere but a field.",
    source: "2.1.1, 2.1.2, 2.4.3",
    shown_by: focus(
      "Tab goes round: heading, card, target, card; Shift+Tab the other way",
      "a blocked target is not in the round",
      "Tab from elsewhere on the page comes into the card",
    ),
  },
  {
    part: "Tours",
    rule: "When it ends, the focus returns to what had it, or to what the step pointed at.",
    source: "2.4.3",
    shown_by: focus("the focus returns to what had it", "the focus goes to the target where its old place is gone"),
  },
  {
    part: "Tours",
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
    part: "Tours",
    rule: "The card does not hide what it points at.",
    source: "2.4.11",
    shown_by: look("at 400 % zoom the target is not hidden by its card"),
  },
  {
    part: "Tours",
    rule: "It leaves what has the focus in sight: a field in which somebody writes when it comes, and wherever the focus goes then. A bar along the top stands below a header that stays.",
    source: "2.4.11",
    shown_by: [
      ...focus("a card that comes while somebody is typing leaves what they type in sight"),
      ...ways("a corner leaves the page as it is; a bar makes room for itself, and takes it back"),
    ],
  },
  {
    part: "Tours",
    rule: "It speaks of what it names and of nothing else: when its target is given to another row of a list, or can no longer be seen or used, it finds that again or goes on.",
    source: "1.3.1, 2.1.2",
    shown_by: target(
      "a target that its list gives to another row, or that can no longer be seen or used, is let go",
      "a target that goes away mid-step falls to its policy, never to a stuck overlay",
    ),
  },
  {
    part: "Tours",
    rule: "The ring around what has the focus stands out by 3:1 in light and in dark, in every theme that an author may save and on every page, and the system's own colours replace ours where a person has chosen some.",
    source: "1.4.11, 2.4.7",
    shown_by: [
      ...style(
        "the ring of the focus stands out from the card",
        "a ring that lies on somebody's page has the ground of a card beside it, from which it stands out in every theme",
      ),
      ...inFile("contract/src/theme.test.ts")(
        "every colour of a brand becomes a theme that may be saved",
        "the built-in theme passes, and each pair of it fails by its name when its colour becomes that of its ground",
      ),
      ...look("in forced colours borders take the place of shadows and fills"),
    ],
  },
  {
    part: "Tours",
    rule: "The ring around what a step lights up has two tones, one of which stands out from any page, dimmed or not.",
    source: "1.4.11",
    shown_by: inFile("sdk/src/ui/tour-style.test.ts")(
      "the two tones of the ring stand out against each other, and one of them against any page, dimmed or not",
    ),
  },
  {
    part: "Tours",
    rule: "All text stands out by 4.5:1; what axe cannot decide counts as wrong.",
    source: "1.4.3",
    shown_by: [...AXE, ...style("text stands out from what it is written on")],
  },
  {
    part: "Tours",
    rule: "Every control is a button with a name of its own; the author's buttons too.",
    source: "4.1.2",
    shown_by: [...player("next, back and finish walk through the steps and tell each of them"), ...AXE],
  },
  { part: "Tours", rule: "Every control is at least 24 × 24 pixels.", source: "2.5.8", shown_by: AXE },
  {
    part: "Tours",
    rule: "How far it is, is written: Step 2 of 5.",
    source: "1.4.1",
    shown_by: player("next, back and finish walk through the steps and tell each of them"),
  },
  {
    part: "Tours",
    rule: "The card adds no landmark to the page, and no heading out of order.",
    source: "1.3.1",
    shown_by: AXE,
  },
  {
    part: "Tours",
    rule: "At 320 pixels, at 400 % zoom and with a person's own text spacing all of it is there, and nothing scrolls in two directions.",
    source: "1.4.4, 1.4.10, 1.4.12",
    shown_by: look(
      "a narrow screen gets a sheet along its bottom, and along its top where the target is below",
      "at 400 % zoom the target is not hidden by its card",
      "text spacing that a person has set neither cuts nor hides anything",
    ),
  },
  { part: "Tours", rule: "It works on wide and on high screens.", source: "1.3.4", shown_by: AXE },
  {
    part: "Tours",
    rule: "It follows the page's reading direction; in another language than the page's it says so, and follows its own.",
    source: "1.3.2, 3.1.2",
    shown_by: [
      ...look(
        "from right to left the card is mirrored: start is right, end is left, the close button left",
        "what is said in another language than the page's is marked as such, and reads in its own direction",
      ),
      ...guidance("the player speaks Arabic too, from right to left, and loads no other language"),
    ],
  },
  {
    part: "Tours",
    rule: "A step that goes on by itself waits while the pointer or the focus is in it.",
    source: "2.2.1",
    shown_by: ways("a delay does not run out while the pointer or the focus is in the card"),
  },
  {
    part: "Tours",
    rule: "Nothing moves where a person wants less motion.",
    source: "2.3.3",
    shown_by: look("with reduced motion nothing moves: no transition, no smooth scrolling"),
  },
  {
    part: "Tours",
    rule: "It can be used in the page's own dialogs, popovers and traps for the focus.",
    source: "2.1.1, 2.1.2",
    shown_by: pages("in a native modal dialog", "over other layers of the page"),
  },
  {
    part: "Tours",
    rule: "Tab and Escape do the same where the focus or the target is in a frame of the page's own site.",
    source: "2.1.1, 2.1.2",
    shown_by: frames("in a frame of the same site"),
  },
  {
    part: "Tours",
    rule: "All of this holds of steps that a page draws with components of its own.",
    source: "2.4.3, 4.1.2",
    shown_by: slots("steps that the page draws itself", "axe finds nothing in a card of the page's own"),
  },
];
