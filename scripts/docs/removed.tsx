/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { anchorOf } from "./markdown.ts";

/** What has a name in the references, and the page that describes it. */
export const KIND_PAGES = {
  error: "errors",
  call: "api",
  command: "command-line",
  option: "command-line",
  variable: "configuration",
  limit: "limits",
  symbol: "sdk",
  event: "webhooks",
} as const;
export type NameKind = keyof typeof KIND_PAGES;

/** Where something is, or what replaces it. */
export interface Successor {
  /** `sdk.html#celebrate` */
  readonly to: string;
  /** What happened and what to use instead, in a sentence. */
  readonly sentence: string;
}

/** Keys are lines of names.txt: `error old_code`, or `page old-slug`. */
export type Removed = Readonly<Record<string, Successor>>;

/**
 * Names and pages that the documentation had. Their URLs lead to what replaces them, and the search finds them. Add an
 * entry when you remove or rename something, for example:
 *
 * "error order_gone": { to: "errors.html#not_found", sentence: "Replaced by `not_found` in 0.2.0." },
 */
export const REMOVED: Removed = {};

export interface RemovedName extends Successor {
  readonly name: string;
  readonly anchor: string;
}

const splitKey = (key: string): readonly [kind: string, name: string] => {
  const space = key.indexOf(" ");
  return [key.slice(0, space), key.slice(space + 1)];
};

/** Removed names by the slug of the page that had them. */
export function removedBySlug(removed: Removed): ReadonlyMap<string, readonly RemovedName[]> {
  const bySlug = new Map<string, RemovedName[]>();
  for (const [key, successor] of Object.entries(removed)) {
    const [kind, name] = splitKey(key);
    if (kind === "page") continue;
    // Cast: a test compares the keys with names.txt.
    const slug = KIND_PAGES[kind as NameKind];
    const anchor = kind === "error" || kind === "call" ? name : anchorOf(name);
    bySlug.set(slug, [...(bySlug.get(slug) ?? []), { ...successor, name, anchor }]);
  }
  return bySlug;
}

/** The end of a page. The script goes on to the successor, and without scripts there is a link. */
export const RemovedNames: FC<{ names: readonly RemovedName[] }> = ({ names }) =>
  names.length === 0 ? null : (
    <>
      <h2 id="removed-names">Removed</h2>
      <ul>
        {names.map(({ name, anchor, to, sentence }) => (
          <li id={anchor}>
            <code>{name}</code>: {sentence}{" "}
            <a href={to} data-successor>
              Show
            </a>
          </li>
        ))}
      </ul>
    </>
  );

/** Files at the URLs of removed pages. A server responds with a redirect (server/src/http/docs/routes.ts). */
export function movedPages(removed: Removed): readonly (readonly [file: string, text: string])[] {
  return Object.entries(removed).flatMap(([key, { to, sentence }]) => {
    const [kind, slug] = splitKey(key);
    if (kind !== "page") return [];
    const page = (
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>Moved · Fanfare</title>
          <meta http-equiv="refresh" content={`0; url=${to}`} />
        </head>
        <body>
          <p>
            {sentence} <a href={to}>Open the page</a>
          </p>
        </body>
      </html>
    );
    return [
      [`${slug}.html`, `<!doctype html>${page}`] as const,
      [`${slug}.md`, `# Moved\n\n${sentence} See [${to}](${to.replace(".html", ".md")}).\n`] as const,
    ];
  });
}
