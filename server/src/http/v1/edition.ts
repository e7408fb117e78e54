import type { Body } from "@fanfare/contract/content/body";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { CLIENT_ROUTES } from "@fanfare/contract/schema/routes/client";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { EligibleContent } from "../../engage/decide/decisions.ts";
import { type LocalizedBody, localizeForReader } from "../../engage/decide/localize-body.ts";
import { variantEdition } from "../../engage/decide/variants.ts";
import { acceptsEncoding } from "../request/encoding.ts";
import type { V1Resources } from "./deps.ts";
import type { ClientHandlers } from "./mount-routes.ts";

interface BodyDescription {
  readonly chars: number;
  /** Unguessable without the text, so the path of an edition is known only to those who may read it. */
  readonly digest: string;
  /** Compressed on first use. */
  gzip: Uint8Array<ArrayBuffer> | undefined;
  /** By app, version, language, and variant. */
  readonly paths: Map<string, string>;
}

/** Bodies of frozen editions, each described once in every language. */
const descriptions = new WeakMap<Body, BodyDescription>();

const DIGEST_CHARS = 22;

export function describeBody(body: Body): BodyDescription {
  const known = descriptions.get(body);
  if (known !== undefined) return known;
  const text = JSON.stringify(body);
  const digest = new Bun.CryptoHasher("sha256").update(text).digest("base64url").slice(0, DIGEST_CHARS);
  const made: BodyDescription = { chars: text.length, digest, gzip: undefined, paths: new Map() };
  descriptions.set(body, made);
  return made;
}

/** Path of a body that depends only on version, language, and variant. */
export function editionPath(
  app: AppRecord,
  { content, variant }: EligibleContent,
  { body, locale }: LocalizedBody,
): string {
  const { digest, paths } = describeBody(body);
  const key = [app.key, content.version_id, locale, variant].join(" ");
  const known = paths.get(key);
  if (known !== undefined) return known;
  const query = new URLSearchParams({ app: app.key });
  if (locale !== undefined) query.set("locale", locale);
  if (variant !== undefined) query.set("variant", variant);
  query.set("digest", digest);
  const path = `/v1/editions/${content.version_id}?${query}`;
  paths.set(key, path);
  return path;
}

/**
 * Serves bodies that a decision names. They need no identity: the digest proves that the caller got the decision. Only
 * live editions have a path, so that withdrawn content is no longer readable.
 */
export function editionHandlers(
  resources: V1Resources,
): ClientHandlers<Pick<typeof CLIENT_ROUTES, "GET /v1/editions/:version_id">> {
  return {
    "GET /v1/editions/:version_id": async ({ c, app, params, query: { locale, variant, digest } }) => {
      const { list } = await resources.published(app);
      const content = app.paused ? undefined : list.find(({ version_id }) => version_id === params.version_id);
      const localized =
        content &&
        localizeForReader(variantEdition(content.edition, variant), {
          locales: locale === undefined ? [] : [locale],
          attributes: {},
        });
      const found = localized && describeBody(localized.body);
      if (localized?.personal !== false || found?.digest !== digest) {
        throw new ProblemError(
          "edition_not_found",
          "No live content has this edition. Request POST /v1/boot again for the current one.",
        );
      }
      c.header("Cache-Control", `private, max-age=${limits.edition_max_age_s}, immutable`);
      c.header("Vary", "Accept-Encoding");
      if (!acceptsEncoding(c.req.raw, "gzip")) return c.json(localized.body);
      c.header("Content-Type", "application/json");
      c.header("Content-Encoding", "gzip");
      found.gzip ??= Bun.gzipSync(JSON.stringify(localized.body), { level: 9 });
      return c.body(found.gzip);
    },
  };
}
