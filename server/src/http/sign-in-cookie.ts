import { DAY_MS, limits, SECOND_MS } from "@fanfare/contract/limits";
import { cookieOf } from "./cookies.ts";

/** The cookie of a member who is signed in. No script can read it, and no other site's form can send it along. */
export interface SignInCookie {
  /** The token that the browser sent, not yet looked up. */
  read(request: Request): string | undefined;
  /** The `Set-Cookie` that keeps this token. */
  write(token: string): string;
  /** The `Set-Cookie` that takes it away. */
  clear(): string;
}

/**
 * @example
 * signInCookie("https://fanfare.example").write(token); // __Host-fanfare_sign_in=…; Path=/; HttpOnly; SameSite=Lax; …
 */
export function signInCookie(public_url: string): SignInCookie {
  const secure = public_url.startsWith("https:");
  const name = secure ? "__Host-fanfare_sign_in" : "fanfare_sign_in";
  const rest = `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  const max_age_s = (limits.sign_in_absolute_days_max * DAY_MS) / SECOND_MS;
  return {
    read: (request) => cookieOf(request, name),
    write: (token) => `${name}=${token}; ${rest}; Max-Age=${max_age_s}`,
    clear: () => `${name}=; ${rest}; Max-Age=0`,
  };
}
