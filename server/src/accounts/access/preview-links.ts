import { type ContentId, isId, type MemberId, newId, type PreviewLinkId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import {
  deleteExpiredPreviewLinks,
  deletePreviewLink,
  type PreviewLinkRow,
  previewLinkById,
  previewLinkByToken,
  previewLinksIn,
  touchPreviewLink,
} from "../../store/statements/accounts/preview-links.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import type { WriteDeps } from "../../store/store.ts";
import type { AppRecord } from "../apps/app-directory.ts";
import { auditStatement } from "../audit/audit-entry.ts";
import { hashToken, isToken, newToken } from "../sign-in/opaque-token.ts";
import { assertOriginServed, type BuilderPage } from "./builder-sessions.ts";
import { addToken } from "./link-token.ts";
import { accessOf, isMemberAllowed } from "./member-access.ts";

/** Lets secret scanners recognize a leaked token. */
const PREFIX = "ffp_";

/**
 * Creates a link that shows the draft on pages of the URL's origin to anyone who has it. The token is in the fragment,
 * which isn't sent to servers, or in the query if the page already has a fragment. It starts with the app's key, so that
 * only that app's SDK takes it.
 *
 * @throws ProblemError `preview_links_off`, `preview_links_full`, or `body_invalid` for an origin that isn't allowed.
 */
export async function createPreviewLink(
  deps: WriteDeps,
  app: AppRecord,
  member_id: MemberId,
  place: { readonly url: string; readonly content_id: ContentId; readonly expires_in_days: number },
): Promise<{ readonly id: PreviewLinkId; readonly url: string; readonly expires_at_ms: number }> {
  const { clock, rng, store } = deps;
  assertOn(app);
  const { origin } = new URL(place.url);
  assertOriginServed(app, origin);
  const now_ms = clock.now();
  const { length } = await previewLinksIn(store.db, app.id, now_ms, limits.preview_links_max);
  if (length >= limits.preview_links_max) {
    throw new ProblemError("preview_links_full", `This app has reached the limit of ${length} preview links.`);
  }
  const token = newToken(rng);
  const id = newId("prv", clock, rng);
  const { content_id, expires_in_days } = place;
  const expires_at_ms = now_ms + expires_in_days * DAY_MS;
  const row = {
    ...{ id, app_id: app.id, content_id, member_id, origin, token_hash: hashToken(token) },
    ...{ created_at: now_ms, expires_at: expires_at_ms, last_used_at: null },
  };
  await store.write([
    { query: deleteExpiredPreviewLinks(store.db, app.id, now_ms) },
    { query: insertRow(store.db, "preview_links", row), expect: 1 },
    auditStatement(deps, {
      ...{ member_id, action: "preview_link.create", resource: { type: "content", id: content_id } },
      ...{ app_id: app.id, detail: { origin, expires_in_days } },
    }),
  ]);
  return { id, url: addToken(place.url, "fanfare_preview", `${app.key}.${PREFIX}${token}`), expires_at_ms };
}

/**
 * Returns the link that a page opens. It works while its member may edit content.
 *
 * @throws ProblemError `preview_link_invalid` or `preview_links_off`.
 */
export async function requirePreviewLink(
  { clock, store }: Pick<WriteDeps, "clock" | "store">,
  { app, origin }: BuilderPage,
  token: string | undefined,
): Promise<PreviewLinkRow> {
  const secret = token?.startsWith(PREFIX) ? token.slice(PREFIX.length) : "";
  const row = isToken(secret) ? await previewLinkByToken(store.db, hashToken(secret)) : undefined;
  const now_ms = clock.now();
  const valid = row?.app_id === app.id && row.origin === origin && now_ms < row.expires_at;
  const access = row === undefined ? undefined : await accessOf(store.db, { id: row.member_id, role: row.role });
  if (row === undefined || !valid || access === undefined || !isMemberAllowed(access, "content.write", app.id)) {
    throw new ProblemError(
      "preview_link_invalid",
      "This preview link has expired or was revoked. Ask the person who sent it for a new one.",
    );
  }
  assertOn(app);
  if (now_ms - (row.last_used_at ?? 0) >= limits.sign_in_touch_s * SECOND_MS) {
    await store.write([{ query: touchPreviewLink(store.db, row.id, now_ms) }]);
  }
  return row;
}

export function listPreviewLinks({ clock, store }: WriteDeps, app: AppRecord): Promise<PreviewLinkRow[]> {
  return previewLinksIn(store.db, app.id, clock.now(), limits.preview_links_max);
}

/**
 * Revokes a link of the member, or of anyone if the member manages members.
 *
 * @throws ProblemError `preview_link_not_found`.
 */
export async function revokePreviewLink(
  deps: WriteDeps,
  app: Pick<AppRecord, "id">,
  id: string,
  by: { readonly member_id: MemberId | null; readonly revokes_all: boolean },
): Promise<void> {
  const row = isId("prv", id) ? await previewLinkById(deps.store.db, id) : undefined;
  const allowed = row?.app_id === app.id && (row.member_id === by.member_id || by.revokes_all);
  const written =
    row === undefined || !allowed
      ? undefined
      : await deps.store.write([
          { query: deletePreviewLink(deps.store.db, row.id), expect: 1 },
          auditStatement(deps, {
            ...{ member_id: by.member_id, action: "preview_link.revoke", app_id: app.id },
            ...{ resource: { type: "content", id: row.content_id }, detail: { origin: row.origin } },
          }),
        ]);
  if (written?.outcome === "committed") return;
  throw new ProblemError("preview_link_not_found", "Preview link not found. It may already have been revoked.");
}

function assertOn({ name, settings }: AppRecord): void {
  if (settings.preview_links) return;
  throw new ProblemError(
    "preview_links_off",
    `Preview links are turned off for ${name}. An owner or admin can turn them on in the app's settings.`,
  );
}
