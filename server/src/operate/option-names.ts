/** What of an operation's input has another name on the command line. Places in lists do not count. */
const OPTIONS: Readonly<Record<string, string>> = {
  scopes: "--scope",
  expires_in_days: "--days",
  "wish.ttl_s": "--ttl",
  "wish.priority": "--priority",
  "wish.collapse_key": "--collapse",
  "wish.devices": "--devices",
  "wish.audience.external_ids": "--to",
  "wish.audience.groups": "--group",
  "wish.audience.segment_id": "--segment",
  "wish.body.kind": "--kind",
  "wish.body.title": "--title",
  "wish.body.text": "--text",
  "wish.body.tone": "--tone",
  "wish.body.preset": "--celebrate",
};
const BODY = "wish.body.";

/**
 * The option by which this part of an operation's input is given on the command line.
 *
 * @example
 * optionOf(["wish", "ttl_s"]); // "--ttl"
 */
export function optionOf(path: readonly PropertyKey[]): string {
  const name = path.filter((part) => typeof part === "string").join(".");
  if (Object.hasOwn(OPTIONS, name)) return OPTIONS[name] ?? "";
  if (name.startsWith(BODY)) return `--body, ${name.slice(BODY.length)}`;
  return `--${name.replaceAll("_", "-")}`;
}
