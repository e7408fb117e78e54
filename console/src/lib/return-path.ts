/**
 * Validates the path to open after sign-in. Only paths of this console are allowed, to prevent open redirects.
 *
 * @example
 * returnPath("/7/content?q=a"); // "/7/content?q=a"
 * returnPath("//evil.example"); // "/"
 */
export function returnPath(path: string | undefined): string {
  if (path === undefined || !path.startsWith("/")) return "/";
  // Browsers read these as another site: //host, /\host, and both with control characters that browsers drop.
  if (/^[/\\][/\\]/.test(path) || /\p{Cc}/u.test(path)) return "/";
  return path.startsWith("/sign-in") || path.startsWith("/setup") ? "/" : path;
}
