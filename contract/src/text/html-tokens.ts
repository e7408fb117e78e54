/** A piece of copied HTML. `style` and `href` are empty if the element has none. */
export type HtmlToken =
  | { readonly kind: "open"; readonly name: string; readonly style: string; readonly href: string }
  | { readonly kind: "close"; readonly name: string }
  | { readonly kind: "text"; readonly text: string };

/**
 * Splits the HTML of a clipboard, which browsers and Word write in full, into tags and text. Builds no document, because
 * the console's policy allows no script to (Trusted Types). Leaves out comments, styles, and scripts.
 *
 * @example
 * [...htmlTokens("<b>a &amp; b</b>")]; // open b, text "a & b", close b
 */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf("<", at);
    const text = decoded(html.slice(at, start < 0 ? html.length : start));
    if (text !== "") yield { kind: "text", text };
    if (start < 0) return;
    if (html.startsWith("<!--", start)) {
      at = after(html, "-->", start + 4);
      continue;
    }
    const end = tagEnd(html, start);
    at = end + 1;
    const { 1: slash, 2: name = "" } = /^<(\/?)([a-z][a-z0-9:]*)/i.exec(html.slice(start, end)) ?? [];
    if (name === "") continue;
    const tag = name.toLowerCase();
    if (slash === "/") yield { kind: "close", name: tag };
    else if (SKIPPED.has(tag)) at = tagEnd(html, after(html, `</${name}`, at)) + 1;
    else {
      const attributes = html.slice(start + 1 + name.length, end);
      yield { kind: "open", name: tag, style: attribute(attributes, "style"), href: attribute(attributes, "href") };
    }
  }
}

/** Elements whose content isn't text of the document. */
const SKIPPED: ReadonlySet<string> = new Set(["style", "script", "title", "template", "noscript", "svg", "xml"]);

function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at < 0 ? html.length : at + mark.length;
}

/** Index of the `>` that closes the tag at `start`. Those in quotes don't. */
function tagEnd(html: string, start: number): number {
  let quote = "";
  for (let at = start + 1; at < html.length; at++) {
    const character = html.charAt(at);
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === ">") return at;
    else if ((character === '"' || character === "'") && html.charAt(at - 1) === "=") quote = character;
  }
  return html.length;
}

function attribute(attributes: string, name: "style" | "href"): string {
  const match = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(attributes);
  return decoded(match?.[1] ?? match?.[2] ?? match?.[3] ?? "");
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" },
};

function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{1,8}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : entity;
  });
}
