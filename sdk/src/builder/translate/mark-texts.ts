import type { Body } from "@fanfare/contract/content/body";
import { rewriteBody } from "@fanfare/contract/translation/texts";

// Invisible operators of mathematics, which no text contains.
const START = "\u2063";
const END = "\u2064";
const ZERO = "\u2061";
const ONE = "\u2062";
const MARK = new RegExp(`${START}([${ZERO}${ONE}]+)${END}`, "g");

/** A body whose texts can be recognized on the page. */
export interface MarkedBody {
  readonly body: Body;
  /** Keys of the texts, by the number of their mark. */
  readonly keys: readonly string[];
}

/** Ends each text with an invisible mark, so that the element that shows it is found in every kind of content. */
export function markTexts(body: Body): MarkedBody {
  const keys: string[] = [];
  const mark = (key: string): string => {
    const number = keys.push(key) - 1;
    return `${START}${number.toString(2).replaceAll("0", ZERO).replaceAll("1", ONE)}${END}`;
  };
  const marked = rewriteBody(body, {
    text: (key, text) => text + mark(key),
    spans: (key, spans) => {
      const own = mark(key);
      return spans.map((span, index) => (index === spans.length - 1 ? { ...span, text: span.text + own } : span));
    },
  });
  return { body: marked, keys };
}

/** Removes the marks of `root`. Returns the text nodes that had one, with the keys of their texts. */
export function takeMarks(root: ParentNode & Node, keys: readonly string[]): ReadonlyMap<string, Text> {
  const found = new Map<string, Text>();
  const read = (node: Node): void => {
    for (const child of node.childNodes) {
      if (child.nodeType === 1) {
        // Names of controls and descriptions of images.
        for (const { name, value } of (child as Element).attributes) {
          if (value.includes(START)) (child as Element).setAttribute(name, value.replaceAll(MARK, ""));
        }
        read(child);
      }
      if (child.nodeType !== 3 || !child.textContent?.includes(START)) continue;
      const text = child as Text;
      for (const [, digits = ""] of text.data.matchAll(MARK)) {
        const key = keys[Number.parseInt(digits.replaceAll(ZERO, "0").replaceAll(ONE, "1"), 2)];
        if (key !== undefined) found.set(key, text);
      }
      text.data = text.data.replaceAll(MARK, "");
    }
  };
  read(root);
  return found;
}
