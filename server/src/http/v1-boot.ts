import { createHash } from "node:crypto";
import { personChannel } from "@fanfare/contract/channel";
import { HOLDOUT } from "@fanfare/contract/experiment";
import { ProblemError } from "@fanfare/contract/problem";
import {
  type BootResponse,
  bootRequestSchema,
  identifyRequestSchema,
  PERSON_CHANGED,
  type PersonChanged,
} from "@fanfare/contract/schema/v1";
import { type Context, Hono } from "hono";
import type { AppRecord } from "../accounts/app-directory.ts";
import { tasksDone } from "../engage/checklists.ts";
import { type Admitted, decide } from "../engage/decisions.ts";
import { type Asker, newestWaiting } from "../engage/live-update-inbox.ts";
import { nextTurn } from "../engage/next-turn.ts";
import { factsOf, type PersonFacts } from "../engage/person-facts.ts";
import type { PublishedContent, PublishedContents } from "../engage/published.ts";
import { editionFor } from "../engage/variants.ts";
import { withoutWords } from "../engage/without-words.ts";
import { type Reader, wordFor } from "../engage/wording.ts";
import { wantsRenewal } from "../people/anonymous.ts";
import { identify } from "../people/identify.ts";
import { type Caller, callerOf, findPerson, type Person, seePerson, unverifiedCaller } from "../people/people.ts";
import type { PersonContext } from "../people/rule-facts.ts";
import { toIso } from "../store/columns.ts";
import { StoreError } from "../store/store.ts";
import { readBody, socketIdOf } from "./v1-body.ts";
import { type ProvedAnonymous, sameOrRefuse } from "./v1-caller.ts";
import { contextOf, languagesOf } from "./v1-context.ts";
import { sharesSite } from "./v1-cookie.ts";
import type { V1Env, V1Hono, V1Resources } from "./v1-deps.ts";
import { presentDecision, presentRefusal, presentSuppression } from "./v1-present.ts";

/** `POST boot` and `POST identify`: what a page needs to begin, for the person in it. */
export function bootRoutes(house: V1Resources): V1Hono {
  const routes = new Hono<V1Env>();

  routes.post("/boot", async (c) => {
    const body = await readBody(c, bootRequestSchema);
    const context = contextOf(c.req.raw, body.time_zone, body.locale);
    const { app } = c.var;
    house.noteFirstPage(app.id);
    const bearer = await house.callers.bearer(c, app);
    if (bearer?.identity.kind === "person") {
      const asker = { caller: callerOf(bearer.identity), groups: bearer.identity.groups };
      return answer(
        c,
        house,
        app,
        { ...asker, context },
        await see(house, app, asker.caller, context),
        null,
        body.again,
      );
    }
    const kept = provedAnonymous(bearer) ?? (await house.callers.anonymous(c, app, body.anonymous_token));
    const { person, anonymous } = await anonymousPerson(c, house, app, kept, context);
    const caller = { kind: "anonymous", anonymous_id: anonymous.id, channel_id: anonymous.id } as const;
    return answer(c, house, app, { caller, groups: [], context }, person, anonymous, body.again);
  });

  routes.post("/identify", async (c) => {
    const body = await readBody(c, identifyRequestSchema);
    const socket_id = socketIdOf(c);
    const { app } = c.var;
    const bearer = await house.callers.bearer(c, app);
    const proved = bearer?.identity.kind === "person" ? bearer.identity : undefined;
    if (proved !== undefined) sameOrRefuse(proved.external_id, body.external_id);
    const caller = proved === undefined ? unverifiedCaller(body.external_id) : callerOf(proved);
    const past = provedAnonymous(bearer) ?? (await house.callers.anonymous(c, app, body.anonymous_token));
    const context = contextOf(c.req.raw, body.time_zone, body.locale);
    const told = { attributes: body.attributes, context };
    const { merged } = await identify(house, app, caller, told, past?.identity.anonymous_id);
    const person = await findPerson(house, app, caller);
    if (merged) announceMerge(house, app, person, socket_id);
    return answer(c, house, app, { caller, groups: proved?.groups ?? [], context }, person, null, body.again);
  });

  return routes;
}

