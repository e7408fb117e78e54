import type { Clock } from "@fanfare/contract/lib/clock";
import { type BuilderSessionId, type ContentId, isId, newId, type TrackerId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { HOUR_MS, limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { BuilderLanguage } from "@fanfare/contract/schema/client/builder";
import type { JsonText } from "../../store/schema/column-types.ts";
import {
  type BuilderSessionRow,
  builderSessionByCode,
  builderSessionById,
  builderSessionByToken,
  builderSessionsIn,
  deleteBuilderSession,
  putBuilderToken,
  touchBuilderSession,
  trimBuilderSessions,
} from "../../store/statements/accounts/builder-sessions.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import type { Store } from "../../store/store.ts";
import type { AppRecord } from "../apps/app-directory.ts";
import { isOriginAllowed } from "../apps/origins.ts";
import { type AuditNote, auditStatement } from "../audit/audit-entry.ts";
import { hashToken, isToken, newToken } from "../sign-in/opaque-token.ts";
import type { SignedInMember } from "../sign-in/sign-in.ts";
import { addToken } from "./link-token.ts";
import { accessOf, assertMemberAllowed } from "./member-access.ts";
import type { Action } from "./policy.ts";

export interface BuilderSessionDeps {
  readonly clock: Pick<Clock, "now">;
  readonly rng: Pick<Rng, "bytes">;
  readonly store: Store;
  /** Disconnects the page of a session that ended, so that it learns that and hears nothing more. */
  readonly renewBuilder: (session: Pick<BuilderSessionRow, "id" | "member_id">) => void;
  /** Tells open consoles that a session was opened or has ended. */
  readonly notifyBuilders: () => void;
}

/** Page that makes a request: its app, and its origin as the browser sends it. */
export interface BuilderPage {
  readonly app: AppRecord;
  readonly origin: string | null;
}

/** An open session, with the member's current role. */
export type BuilderSession = BuilderSessionRow & { readonly expires_at_ms: number };

export interface OpenedBuilder extends BuilderSession {
  readonly token: string;
}

/** Lets secret scanners recognize a leaked token. */
const PREFIX = "ffb_";

/** What a link opens on a page, in the member's language: a part of content, or the choice of a tracker's element. */
interface BuilderPlace {
  readonly url: string;
  readonly subject:
    | { readonly content_id: ContentId; readonly step_id: string | null }
    | { readonly tracker_id: TrackerId | null; readonly tracker: JsonText };
  readonly language: BuilderLanguage;
}

const NO_SUBJECT = { content_id: null, step_id: null, tracker_id: null, tracker: null };

/**
 * Creates a link that opens the builder on a page, once. The code is in the fragment, which isn't sent to servers, or
 * in the query if the page already has a fragment. It starts with the app's key, so that only that app's SDK takes it.
 *
 * @throws ProblemError `body_invalid` if the app doesn't allow the URL's origin.
 */
export async function createBuilderLink(
  deps: BuilderSessionDeps,
  app: AppRecord,
  { sign_in_id, member_id }: Pick<SignedInMember, "sign_in_id" | "member_id">,
  place: BuilderPlace,
): Promise<{ readonly id: BuilderSessionId; readonly url: string; readonly expires_at_ms: number }> {
  const { clock, rng, store } = deps;
  const { origin } = new URL(place.url);
  assertOriginServed(app, origin);
  const now_ms = clock.now();
  const code = newToken(rng);
  const id = newId("bld", clock, rng);
  const row = {
    ...{ id, app_id: app.id, sign_in_id, origin, ...NO_SUBJECT, ...place.subject },
    language: place.language,
    ...{ code_hash: hashToken(code), token_hash: null, created_at: now_ms, last_used_at: now_ms },
  };
  const created_since = now_ms - limits.builder_hours_max * HOUR_MS;
  await store.write([
    { query: trimBuilderSessions(store.db, sign_in_id, created_since, limits.builder_sessions_max - 1) },
    { query: insertRow(store.db, "builder_sessions", row), expect: 1 },
    auditStatement(deps, {
      ...{ member_id, action: "builder.open", resource: resourceOf(row) },
      ...{ app_id: app.id, detail: { origin } },
    }),
  ]);
  const url = addToken(place.url, "fanfare_build", `${app.key}.${code}`);
  return { id, url, expires_at_ms: now_ms + limits.builder_code_minutes * MINUTE_MS };
}

/**
 * Exchanges a link's code for a token. A second use ends the session, because one of the two uses wasn't the member's.
 *
 * @throws ProblemError `builder_link_invalid`, `builder_link_used`, `builder_refused`, or `role_insufficient`.
 */
export async function openBuilder(deps: BuilderSessionDeps, page: BuilderPage, code: string): Promise<OpenedBuilder> {
  const { clock, store } = deps;
  const row = isToken(code) ? await builderSessionByCode(store.db, hashToken(code)) : undefined;
  if (row === undefined) throw linkInvalid();
  assertPage(row, page);
  await assertMayBuild(deps, row, openingAction(row));
  if (row.token_hash !== null) throw await usedTwice(deps, row);
  if (clock.now() >= row.created_at + limits.builder_code_minutes * MINUTE_MS || hasEnded(row, clock.now())) {
    throw linkInvalid();
  }
  const opened = await renew(deps, row);
  if (opened === undefined) throw await usedTwice(deps, row);
  deps.notifyBuilders();
  return opened;
}

/**
 * Continues a session on another page of its origin. The previous token stops working.
 *
 * @throws ProblemError As {@link requireBuilder}.
 */
export async function resumeBuilder(
  deps: BuilderSessionDeps,
  page: BuilderPage,
  token: string | undefined,
): Promise<OpenedBuilder> {
  const renewed = await renew(deps, await requireBuilder(deps, page, token, openingAction));
  if (renewed === undefined) throw ended();
  // What the previous page authorized ends with its token.
  deps.renewBuilder(renewed);
  return renewed;
}

/**
 * Returns the session of a request, which also extends it.
 *
 * @throws ProblemError `builder_session_ended`, `builder_refused` for another app or origin, or `role_insufficient`.
 */
export async function requireBuilder(
  { clock, store }: Pick<BuilderSessionDeps, "clock" | "store">,
  page: BuilderPage,
  token: string | undefined,
  action: Action | ((row: BuilderSessionRow) => Action),
): Promise<BuilderSession> {
  const secret = token?.startsWith(PREFIX) ? token.slice(PREFIX.length) : "";
  const row = isToken(secret) ? await builderSessionByToken(store.db, hashToken(secret)) : undefined;
  const now_ms = clock.now();
  if (row === undefined || hasEnded(row, now_ms)) throw ended();
  assertPage(row, page);
  await assertMayBuild({ store }, row, typeof action === "function" ? action(row) : action);
  if (now_ms - row.last_used_at >= limits.sign_in_touch_s * SECOND_MS) {
    await store.write([{ query: touchBuilderSession(store.db, row.id, now_ms) }]);
  }
  return { ...row, expires_at_ms: expiryOf(row, now_ms) };
}

/** Links that can still be used and open sessions of an app, newest first. */
export function listBuilders({ clock, store }: BuilderSessionDeps, app: AppRecord): Promise<BuilderSessionRow[]> {
  const now_ms = clock.now();
  const bounds = {
    link_since: now_ms - limits.builder_code_minutes * MINUTE_MS,
    created_since: now_ms - limits.builder_hours_max * HOUR_MS,
    used_since: now_ms - limits.builder_idle_minutes * MINUTE_MS,
  };
  return builderSessionsIn(store.db, app.id, bounds, limits.page_size_max);
}

/**
 * Ends a session of the member, or of anyone if the member manages members.
 *
 * @throws ProblemError `builder_session_not_found`.
 */
export async function endBuilder(
  deps: BuilderSessionDeps,
  app: Pick<AppRecord, "id">,
  id: string,
  by: { readonly member_id: AuditNote["member_id"]; readonly ends_all: boolean },
): Promise<void> {
  const row = await findBuilder(deps, app, id);
  if (row.member_id !== by.member_id && !by.ends_all) throw builderNotFound();
  await end(deps, row, by.member_id, "ended");
}

/** @throws ProblemError `builder_session_not_found`. */
export async function findBuilder(
  { store }: Pick<BuilderSessionDeps, "store">,
  app: Pick<AppRecord, "id">,
  id: string,
): Promise<BuilderSessionRow> {
  const row = isId("bld", id) ? await builderSessionById(store.db, id) : undefined;
  if (row?.app_id !== app.id) throw builderNotFound();
  return row;
}

/**
 * A session that a page can use now.
 *
 * @throws ProblemError `builder_session_not_found`.
 */
export async function findOpenBuilder(
  deps: Pick<BuilderSessionDeps, "clock" | "store">,
  app: Pick<AppRecord, "id">,
  id: string,
): Promise<BuilderSessionRow> {
  const row = await findBuilder(deps, app, id);
  if (row.token_hash === null || hasEnded(row, deps.clock.now())) throw builderNotFound();
  return row;
}

/** A token that no page has: the session's page can't make requests any more, and its form can still read it. */
export function unknownTokenHash({ rng }: Pick<BuilderSessionDeps, "rng">): string {
  return hashToken(newToken(rng));
}

/** What opening or continuing the session needs. */
function openingAction({ content_id }: Pick<BuilderSessionRow, "content_id">): Action {
  return content_id === null ? "tracker.write" : "content.write";
}

/** A tracker that isn't saved yet is named by its app. */
function resourceOf({
  content_id,
  tracker_id,
  app_id,
}: Pick<BuilderSessionRow, "content_id" | "tracker_id" | "app_id">): AuditNote["resource"] {
  if (content_id) return { type: "content", id: content_id };
  return tracker_id ? { type: "tracker", id: tracker_id } : { type: "app", id: app_id };
}

async function end(
  deps: BuilderSessionDeps,
  row: BuilderSessionRow,
  member_id: AuditNote["member_id"],
  reason: "ended" | "link_used_again",
): Promise<void> {
  const { id, app_id, origin } = row;
  const resource = resourceOf(row);
  await deps.store.write([
    { query: deleteBuilderSession(deps.store.db, id) },
    auditStatement(deps, { member_id, action: "builder.end", resource, app_id, detail: { origin, reason } }),
  ]);
  deps.renewBuilder(row);
  deps.notifyBuilders();
}

async function renew(deps: BuilderSessionDeps, row: BuilderSessionRow): Promise<OpenedBuilder | undefined> {
  const { clock, rng, store } = deps;
  const now_ms = clock.now();
  const secret = newToken(rng);
  const to = hashToken(secret);
  const query = putBuilderToken(store.db, { id: row.id, from: row.token_hash ?? null, to, now_ms });
  const written = await store.write([{ query, expect: 1 }]);
  if (written.outcome !== "committed") return undefined;
  return { ...row, token_hash: to, token: PREFIX + secret, expires_at_ms: expiryOf(row, now_ms) };
}

async function usedTwice(deps: BuilderSessionDeps, row: BuilderSessionRow): Promise<ProblemError> {
  await end(deps, row, null, "link_used_again");
  return new ProblemError(
    "builder_link_used",
    `${row.member_name} created this link, and it was already used. The builder session has ended. Open the page from the console again.`,
  );
}

function expiryOf({ created_at, sign_in_ends }: BuilderSessionRow, used_ms: number): number {
  const idle_ms = used_ms + limits.builder_idle_minutes * MINUTE_MS;
  return Math.min(idle_ms, created_at + limits.builder_hours_max * HOUR_MS, sign_in_ends);
}

function hasEnded(row: BuilderSessionRow, now_ms: number): boolean {
  return now_ms >= expiryOf(row, row.last_used_at);
}

async function assertMayBuild(
  { store }: Pick<BuilderSessionDeps, "store">,
  { member_id, role, app_id }: BuilderSessionRow,
  action: Action,
): Promise<void> {
  assertMemberAllowed(await accessOf(store.db, { id: member_id, role }), action, app_id);
}

function assertPage(row: BuilderSessionRow, { app, origin }: BuilderPage): void {
  if (row.app_id === app.id && row.origin === origin) return;
  throw new ProblemError(
    "builder_refused",
    `This builder session is for another app or for pages of ${row.origin} only. Open this page from the console.`,
  );
}

/** @throws ProblemError `body_invalid` if the app doesn't allow the origin of a request's URL. */
export function assertOriginServed(app: AppRecord, origin: string): void {
  if (isOriginAllowed(app.allowed_origins, origin)) return;
  const message = `The origin ${origin} isn't allowed for the app ${app.name}. Add it to the app's allowed origins.`;
  throw new ProblemError("body_invalid", message, { fields: [{ pointer: "/url", message }] });
}

function linkInvalid(): ProblemError {
  return new ProblemError(
    "builder_link_invalid",
    "This link to the builder has expired or is incomplete. Open the page from the console again.",
  );
}

function ended(): ProblemError {
  return new ProblemError(
    "builder_session_ended",
    "This builder session has ended. Open the page from the console again.",
  );
}

export function builderNotFound(): ProblemError {
  return new ProblemError("builder_session_not_found", "Builder session not found. It may have already ended.");
}
