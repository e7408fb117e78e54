import { AXE, inFile, type Row } from "./row.ts";

const focus = inFile("sdk/test/player-focus.web.ts");
const look = inFile("sdk/test/player-look.web.ts");
const stack = inFile("sdk/test/player-stack.web.ts");
const written = inFile("sdk/src/ui/text/language-marks.test.ts");

/** What holds of everything that is shown. */
export const ALL_CONTENT_ROWS: readonly Row[] = [
  {
    part: "Everything that is shown",
    rule: "axe reports no violation in any content type and form, and no undecided contrast, in light, dark, and forced colors.",
    source: "1.3.1, 1.4.3, 2.5.8, 4.1.2",
    shown_by: AXE,
  },
  {
    part: "Everything that is shown",
    rule: "Content fits the screen, doesn't cover its target, causes no horizontal scrolling, and doesn't move under reduced motion.",
    source: "1.4.10, 2.3.3, 2.4.11",
    shown_by: AXE,
  },
  {
    part: "Everything that is shown",
    rule: "Content that needs a response takes the focus, traps Tab, closes with Escape, and restores the focus. Other content is announced once, leaves the focus alone, and is reachable with F6.",
    source: "2.1.1, 2.1.2, 2.4.3, 4.1.3",
    shown_by: AXE,
  },
  {
    part: "Everything that is shown",
    rule: "With a person's own text spacing, no text is cut off or overlaps other text, on wide and narrow screens.",
    source: "1.4.12",
    shown_by: inFile("sdk/test/matrix.web.ts")(
      "whatever is shown keeps all of its text with the spacing that a person has set",
    ),
  },
  {
    part: "Everything that is shown",
    rule: "Content without a target stays reachable in dialogs and full screen. It moves in and out with the focus and isn't announced again.",
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
    rule: "One polite and one assertive live region exist before their texts, also inside modal dialogs. Texts of the same moment are announced together.",
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
    rule: "Closing content restores the focus. If the element is gone, the focus moves to its replacement with the same ID, the target, or the nearest heading or landmark.",
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
    rule: "Escape closes content unless its author set it to stay. Then a close button is always visible.",
    source: "2.1.2, 1.4.13",
    shown_by: [
      ...focus("what its author lets stay at Escape stays, and its cross closes it"),
      ...inFile("contract/src/schema/content/close-options.test.ts")(
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
    rule: "Untranslated text is marked with its language and reading direction, in content, announcements, custom cards, and the feed.",
    source: "3.1.2",
    shown_by: [
      ...written(
        "a text that is in another language says so, and turns where that reads the other way",
        "of a line that is in two languages, the part that is in the other one says so",
        "names that are only heard, pictures and placeholders say so; what holds other texts too does not",
        "what is announced is said in the language of each of its parts",
        "an item of the feed is in its own language, and what that lacks in the one that it is in",
      ),
      ...inFile("server/src/http/v1/wording.test.ts")(
        "which texts a language lacks is told with the one that they are in, once they are filled in; in the feed too",
      ),
      ...look("what is said in another language than the page's is marked as such, and reads in its own direction"),
    ],
  },
];
