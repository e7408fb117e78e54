import type { ApiDeps } from "../guards/deps.ts";

type Deps = Pick<ApiDeps, "public_url">;

/** Public URL: configured, or taken from the request. */
export function baseUrl({ public_url }: Deps, request: Request): string {
  return public_url ?? new URL(request.url).origin;
}

/** Redirect URI to register at the provider. */
export function redirectUrl(deps: Deps, request: Request): string {
  return `${baseUrl(deps, request)}/api/provider-sign-in/callback`;
}

/** Post-logout redirect URI to register at the provider. */
export function signedOutUrl(deps: Deps, request: Request): string {
  return `${baseUrl(deps, request)}/console/sign-in`;
}

/** Back-channel logout URI to register at the provider. */
export function logoutUrl(deps: Deps, request: Request): string {
  return `${baseUrl(deps, request)}/api/provider-sign-out`;
}
