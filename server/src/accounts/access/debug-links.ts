import type { Clock } from "@fanfare/contract/lib/clock";
import { type AppId, isId, type MemberId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { DebugTarget } from "@fanfare/contract/schema/people/debug-link";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import {
  claimDebugLink,
  type DebugLinkUseRow,
  debugLinkUse,
  deleteDebugLinkUses,
} from "../../store/statements/accounts/debug-link-uses.ts";
import { signInById } from "../../store/statements/accounts/sign-ins.ts";
import type { Store } from "../../store/store.ts";
import type { AppRecord } from "../apps/app-directory.ts";
import { isOriginAllowed } from "../apps/origins.ts";
import { auditStatement } from "../audit/audit-entry.ts";
import { hashToken, newToken } from "../sign-in/opaque-token.ts";
import type { SignedInMember } from "../sign-in/sign-in.ts";
import { addToken } from "./link-token.ts";
import { accessOf, isMemberAllowed } from "./member-access.ts";

export interface DebugLinks {
  /**
   * Returns the page's URL with a short-lived token for its app. `place`: what the panel looks up when it opens.
   *
   * @throws ProblemError `body_invalid` if the app doesn't allow the URL's origin.
   */
  make(
    app: AppRecord,
    member: Pick<SignedInMember, "sign_in_id" | "member_id">,
    page_url: string,
    place?: DebugTarget,
  ): Promise<{ readonly url: string; readonly expires_at_ms: number }>;
  /**
   * Returns the token's expiry and the link's `place`. `panel`: random ID of the panel that the link opened. The link
   * works for the first panel only.
   *
   * @throws ProblemError `debug_link_expired`; `debug_link_used` for another panel; `debug_link_invalid` for any other
   *   token that isn't valid for this app.
   */
  check(
    app: AppRecord,
    token: string,
    panel: string,
  ): Promise<{ readonly expires_at_ms: number; readonly place: DebugTarget | undefined }>;
}

const ISSUER = "fanfare-debug";

/**
 * Stored only once it's opened: the token names the member's session and ends with it, even before its own expiry. HS256 with a derived
 * key, so that no other Fanfare token is valid here.
 *
 * @example
 * const links = createDebugLinks({ clock, rng, store, keys: () => vault.deriveAll("debug link v1") });
 */
export function createDebugLinks(deps: {
  readonly clock: Pick<Clock, "now">;
  readonly rng: Pick<Rng, "bytes">;
  readonly store: Store;
  /** The current key first. */
  readonly keys: () => readonly Uint8Array[];
}): DebugLinks {
  const { clock, store, keys } = deps;
  return {
    async make(app, { sign_in_id, member_id }, page_url, place) {
      const { origin } = new URL(page_url);
      if (!isOriginAllowed(app.allowed_origins, origin)) throw notServed(app, origin);
      const expires_at_ms = clock.now() + limits.debug_link_minutes * MINUTE_MS;
      const token = await new SignJWT({ sid: sign_in_id, ...(place === undefined ? {} : { place }) })
        .setProtectedHeader({ alg: "HS256" })
        .setIssuer(ISSUER)
        .setAudience(app.key)
        .setSubject(member_id)
        .setJti(newToken(deps.rng))
        .setExpirationTime(Math.floor(expires_at_ms / SECOND_MS))
        .sign(currentOf(keys()));
      await store.write([auditOf(deps, app.id, member_id, origin)]);
      return { url: addToken(page_url, "fanfare_debug", `${app.key}.${token}`), expires_at_ms };
    },

    async check(app, token, panel) {
      const { exp = 0, sid, sub, jti = "", place } = await claimsOf(token, keys(), app, new Date(clock.now()));
      const signed_in = typeof sid === "string" && isId("sgn", sid) ? await signInById(store.db, sid) : undefined;
      const is_live = signed_in !== undefined && signed_in.expires_at > clock.now();
      if (!is_live || signed_in.member_id !== sub) throw expired();
      const access = await accessOf(store.db, { id: signed_in.member_id, role: signed_in.role });
      if (!isMemberAllowed(access, "person.read", app.id)) throw expired();
      await claim(deps, { link_id: jti, panel_hash: hashToken(panel), expires_at: exp * SECOND_MS });
      // Cast: the signature proves that `make` wrote it.
      return { expires_at_ms: exp * SECOND_MS, place: place as DebugTarget | undefined };
    },
  };
}

function currentOf([key]: readonly Uint8Array[]): Uint8Array {
  if (key === undefined) throw new Error("Debug links need a key.");
  return key;
}

async function claimsOf(token: string, keys: readonly Uint8Array[], app: AppRecord, now: Date): Promise<JWTPayload> {
  for (const key of keys) {
    const verified = await jwtVerify(token, key, {
      algorithms: ["HS256"],
      issuer: ISSUER,
      audience: app.key,
      currentDate: now,
      requiredClaims: ["sub", "exp", "sid", "jti"],
    }).catch((error: unknown) => {
      if (error instanceof errors.JWTExpired) throw expired();
    });
    if (verified !== undefined) return verified.payload;
  }
  throw invalid();
}

/** @throws ProblemError `debug_link_used` unless the link is new or was opened by the same panel. */
async function claim({ clock, store }: Parameters<typeof createDebugLinks>[0], use: DebugLinkUseRow): Promise<void> {
  const known = await debugLinkUse(store.db, use.link_id);
  if (known?.panel_hash === use.panel_hash) return;
  if (known === undefined) {
    const written = await store.write([
      { query: deleteDebugLinkUses(store.db, clock.now()) },
      { query: claimDebugLink(store.db, use), expect: 1 },
    ]);
    if (written.outcome === "committed") return;
  }
  throw new ProblemError("debug_link_used", "This debug link was already used. Create a new one in the console.");
}

function auditOf(deps: Parameters<typeof auditStatement>[0], app_id: AppId, member_id: MemberId, origin: string) {
  const resource = { type: "app", id: app_id } as const;
  return auditStatement(deps, { member_id, action: "debug_link.make", resource, app_id, detail: { origin } });
}

function notServed(app: AppRecord, origin: string): ProblemError {
  const message = `The origin ${origin} isn't allowed for the app ${app.name}. Add it to the app's allowed origins.`;
  return new ProblemError("body_invalid", message, { fields: [{ pointer: "/url", message }] });
}

function expired(): ProblemError {
  return new ProblemError("debug_link_expired", "This debug link has expired. Create a new one in the console.");
}

function invalid(): ProblemError {
  return new ProblemError(
    "debug_link_invalid",
    "This debug link is for another app or another server. Create a new one in the console.",
  );
}
