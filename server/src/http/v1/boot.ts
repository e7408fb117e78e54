import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import type { CLIENT_ROUTES } from "@fanfare/contract/schema/routes/client";
import type { Context } from "hono";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { boot, type PageVisit } from "../../engage/boot.ts";
import type { Verified, VerifiedAnonymous } from "../../people/identity/identity.ts";
import { callerFromIdentity, unverifiedCaller } from "../../people/person/find-person.ts";
import { type AnonymousVisit, visitAnonymously, visitAs, visitIdentified } from "../../people/person/visit.ts";
import type { PersonContext } from "../../people/rules/rule-facts.ts";
import { toIso } from "../../store/columns.ts";
import { acceptsEncoding } from "../request/encoding.ts";
import { bootText } from "./boot-text.ts";
import { assertSameIdentity } from "./caller.ts";
import { contextOf, languagesOf } from "./context.ts";
import { sharesSite } from "./cookie.ts";
import type { V1Resources } from "./deps.ts";
import type { ClientHandlers } from "./mount-routes.ts";
import { presentBoot } from "./presenters.ts";
import { gzipWith } from "./shared-text.ts";

type BootRoutes = Pick<typeof CLIENT_ROUTES, "POST /v1/boot" | "POST /v1/identify">;

export function bootHandlers(resources: V1Resources): ClientHandlers<BootRoutes> {
  const { callers } = resources;
  return {
    "POST /v1/boot": async ({ c, app, body: { time_zone, locale, anonymous_token, again, asked } }) => {
      const context = contextOf(c.req.raw, time_zone, locale);
      resources.noteFirstPage(app.id);
      const { anonymous, ...visitor } = await visitorOf(c, resources, app, anonymous_token, context);
      const visit = { ...visitor, context, again, asked, languages: languagesOf(c.req.raw) };
      return respond(c, resources, app, visit, anonymous);
    },
    "POST /v1/identify": async ({ c, app, body, socket_id }) => {
      const { external_id, attributes, time_zone, locale, anonymous_token, again, asked } = body;
      // A page that identifies people right away never calls boot.
      resources.noteFirstPage(app.id);
      const bearer = await callers.bearer(c, app);
      const verified = bearer?.identity.kind === "person" ? bearer.identity : undefined;
      if (verified !== undefined) assertSameIdentity(verified.external_id, external_id);
      const caller = verified === undefined ? unverifiedCaller(external_id) : callerFromIdentity(verified);
      const past = verifiedAnonymousOf(bearer) ?? (await callers.anonymous(c, app, anonymous_token));
      const context = contextOf(c.req.raw, time_zone, locale);
      const input = { attributes, context, anonymous_id: past?.identity.anonymous_id, socket_id };
      const person = await visitIdentified(resources, app, caller, input);
      const groups = verified?.groups ?? [];
      return respond(
        c,
        resources,
        app,
        { caller, person, groups, context, again, asked, languages: languagesOf(c.req.raw) },
        null,
      );
    },
  };
}

interface Visitor extends Pick<PageVisit, "caller" | "person" | "groups"> {
  readonly anonymous: BootResponse["anonymous"];
}

/** The person of a page: that of the token, or an anonymous visitor, who gets an identity. */
export async function visitorOf(
  c: Context,
  resources: V1Resources,
  app: AppRecord,
  anonymous_token: string | undefined,
  context: PersonContext,
): Promise<Visitor> {
  const { callers } = resources;
  const bearer = await callers.bearer(c, app);
  if (bearer?.identity.kind === "person") {
    const caller = callerFromIdentity(bearer.identity);
    const person = await visitAs(resources, app, caller, context);
    return { caller, person, groups: bearer.identity.groups, anonymous: null };
  }
  const known = verifiedAnonymousOf(bearer) ?? (await callers.anonymous(c, app, anonymous_token));
  const { person, identity } = await visitAnonymously(resources, app, known, context);
  const { anonymous_id } = identity;
  const caller = { kind: "anonymous", anonymous_id, channel_id: anonymous_id } as const;
  return { caller, person, groups: [], anonymous: storeIdentity(c, resources, app, identity) };
}

function verifiedAnonymousOf(bearer: Verified | undefined): VerifiedAnonymous | undefined {
  return bearer?.identity.kind === "anonymous" ? { identity: bearer.identity, token: bearer.token } : undefined;
}

/**
 * Stores the anonymous identity in the browser: in a cookie if the page is on Fanfare's site, otherwise in the page's
 * storage.
 */
function storeIdentity(
  c: Context,
  { cookie, noteVisitorStorage }: V1Resources,
  app: AppRecord,
  { anonymous_id: id, token }: AnonymousVisit["identity"],
): NonNullable<BootResponse["anonymous"]> {
  const storage = sharesSite(c.req.raw) ? "cookie" : "browser";
  noteVisitorStorage(app.id, storage);
  if (storage === "cookie" && cookie.read(c.req.raw, app) !== token) {
    c.header("Set-Cookie", cookie.write(c.req.raw, app, token));
  }
  return { id, token, storage };
}

async function respond(
  c: Context,
  resources: V1Resources,
  app: AppRecord,
  visit: PageVisit,
  anonymous: BootResponse["anonymous"],
): Promise<Response> {
  const decided = await boot(resources, app, visit);
  const body = presentBoot(app, visit.person, anonymous, decided);
  const { shared, hash, encoded, rest } = bootText(app, body, decided.items);
  // Of the response except its time.
  const tag = `"${Bun.hash(rest, hash).toString(36)}"`;
  c.header("ETag", tag);
  c.header("Vary", "Accept-Encoding");
  if (isKnown(c.req.header("If-None-Match"), tag)) return c.body(null, 304);
  c.header("Content-Type", "application/json");
  const end = `${rest.slice(0, -1)},"server_time":"${toIso(decided.decided_at_ms)}"}`;
  if (!acceptsEncoding(c.req.raw, "gzip")) return c.body(shared + end);
  c.header("Content-Encoding", "gzip");
  // Decisions of this person alone are compressed quickly instead of well.
  return c.body(encoded === undefined ? Bun.gzipSync(shared + end, { level: 1 }) : gzipWith(encoded, end));
}

/** `If-None-Match` of RFC 9110: a list with weak comparison, because compressing proxies weaken tags. */
function isKnown(header: string | undefined, tag: string): boolean {
  return (header ?? "").split(",").some((each) => each.trim() === "*" || each.trim().replace(/^W\//, "") === tag);
}
