import { AXE, inFile, type Row } from "./row.ts";

const focus = inFile("sdk/test/player-focus.web.ts");
const look = inFile("sdk/test/player-look.web.ts");
const player = inFile("sdk/test/player.web.ts");
const pages = inFile("sdk/test/player-pages.web.ts");
const ways = inFile("sdk/test/player-flow.web.ts");
const frames = inFile("sdk/test/player-frames.web.ts");
const target = inFile("sdk/test/player-target.web.ts");
const media = inFile("sdk/test/media.web.ts");
const slots = inFile("sdk/test/react-slots.web.ts");
const guidance = inFile("sdk/test/guidance.web.ts");
const style = inFile("sdk/src/ui/overlay/base-style.test.ts");

export const TOUR_ROWS: readonly Row[] = [
  {
    part: "Tours",
    rule: "A step is a dialog named by its title and described by a short text.",
    source: "1.3.1, 4.1.2, APG Dialog",
    shown_by: [...focus("moves focus to each step's heading, described by progress and text"), ...AXE],
  },
  {
    part: "Tours",
    rule: "A step isn't marked modal if the page stays usable next to it.",
    source: "4.1.2",
    shown_by: focus("moves focus to each step's heading, described by progress and text"),
  },
  {
    part: "Tours",
    rule: "The focus moves to a new step, but never away from a field in use. The step is announced instead, and new content waits.",
    source: "2.4.3, 4.1.3",
    shown_by: [
      ...focus(
        "moves focus to each step's heading, described by progress and text",
        "keeps focus with a typing person and announces the step once instead",
        "keeps the live region silent when focus moves to the step",
      ),
      ...inFile("sdk/src/engage/stage/typing-guard.test.ts")(
        "shows nothing new while a person types, and shows content shortly after",
      ),
    ],
  },
  {
    part: "Tours",
    rule: "Tab cycles between the step and its target, Shift+Tab in reverse. Escape closes from anywhere except fields.",
    source: "2.1.1, 2.1.2, 2.4.3",
    shown_by: focus(
      "cycles Tab through heading, card, and target, and back with Shift+Tab",
      "excludes a blocked target from the Tab cycle",
      "moves Tab from elsewhere on the page into the card",
    ),
  },
  {
    part: "Tours",
    rule: "When a tour ends, the focus returns to its previous element or to the target.",
    source: "2.4.3",
    shown_by: focus(
      "returns focus to the previously focused element",
      "moves focus to the target when the previous element is gone",
    ),
  },
  {
    part: "Tours",
    rule: "Keys pressed in the page's fields never control the tour and keep their usual function.",
    source: "2.1.1",
    shown_by: focus(
      "sends all keys typed in the highlighted field to the field only",
      "leaves 200 random keys in a field unaffected by a tour",
      "editable elements of every kind, with Escape and the arrows",
      "doesn't navigate with plain arrow keys, wherever the focus is",
    ),
  },
  {
    part: "Tours",
    rule: "The card doesn't cover its target.",
    source: "2.4.11",
    shown_by: look("keeps the target visible beside its card at 400% zoom"),
  },
  {
    part: "Tours",
    rule: "The focused element stays visible, also in fields and below sticky headers.",
    source: "2.4.11",
    shown_by: [
      ...focus("keeps the field visible when a card opens while a person types"),
      ...ways("leaves the page unchanged for a corner and adds temporary room for a bar"),
    ],
  },
  {
    part: "Tours",
    rule: "A step refers only to its own target. If the target is reused, hidden, or disabled, the step finds it again or advances.",
    source: "1.3.1, 2.1.2",
    shown_by: target(
      "releases a target that is reused for another row, hidden, or disabled",
      "applies the missing target policy when a target disappears during a step",
    ),
  },
  {
    part: "Tours",
    rule: "The focus ring has a contrast of 3:1 in light and dark, in every theme that can be saved. Forced colors replace it.",
    source: "1.4.11, 2.4.7",
    shown_by: [
      ...style(
        "has a focus ring that stands out from the card",
        "draws a focus ring on the host page next to the card background",
      ),
      ...inFile("contract/src/theme/theme.test.ts")(
        "derives a savable theme from every brand color",
        "passes the built-in theme and names each failing pair",
      ),
      ...look("uses borders instead of shadows and fills in forced colors"),
    ],
  },
  {
    part: "Tours",
    rule: "The spotlight ring has two tones, so that one of them stands out on any page, dimmed or not.",
    source: "1.4.11",
    shown_by: inFile("sdk/src/ui/tour/tour-style.test.ts")(
      "uses two ring tones that contrast with each other and, one each, any page",
    ),
  },
  {
    part: "Tours",
    rule: "Text has a contrast of 4.5:1. Undecided contrast counts as a failure.",
    source: "1.4.3",
    shown_by: [...AXE, ...style("has text that stands out from its background")],
  },
  {
    part: "Tours",
    rule: "Every control is a button with its own name, including custom buttons.",
    source: "4.1.2",
    shown_by: [...player("steps through by Next, Back, and Finish and reports each step"), ...AXE],
  },
  {
    part: "Tours",
    rule: "Text that a button copied is confirmed in a status message.",
    source: "4.1.3",
    shown_by: inFile("sdk/test/asked.web.ts")("runs a button's actions in order, and confirms the text that it copied"),
  },
  { part: "Tours", rule: "Every control is at least 24 × 24 pixels.", source: "2.5.8", shown_by: AXE },
  {
    part: "Tours",
    rule: "Progress is available as text: Step 2 of 5.",
    source: "1.4.1",
    shown_by: player("steps through by Next, Back, and Finish and reports each step"),
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
      "shows a bottom sheet on a narrow screen, or a top one for a low target",
      "keeps the target visible beside its card at 400% zoom",
      "cuts and hides nothing with the person's text spacing",
    ),
  },
  { part: "Tours", rule: "It works on wide and on high screens.", source: "1.3.4", shown_by: AXE },
  {
    part: "Tours",
    rule: "The card follows the reading direction of the page. Content in another language is marked with its language and direction.",
    source: "1.3.2, 3.1.2",
    shown_by: [
      ...look(
        "mirrors the card from right to left, with the close button on the left",
        "marks text in another language than the page's, with its own direction",
      ),
      ...guidance("shows the player in Arabic from right to left and loads no other language"),
    ],
  },
  {
    part: "Tours",
    rule: "A step that advances automatically waits while the pointer or the focus is in it.",
    source: "2.2.1",
    shown_by: ways("pauses a delay while the pointer or focus is in the card"),
  },
  {
    part: "Tours",
    rule: "Nothing moves under reduced motion.",
    source: "2.3.3",
    shown_by: look("moves nothing with reduced motion: no transition, no smooth scrolling"),
  },
  {
    part: "Tours",
    rule: "Steps work in the page's own dialogs, popovers, and focus traps.",
    source: "2.1.1, 2.1.2",
    shown_by: pages("native modal dialog", "other layers of the page"),
  },
  {
    part: "Tours",
    rule: "Tab and Escape also work if the focus or the target is in a same-origin frame.",
    source: "2.1.1, 2.1.2",
    shown_by: frames("same-site frame"),
  },
  {
    part: "Tours",
    rule: "All rules also apply to steps that the page renders with its own components.",
    source: "2.4.3, 4.1.2",
    shown_by: slots("steps that the page renders", "axe for a card that the page renders"),
  },
  {
    part: "Videos and embedded pages",
    rule: "A video or embedded page loads and plays only on request, in a named player. The focus stays where Escape closes the card, and nothing moves.",
    source: "1.4.2, 2.1.2, 2.4.3, 4.1.2",
    shown_by: media(
      "asks no host before the click, then plays in a sandboxed frame that Escape closes",
      "embeds a page at its height, and reaches it with Tab in a modal",
    ),
  },
  {
    part: "Videos and embedded pages",
    rule: "A video file has controls and captions. A player that can't be shown is announced, with a link instead.",
    source: "1.2.2, 4.1.3",
    shown_by: media(
      "plays a file with controls and captions, or links to one that can't be played",
      "shows that the page's policy blocks a host, with a link to open it instead",
    ),
  },
  {
    part: "Videos and embedded pages",
    rule: "Animated images are still with reduced motion, until the person plays them.",
    source: "2.2.2, 2.3.3",
    shown_by: media("shows a still of an animation with reduced motion, and plays it on request"),
  },
];
