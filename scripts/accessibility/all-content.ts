import { AXE, inFile, type Row } from "./row.ts";

const focus = inFile("sdk/test/player-focus.web.ts");
const look = inFile("sdk/test/player-look.web.ts");
const stack = inFile("sdk/test/player-stack.web.ts");
const written = inFile("sdk/src/ui/text/language-marks.test.ts");

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
    shown_by: inFile("sdk/test/matrix.web.ts")("keeps all text visible with the person's text spacing"),
  },
  {
    part: "Everything that is shown",
    rule: "Content without a target stays reachable in dialogs and full screen. It moves in and out with the focus and isn't announced again.",
    source: "2.1.1, 2.4.3, 4.1.3",
    shown_by: stack(
      "moves untargeted content into later dialogs and back, announced once",
      "moves an untargeted step into a dialog in a shadow root, with its Escape",
      "opens content inside a shadow root's dialog, and next to a focus trap",
      "stays visible over fullscreen elements",
    ),
  },
  {
    part: "Everything that is shown",
    rule: "One polite and one assertive live region exist before their texts, also inside modal dialogs. Texts of the same moment are announced together.",
    source: "4.1.3",
    shown_by: [
      ...inFile("sdk/test/announcement.web.ts")(
        "announces everything in one pair of live regions, even inside a dialog",
      ),
      ...focus("keeps focus with a typing person and announces the step once instead"),
    ],
  },
  {
    part: "Everything that is shown",
    rule: "Closing content restores the focus. If the element is gone, the focus moves to its replacement with the same ID, the target, or the nearest heading or landmark.",
    source: "2.4.3",
    shown_by: focus(
      "returns focus to the previously focused element",
      "prefers a replacement of the same name to the target for focus",
      "moves focus to the target when the previous element is gone",
      "moves focus temporarily to the nearest remaining heading as a last resort",
      "returns focus to the nearest place after a modal, a notice, and a survey",
    ),
  },
  {
    part: "Everything that is shown",
    rule: "Escape closes content unless its author set it to stay. Then a close button is always visible.",
    source: "2.1.2, 1.4.13",
    shown_by: [
      ...focus("keeps content open on Escape if so configured, and closes by its cross"),
      ...inFile("contract/src/schema/content/close-options.test.ts")(
        "allows keeping content on Escape for content with a close button",
        "rejects keeping content on Escape for content that needs Escape to close",
      ),
      ...inFile("sdk/test/react-slots.web.ts")(
        "cycle Tab between card and target, leave keys to fields, and end on Escape",
      ),
    ],
  },
  {
    part: "Everything that is shown",
    rule: "Untranslated text is marked with its language and reading direction, in content, announcements, custom cards, and the feed.",
    source: "3.1.2",
    shown_by: [
      ...written(
        "marks text in another language and its direction if different",
        "marks only the part of a line that is in another language",
        "marks accessible names, pictures, and placeholders, but not containers",
        "announces each part in its own language",
        "marks a feed item and its untranslated texts with their languages",
      ),
      ...inFile("server/src/http/v1/wording.test.ts")(
        "reports untranslated texts with their language, also in the feed",
      ),
      ...look("marks text in another language than the page's, with its own direction"),
    ],
  },
];
