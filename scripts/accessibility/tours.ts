import { AXE, inFile, type Row } from "./row.ts";

const focus = inFile("sdk/test/player-focus.web.ts");
const look = inFile("sdk/test/player-look.web.ts");
const player = inFile("sdk/test/player.web.ts");
const pages = inFile("sdk/test/player-pages.web.ts");
const ways = inFile("sdk/test/player-flow.web.ts");
const frames = inFile("sdk/test/player-frames.web.ts");
const target = inFile("sdk/test/player-target.web.ts");
const slots = inFile("sdk/test/react-slots.web.ts");
const guidance = inFile("sdk/test/guidance.web.ts");
const style = inFile("sdk/src/ui/overlay/base-style.test.ts");

/** What holds of tours. */
export const TOUR_ROWS: readonly Row[] = [
  {
    part: "Tours",
    rule: "A step is a dialog named by its title and described by a short text.",
    source: "1.3.1, 4.1.2, APG Dialog",
    shown_by: [
      ...focus("the focus moves to the heading of each step, which is described by its progress and text"),
      ...AXE,
    ],
  },
  {
    part: "Tours",
    rule: "A step isn't marked modal if the page stays usable next to it.",
    source: "4.1.2",
    shown_by: focus("the focus moves to the heading of each step, which is described by its progress and text"),
  },
  {
    part: "Tours",
    rule: "The focus moves to a new step, but never away from a field in use. The step is announced instead, and new content waits.",
    source: "2.4.3, 4.1.3",
    shown_by: [
      ...focus(
        "the focus moves to the heading of each step, which is described by its progress and text",
        "the person who is typing keeps the focus; the step is announced instead, once",
        "where the focus speaks, the live region is silent",
      ),
      ...inFile("sdk/src/engage/stage/typing-guard.test.ts")(
        "shows nothing new while a person types, and shows it shortly after",
      ),
    ],
  },
  {
    part: "Tours",
    rule: "Tab cycles between the step and its target, Shift+Tab in reverse. Escape closes from anywhere except fields.",
    source: "2.1.1, 2.1.2, 2.4.3",
    shown_by: focus(
      "Tab goes round: heading, card, target, card; Shift+Tab the other way",
      "a blocked target is not in the round",
      "Tab from elsewhere on the page comes into the card",
    ),
  },
  {
    part: "Tours",
    rule: "When a tour ends, the focus returns to its previous element or to the target.",
    source: "2.4.3",
    shown_by: focus("the focus returns to what had it", "the focus goes to the target where its old place is gone"),
  },
  {
    part: "Tours",
    rule: "Keys pressed in the page's fields never control the tour and keep their usual function.",
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
    rule: "The card doesn't cover its target.",
    source: "2.4.11",
    shown_by: look("at 400 % zoom the target is not hidden by its card"),
  },
  {
    part: "Tours",
    rule: "The focused element stays visible, also in fields and below sticky headers.",
    source: "2.4.11",
    shown_by: [
      ...focus("a card that comes while somebody is typing leaves what they type in sight"),
      ...ways("a corner leaves the page as it is; a bar makes room for itself, and takes it back"),
    ],
  },
  {
    part: "Tours",
    rule: "A step refers only to its own target. If the target is reused, hidden, or disabled, the step finds it again or advances.",
    source: "1.3.1, 2.1.2",
    shown_by: target(
      "a target that its list gives to another row, or that can no longer be seen or used, is let go",
      "a target that goes away mid-step falls to its policy, never to a stuck overlay",
    ),
  },
  {
    part: "Tours",
    rule: "The focus ring has a contrast of 3:1 in light and dark, in every theme that can be saved. Forced colors replace it.",
    source: "1.4.11, 2.4.7",
    shown_by: [
      ...style(
        "the ring of the focus stands out from the card",
        "a ring that lies on somebody's page has the ground of a card beside it, from which it stands out in every theme",
      ),
      ...inFile("contract/src/theme/theme.test.ts")(
        "every colour of a brand becomes a theme that may be saved",
        "the built-in theme passes, and each pair of it fails by its name when its colour becomes that of its ground",
      ),
      ...look("in forced colours borders take the place of shadows and fills"),
    ],
  },
  {
    part: "Tours",
    rule: "The spotlight ring has two tones, so that one of them stands out on any page, dimmed or not.",
    source: "1.4.11",
    shown_by: inFile("sdk/src/ui/tour/tour-style.test.ts")(
      "the two tones of the ring stand out against each other, and one of them against any page, dimmed or not",
    ),
  },
  {
    part: "Tours",
    rule: "Text has a contrast of 4.5:1. Undecided contrast counts as a failure.",
    source: "1.4.3",
    shown_by: [...AXE, ...style("text stands out from what it is written on")],
  },
  {
    part: "Tours",
    rule: "Every control is a button with its own name, including custom buttons.",
    source: "4.1.2",
    shown_by: [...player("next, back and finish walk through the steps and tell each of them"), ...AXE],
  },
  { part: "Tours", rule: "Every control is at least 24 × 24 pixels.", source: "2.5.8", shown_by: AXE },
  {
    part: "Tours",
    rule: "Progress is available as text: Step 2 of 5.",
    source: "1.4.1",
    shown_by: player("next, back and finish walk through the steps and tell each of them"),
  },
  {
    part: "Tours",
    rule: "The card adds no landmark and no heading out of order.",
    source: "1.3.1",
    shown_by: AXE,
  },
  {
    part: "Tours",
    rule: "At 320 px, 400% zoom, and with custom text spacing, all content is available without scrolling in two directions.",
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
    rule: "The card follows the reading direction of the page. Content in another language is marked with its language and direction.",
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
    rule: "A step that advances automatically waits while the pointer or the focus is in it.",
    source: "2.2.1",
    shown_by: ways("a delay does not run out while the pointer or the focus is in the card"),
  },
  {
    part: "Tours",
    rule: "Nothing moves under reduced motion.",
    source: "2.3.3",
    shown_by: look("with reduced motion nothing moves: no transition, no smooth scrolling"),
  },
  {
    part: "Tours",
    rule: "Steps work in the page's own dialogs, popovers, and focus traps.",
    source: "2.1.1, 2.1.2",
    shown_by: pages("in a native modal dialog", "over other layers of the page"),
  },
  {
    part: "Tours",
    rule: "Tab and Escape also work if the focus or the target is in a same-origin frame.",
    source: "2.1.1, 2.1.2",
    shown_by: frames("in a frame of the same site"),
  },
  {
    part: "Tours",
    rule: "All rules also apply to steps that the page renders with its own components.",
    source: "2.4.3, 4.1.2",
    shown_by: slots("steps that the page draws itself", "axe finds nothing in a card of the page's own"),
  },
];
