import { acceptsEncoding } from "../request/encoding.ts";
import type { StaticFile } from "./folder.ts";
import { HASHED_NAME } from "./hashed-files.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";
/** Cached but always revalidated, so that a server upgrade reaches every page on its next load. */
const REVALIDATE = "no-cache";

export function fileResponse(request: Request, file: StaticFile, more: Readonly<Record<string, string>>): Response {
  const encoding = encodingFor(request, file);
  // Each encoding is a different byte sequence, so it needs its own ETag.
  const tag = encoding === undefined ? `"${file.hash}"` : `"${file.hash}-${encoding}"`;
  const headers = {
    "Cache-Control": HASHED_NAME.test(file.name) ? IMMUTABLE : REVALIDATE,
    ...more,
    ETag: tag,
    Vary: "Accept-Encoding",
  };
  if (matches(request.headers.get("If-None-Match"), tag)) return new Response(null, { status: 304, headers });
  const body = encoding === undefined ? file.bytes : file.encoded[encoding];
  return new Response(body, {
    headers: {
      ...headers,
      "Content-Type": file.type,
      ...(encoding === undefined ? {} : { "Content-Encoding": encoding }),
    },
  });
}

function encodingFor(request: Request, file: StaticFile): "br" | "gzip" | undefined {
  return (["br", "gzip"] as const).find(
    (encoding) => file.encoded[encoding] !== undefined && acceptsEncoding(request, encoding),
  );
}

function matches(if_none_match: string | null, tag: string): boolean {
  return (if_none_match ?? "").split(",").some((each) => each.trim().replace(/^W\//, "") === tag);
}