function provedAnonymous(bearer: Awaited<ReturnType<V1Resources["callers"]["bearer"]>>): ProvedAnonymous | undefined {
  return bearer?.identity.kind === "anonymous" ? { identity: bearer.identity, token: bearer.token } : undefined;
}

/** The anonymous person of this browser: the one it knows, or a new one. Nobody is stored for having looked at a page. */
async function anonymousPerson(
  c: Context,
  house: V1Resources,
  app: AppRecord,
  kept: ProvedAnonymous | undefined,
  context: PersonContext,
): Promise<{ person: Person; anonymous: NonNullable<BootResponse["anonymous"]> }> {
  const known = kept === undefined ? undefined : await seeKept(house, app, callerOf(kept.identity), context);
  // Who became somebody is not that somebody without their token: the browser starts over.
  const current = kept !== undefined && known !== undefined && !known.merged ? kept : undefined;
  const fresh =
    current !== undefined && !wantsRenewal(current.token, house.clock.now())
      ? { anonymous_id: current.identity.anonymous_id, token: current.token }
      : await house.issueAnonymous(app, current?.identity.anonymous_id);
  const { anonymous_id: id, token } = fresh;
  const storage = sharesSite(c.req.raw) ? "cookie" : "browser";
  house.noteVisitorStorage(app.id, storage);
  if (storage === "cookie" && house.cookie.read(c.req.raw, app) !== token) {
    c.header("Set-Cookie", house.cookie.write(c.req.raw, app, token));
  }
  const person =
    current !== undefined && known !== undefined
      ? known
      : await findPerson(house, app, { kind: "anonymous", anonymous_id: id, channel_id: id });
  return { person, anonymous: { id, token, storage } };
}

/** Who was erased is nobody to this browser any more: it starts over, as everybody does who comes for the first time. */
async function seeKept(
  house: V1Resources,
  app: AppRecord,
  caller: Caller,
  context: PersonContext,
): Promise<Person | undefined> {
  try {
    return await see(house, app, caller, context);
  } catch (error) {
    if (error instanceof ProblemError && error.code === "person_erased") return undefined;
    throw error;
  }
}

/** A page opens even while nothing can be written: that somebody was seen can be noted the next time. */
async function see(house: V1Resources, app: AppRecord, caller: Caller, context: PersonContext): Promise<Person> {
  try {
    return await seePerson(house, app, caller, context);
  } catch (error) {
    if (!(error instanceof StoreError) || error.kind !== "unavailable") throw error;
    house.log.warn("person_seen_not_noted", { app_id: app.id, error });
    return findPerson(house, app, caller);
  }
}

/** The person's other pages hear that an anonymous past with its suppressions joined theirs. */
function announceMerge(house: V1Resources, app: AppRecord, person: Person, socket_id: string | null): void {
  const change: PersonChanged = { kind: "suppressions", socket_id };
  house.publish(app.id, personChannel(person.channel_id), PERSON_CHANGED, change);
}

