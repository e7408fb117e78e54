/**
 * Where to go after signing in: a path of this console and nothing else, so that nobody can send a member through our
 * door to a page of their own.
 *
 * @example
 * returnPath("/7/content?q=a"); // "/7/content?q=a"
 * returnPath("//evil.example"); // "/"
 */
export function returnPath(path: string | undefined): string {
  if (path === undefined || !path.startsWith("/")) return "/";
  // What a browser would read as another site: //host, /\host, and both behind characters that it drops.
  if (/^[/\\][/\\]/.test(path) || /\p{Cc}/u.test(path)) return "/";
  return path.startsWith("/sign-in") || path.startsWith("/setup") ? "/" : path;
}
