import { DOMParser } from "@xmldom/xmldom";

export const NAMESPACES = {
  metadata: "urn:oasis:names:tc:SAML:2.0:metadata",
  protocol: "urn:oasis:names:tc:SAML:2.0:protocol",
  assertion: "urn:oasis:names:tc:SAML:2.0:assertion",
  signature: "http://www.w3.org/2000/09/xmldsig#",
} as const;

/** Nested elements of a document. Real ones have fewer than 20 levels. */
const DEPTH_MAX = 40;

/**
 * Parses XML without a DOCTYPE, comments, CDATA, and processing instructions: no SAML document needs them, and entity
 * expansion and truncated names do. Undefined for anything else.
 */
export function parseXml(text: string): Element | undefined {
  const body = text.replace(/^\uFEFF?\s*<\?xml [^<>]*\?>/, "");
  if (body.includes("<!") || body.includes("<?") || depthOf(body) > DEPTH_MAX) return undefined;
  let valid = true;
  const refuse = () => {
    valid = false;
  };
  const errorHandler = { warning: refuse, error: refuse, fatalError: refuse };
  const document = new DOMParser({ errorHandler }).parseFromString(text, "text/xml");
  return valid ? (document?.documentElement ?? undefined) : undefined;
}

/** Deepest nesting, without recursion. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at + 1)) {
    if (text[at + 1] === "/") depth--;
    else if (!isEmptyTag(text, at)) deepest = Math.max(deepest, ++depth);
  }
  return deepest;
}

function isEmptyTag(text: string, at: number): boolean {
  const end = text.indexOf(">", at);
  return end !== -1 && text[end - 1] === "/";
}

/** Descendants in a namespace, in document order. */
export function elementsOf(root: Element, namespace: keyof typeof NAMESPACES, name: string): readonly Element[] {
  return Array.from(root.getElementsByTagNameNS(NAMESPACES[namespace], name));
}
