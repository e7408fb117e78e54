import { DAY_MS, limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";

function cookieOf(request: Request, name: string): string | undefined {
  for (const pair of (request.headers.get("Cookie") ?? "").split(";")) {
    const [key, value] = pair.trim().split("=", 2);
    if (key === name && value !== undefined && value !== "") return value;
  }
  return undefined;
}

/** Console cookie that scripts can't read and forms of other sites can't send. */
export interface MemberCookie {
  /** Returns the browser's unvalidated value. */
  read(request: Request): string | undefined;
  write(value: string): string;
  clear(): string;
}

/**
 * Cookie with a signed-in member's session token.
 *
 * @example
 * signInCookie("https://fanfare.example").write(token); // __Host-fanfare_sign_in=…; Path=/; HttpOnly; SameSite=Lax; …
 */
export function signInCookie(public_url: string): MemberCookie {
  return memberCookie(public_url, "fanfare_sign_in", limits.sign_in_absolute_days_max * DAY_MS);
}

/** Short-lived encrypted state of a sign-in through the provider. SameSite=Lax, so that browsers send it on return. */
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
