import { DAY_MS, limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";

/** A value of the `Cookie` header; undefined for none, and for an empty one. */
function cookieOf(request: Request, name: string): string | undefined {
  for (const pair of (request.headers.get("Cookie") ?? "").split(";")) {
    const [key, value] = pair.trim().split("=", 2);
    if (key === name && value !== undefined && value !== "") return value;
  }
  return undefined;
}

/** A cookie of the console: no script can read it, and no other site's form can send it along. */
export interface MemberCookie {
  /** What the browser sent, not yet looked at. */
  read(request: Request): string | undefined;
  /** The `Set-Cookie` that keeps this value. */
  write(value: string): string;
  /** The `Set-Cookie` that takes it away. */
  clear(): string;
}

/**
 * The token of a member who is signed in.
 *
 * @example
 * signInCookie("https://fanfare.example").write(token); // __Host-fanfare_sign_in=…; Path=/; HttpOnly; SameSite=Lax; …
 */
export function signInCookie(public_url: string): MemberCookie {
  return memberCookie(public_url, "fanfare_sign_in", limits.sign_in_absolute_days_max * DAY_MS);
}

/** What a browser keeps while it is away at the provider: sealed, for minutes, and sent along when it comes back (Lax). */
export function flowCookie(public_url: string): MemberCookie {
  return memberCookie(public_url, "fanfare_provider", limits.provider_flow_minutes * MINUTE_MS);
}

function memberCookie(public_url: string, bare_name: string, age_ms: number): MemberCookie {
  const secure = public_url.startsWith("https:");
  const name = secure ? `__Host-${bare_name}` : bare_name;
  const rest = `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return {
    read: (request) => cookieOf(request, name),
    write: (value) => `${name}=${value}; ${rest}; Max-Age=${age_ms / SECOND_MS}`,
    clear: () => `${name}=; ${rest}; Max-Age=0`,
  };
}
