import type { ApiDeps } from "./api-deps.ts";

/** The address of a page of the console, where the browser that asks reaches it, with the token of a one-time link. */
export function linkUrl(
  { public_url }: Pick<ApiDeps, "public_url">,
  request: Request,
  page: "invite" | "reset",
  token: string,
): string {
  return `${public_url ?? new URL(request.url).origin}/console/${page}?token=${token}`;
}
