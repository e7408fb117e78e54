import { AXE, inFile, type Row } from "./row.ts";

const look = inFile("sdk/test/player-look.web.ts");
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
