/** Hosts that may be embedded, unless the workspace has its own list. `*.` stands for any subdomain. */
export const EMBED_HOSTS: readonly string[] = [
  "airtable.com",
  "calendly.com",
  "canva.com",
  "codepen.io",
  "codesandbox.io",
  "docs.google.com",
  "embed.figma.com",
  "forms.office.com",
  "miro.com",
  "pitch.com",
  "stackblitz.com",
  "tally.so",
  "*.typeform.com",
  "www.canva.com",
  "www.figma.com",
  "www.google.com",
  "www.loom.com",
];

/** Host of a page that can be embedded. Undefined if it isn't a full `https:` URL. */
export function embedHost(text: string): string | undefined {
  try {
    const url = new URL(text);
    return url.protocol === "https:" && url.username === "" && url.password === "" ? url.host : undefined;
  } catch {
    // Not a full URL.
    return undefined;
  }
}

/**
 * @example
 * isAllowedHost("acme.typeform.com", ["*.typeform.com"]); // true
 */
export function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  return allowed.some((each) => (each.startsWith("*.") ? host.endsWith(each.slice(1)) : host === each));
}

/**
 * The URL that a provider wants in frames, for one from its address bar or share button. Others stay as they are.
 *
 * @example
 * embedUrl("https://www.figma.com/design/x/Board"); // "https://embed.figma.com/design/x/Board?embed-host=fanfare"
 */
export function embedUrl(text: string): string {
  if (embedHost(text) === undefined) return text;
  const url = new URL(text);
  const [first = ""] = url.pathname.split("/").filter((part) => part !== "");
  if (url.host === "www.figma.com" && ["design", "file", "proto", "board", "slides", "deck"].includes(first)) {
    url.host = "embed.figma.com";
    url.searchParams.set("embed-host", "fanfare");
    return url.href;
  }
  if (url.host === "docs.google.com" && first === "forms") url.searchParams.set("embedded", "true");
  return url.href;
}
