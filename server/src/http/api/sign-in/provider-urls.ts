import type { ApiDeps } from "../guards/deps.ts";

type Deps = Pick<ApiDeps, "public_url">;

/** Where browsers reach this server: configured, or as this call reached it. */
export function baseUrl({ public_url }: Deps, request: Request): string {
  return public_url ?? new URL(request.url).origin;
}

/** The redirect URI: to be registered at the provider. */
export function redirectUrl(deps: Deps, request: Request): string {
  return `${baseUrl(deps, request)}/api/provider-sign-in/callback`;
}

/** Where the provider sends a browser after signing out there: to be registered as its post-logout redirect URI. */
export function signedOutUrl(deps: Deps, request: Request): string {
  return `${baseUrl(deps, request)}/console/sign-in`;
}

/** Where the provider says that a session has ended: to be registered as its back-channel logout URI. */
export function logoutUrl(deps: Deps, request: Request): string {
  return `${baseUrl(deps, request)}/api/provider-sign-out`;
}
