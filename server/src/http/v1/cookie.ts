import { DAY_MS, limits, SECOND_MS } from "@fanfare/contract/limits";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";

/**
 * Cookie of people who haven't signed in. Holds one signed token per app that this browser has visited (`{app
 * id}:{token}`, joined by `~`), so that apps on one server don't overwrite each other's visitors.
 */
export interface AnonymousCookie {
  /** Returns the browser's unverified token for this app. */
  read(request: Request, app: AppRecord): string | undefined;
  /** Returns the `Set-Cookie` header that adds this token to those the browser sent. */
  write(request: Request, app: AppRecord, token: string): string;
}

/**
 * @example
 * const cookie = anonymousCookie("https://fanfare.example");
 * c.header("Set-Cookie", cookie.write(c.req.raw, app, token)); // __Host-fanfare_anon=…; Secure; HttpOnly; …
 */
export function anonymousCookie(public_url: string): AnonymousCookie {
  const secure = public_url.startsWith("https:");
  const name = secure ? "__Host-fanfare_anon" : "fanfare_anon";
  const max_age_s = (limits.anonymous_token_days * DAY_MS) / SECOND_MS;
  return {
    read: (request, app) => tokensIn(request, name).get(app.id),
    write(request, app, token) {
      const tokens = tokensIn(request, name);
      tokens.delete(app.id);
      const newest = [...tokens].slice(-(limits.anonymous_cookie_apps_max - 1));
      const value = [...newest, [app.id, token]].map((pair) => pair.join(":")).join("~");
      return `${name}=${value}; Path=/; Max-Age=${max_age_s}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
    },
  };
}

/**
 * Whether the calling page is on Fanfare's site, so that a cookie is first-party and persists. Otherwise browsers drop
 * such cookies or expire them after days. Only browsers send this header, and scripts can't change it.
 */
export function sharesSite(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  return site === "same-origin" || site === "same-site";
}

function tokensIn(request: Request, name: string): Map<string, string> {
  const tokens = new Map<string, string>();
  for (const pair of (request.headers.get("Cookie") ?? "").split(";")) {
    const [key, value] = splitOnce(pair.trim(), "=");
    if (key !== name) continue;
    for (const part of value.split("~")) {
      const [app_id, token] = splitOnce(part, ":");
      // Anything else wasn't written here and must not be copied into the next cookie.
      if (/^\d{1,40}$/.test(app_id) && /^[\w.-]+$/.test(token) && token.length <= limits.identity_token_chars_max) {
        tokens.set(app_id, token);
      }
    }
  }
  return tokens;
}

function splitOnce(text: string, symbol: string): readonly [before: string, after: string] {
  const at = text.indexOf(symbol);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
