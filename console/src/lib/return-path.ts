/**
 * Where to go after signing in: a path of this console and nothing else, so that nobody can send a member through our
 * door to a page of their own.
 *
 * @example
 * returnPath("/7/content?q=a"); // "/7/content?q=a"
 * returnPath("//evil.example"); // "/"
 */
export function returnPath(wanted: string | undefined): string {
  if (wanted === undefined || !wanted.startsWith("/")) return "/";
  // What a browser would read as another site: //host, /\host, and both behind characters that it drops.
  if (/^[/\\][/\\]/.test(wanted) || /\p{Cc}/u.test(wanted)) return "/";
  return wanted.startsWith("/sign-in") || wanted.startsWith("/setup") ? "/" : wanted;
}
