import { AXE, inFile, type Row } from "./row.ts";

const focus = inFile("sdk/test/player-focus.web.ts");
const look = inFile("sdk/test/player-look.web.ts");
const stack = inFile("sdk/test/player-stack.web.ts");
const written = inFile("sdk/src/ui/written-in.test.ts");

/** What holds of everything that is shown. */
export const EVERYTHING: readonly Row[] = [
  {
    part: "Everything that is shown",
    rule: "axe finds nothing in any content type in any of its forms, and decides every contrast, in light, in dark and in forced colours.",
    source: "1.3.1, 1.4.3, 2.5.8, 4.1.2",
    shown_by: AXE,
  },
  {
    part: "Everything that is shown",
    rule: "It is on the screen as a whole, hides nothing that it points at, makes nothing scroll sideways, and moves nothing where a person wants less motion.",
    source: "1.4.10, 2.3.3, 2.4.11",
    shown_by: AXE,
  },
  {
    part: "Everything that is shown",
    rule: "What asks for an answer takes the focus, keeps Tab, closes with Escape and gives the focus back; what does not is said once, leaves the focus where it is, and is reached by F6.",
    source: "2.1.1, 2.1.2, 2.4.3, 4.1.3",
    shown_by: AXE,
  },
  {
    part: "Everything that is shown",
    rule: "With the line height, and the space between paragraphs, words and letters that a person has set, nothing is cut off, and no text lies over another, on wide and on narrow screens.",
    source: "1.4.12",
    shown_by: inFile("sdk/test/matrix.web.ts")(
      "whatever is shown keeps all of its text with the spacing that a person has set",
    ),
  },
  {
    part: "Everything that is shown",
    rule: "What has no target is reached wherever the person is: it goes into the dialog that opens over it, or fills the screen, and out of the one that closes around it, with the focus, and without being said again.",
    source: "2.1.1, 2.4.3, 4.1.3",
    shown_by: stack(
      "what has no target goes into dialogs that open over it and out again: reachable, with the focus, said and animated once",
      "a step without a target goes into a dialog in a shadow root, stays reachable when that is thrown away, and leaves the dialog its Escape",
      "what comes while a dialog in a shadow root is open stands in there, and so does what comes beside a trap for the focus",
      "what fills the screen does not cover what is shown",
    ),
  },
  {
    part: "Everything that is shown",
    rule: "Whatever is open at once speaks in one polite live region and one that interrupts, which are there before their texts, and inside of a dialog that makes all else inert; what is said in the same moment is said in one breath.",
    source: "4.1.3",
    shown_by: [
      ...inFile("sdk/test/announcement.web.ts")(
        "all that is shown speaks in one pair of live regions, also from within a dialog",
      ),
      ...focus("the person who is typing keeps the focus; the step is announced instead, once"),
    ],
  },
  {
    part: "Everything that is shown",
    rule: "What had the focus has it again when something is closed. Where that is gone, it goes to what has taken its place under the same id, else to what the step pointed at, else to the nearest heading or landmark, which takes it for that moment alone; from a toast, a banner, a checklist or a survey too, however it was come to.",
    source: "2.4.3",
    shown_by: focus(
      "the focus returns to what had it",
      "the focus goes to what has taken the old place under the same name, before the target",
      "the focus goes to the target where its old place is gone",
      "the focus goes to the nearest heading that is left, for that moment, where nothing else is",
      "a modal, a notice and a survey give the focus to the nearest place too, when its old one is gone",
    ),
  },
  {
    part: "Everything that is shown",
    rule: "Escape closes it, unless its author has said that it stays: then its cross does, which is always there. What Escape alone puts away, and what is left by it for the page, cannot stay; a card that a page draws never does.",
    source: "2.1.2, 1.4.13",
    shown_by: [
      ...focus("what its author lets stay at Escape stays, and its cross closes it"),
      ...inFile("contract/src/schema/closing.test.ts")(
        "what has a cross may stay at Escape",
        "what Escape alone puts away, or is the way back from, is refused where it would stay",
      ),
      ...inFile("sdk/test/react-slots.web.ts")(
        "keep Tab between card and target, take no key from a field in them, and leave by Escape",
      ),
    ],
  },
  {
    part: "Everything that is shown",
    rule: "A text that a translation lacks says in which language it is, and reads in its own direction: what is shown, what is announced, names and pictures, cards that a page draws, and the feed.",
    source: "3.1.2",
    shown_by: [
      ...written(
        "a text that is in another language says so, and turns where that reads the other way",
        "of a line that is in two languages, the part that is in the other one says so",
        "names that are only heard, pictures and placeholders say so; what holds other texts too does not",
        "what is announced is said in the language of each of its parts",
        "an item of the feed is in its own language, and what that lacks in the one that it is in",
      ),
      ...inFile("server/src/http/v1-wording.test.ts")(
        "which texts a language lacks is told with the one that they are in, once they are filled in; in the feed too",
      ),
      ...look("what is said in another language than the page's is marked as such, and reads in its own direction"),
    ],
  },
];