async function answer(
  c: Context,
  house: V1Resources,
  app: AppRecord,
  asker: Asker & { readonly context: PersonContext },
  person: Person,
  anonymous: BootResponse["anonymous"],
  again: readonly string[] | undefined,
): Promise<Response> {
  const now_ms = house.clock.now();
  if (asker.caller.kind === "verified") house.group_pages.note(app.id, person.channel_id, asker.groups);
  const [contents, themes] = await Promise.all([house.published(app), house.themes(app)]);
  const about = { app_id: app.id, person, sight: { groups: asker.groups, context: asker.context } };
  const [facts, messages] = await Promise.all([
    factsOf(house.store, contents, about, now_ms),
    newestWaiting(house, app, person, asker),
  ]);
  const list = withoutFrequency(contents, again);
  const { admitted, held, refused } = decide(app, list, facts, now_ms);
  house.decision_log.note(app, person, contents, facts, now_ms);
  const { id, external_id, verified, channel_id } = person;
  const reader = readerOf(app, facts.rules, asker.context, c.req.raw);
  const shown = inOrder(list, admitted, held).map((each) => {
    const edition = editionFor(each.content.edition, each.variant);
    return { each, words: each.variant === HOLDOUT ? withoutWords(edition.body) : wordFor(edition, reader) };
  });
  const turn = nextTurn(contents, facts.rules.time_zone, now_ms);
  const worn = themes.needed(shown.map(({ each }) => each.content.edition.theme));
  const body: Omit<BootResponse, "server_time"> = {
    app: { key: app.key, paused: app.paused, config_version: app.config_version },
    person: { id, external_id, verified },
    channel_id,
    anonymous,
    decisions: shown.map(({ each, words }) =>
      presentDecision(each, tasksDone(contents, facts, each), words, themes.choice(each.content.edition.theme)),
    ),
    refused: refused.map(presentRefusal),
    suppressions: facts.suppressions.map(presentSuppression),
    ...(worn === undefined ? {} : { themes: worn }),
    messages,
    ...(turn === undefined ? {} : { again_at: toIso(turn) }),
  };
  const tag = tagOf(
    body,
    shown.map(({ words }) => words.personal),
  );
  c.header("ETag", tag);
  if (isKnown(c.req.header("If-None-Match"), tag)) return c.body(null, 304);
  return c.json({ ...body, server_time: toIso(now_ms) });
}

/** These contents may come however often they were seen; whatever else hides them from a person goes on doing so. */
function withoutFrequency(
  { list, find }: PublishedContents,
  again: readonly string[] | undefined,
): readonly PublishedContent[] {
  const wanted = new Set(again?.map((name) => find(name)));
  if (wanted.size === 0) return list;
  return list.map((content) =>
    wanted.has(content) ? { ...content, edition: { ...content.edition, frequency: { mode: "always" } } } : content,
  );
}

/** What is admitted and what is held out, who comes first first. */
function inOrder(
  list: readonly PublishedContent[],
  admitted: readonly Admitted[],
  held: readonly Admitted[],
): readonly Admitted[] {
  if (held.length === 0) return admitted;
  const by_content = new Map([...admitted, ...held].map((each) => [each.content, each]));
  return list.flatMap((content) => by_content.get(content) ?? []);
}

/**
 * Of the whole answer but the time. Editions are frozen, so the id of the version and the language stand for them, save
 * for their frequency, which a page may have wished away (`withoutFrequency`), and those with words of the person's own.
 */
function tagOf(body: Omit<BootResponse, "server_time">, personal: readonly boolean[]): string {
  const decisions = body.decisions.map(({ edition, ...rest }, index) =>
    personal[index] ? { ...rest, edition } : { ...rest, frequency: edition.frequency },
  );
  return `"${createHash("sha256")
    .update(JSON.stringify({ ...body, decisions }))
    .digest("base64url")
    .slice(0, 27)}"`;
}

/**
 * What is said in words of its own to a person: by the language of the page, those of this browser, then by what is known of them. Members
 * read what the console says to them in the language that they have chosen for it.
 */
function readerOf(
  { system }: AppRecord,
  { locale: known, attributes = {} }: PersonFacts["rules"],
  { locale: wanted }: PersonContext,
  request: Request,
): Reader {
  const { language } = attributes;
  const chosen = system && typeof language === "string" ? [language] : [];
  const told = (locale: string | undefined): readonly string[] => (locale === undefined ? [] : [locale]);
  return { locales: [...chosen, ...told(wanted), ...languagesOf(request), ...told(known)], attributes };
}

/** `If-None-Match` of RFC 9110: a list, compared weakly, because a proxy that compresses weakens tags. */
function isKnown(header: string | undefined, tag: string): boolean {
  return (header ?? "").split(",").some((each) => each.trim() === "*" || each.trim().replace(/^W\//, "") === tag);
}
