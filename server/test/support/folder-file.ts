import type { FolderFile } from "@fanfare/contract/content-folder";

export const file = (path: string, value: unknown): FolderFile => ({
  ...{ path, text: `${JSON.stringify(value, null, 2)}\n` },
});

/** Numbers the IDs of parts, so that each is there once. */
export function withIds(value: object): object {
  let count = 0;
  return JSON.parse(JSON.stringify(value, (key, part) => (key === "id" ? `part-${++count}` : part)));
}

/** Files don't repeat defaults, and name the server's schema. */
const DEFAULTS = ["/priority 0", '/trigger/kind "automatic"', '/frequency/mode "until_completed"'];

/** What a file had and no longer has, apart from spaces around texts. */
export function lost(before: string, after: string): readonly string[] {
  const kept = new Set([...leaves(JSON.parse(after)), ...DEFAULTS]);
  return leaves(JSON.parse(before)).filter((leaf) => !kept.has(leaf) && !leaf.startsWith("/$schema "));
}

function leaves(value: unknown, at = ""): readonly string[] {
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, part]) => leaves(part, `${at}/${key}`));
  }
  return [`${at} ${JSON.stringify(typeof value === "string" ? value.trim() : value)}`];
}
