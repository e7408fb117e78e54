import { limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { cookieOf } from "./cookies.ts";

/** What a browser keeps while it is away at the provider: sealed, for minutes, and sent along when it comes back (Lax). */
export interface FlowCookie {
  read(request: Request): string | undefined;
  write(sealed: string): string;
  clear(): string;
}

export function flowCookie(public_url: string): FlowCookie {
  const secure = public_url.startsWith("https:");
  const name = secure ? "__Host-fanfare_provider" : "fanfare_provider";
  const rest = `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  const max_age_s = (limits.provider_flow_minutes * MINUTE_MS) / SECOND_MS;
  return {
    read: (request) => cookieOf(request, name),
    write: (sealed) => `${name}=${sealed}; ${rest}; Max-Age=${max_age_s}`,
    clear: () => `${name}=; ${rest}; Max-Age=0`,
  };
}
