/** Files that one folder may hold, without its subfolders. More hide what belongs together. */
const FILES_MAX = 25;

const SOURCE = /\.(?:tsx?|mjs|jsx?|css)$/;
/** Tests stand beside what they test. */
const TEST = /(?:^|\/)test\/|\.(?:test|contract|fuzz|types|web)\.tsx?$/;

/**
 * Folders with too many source files, and their number.
 *
 * @example
 * crowdedFolders(["a/1.ts", "a/2.ts", "a/2.test.ts"], 1); // ["a holds 2 source files. Split it by noun: at most 1."]
 */
export function crowdedFolders(files: readonly string[], files_max = FILES_MAX): readonly string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    if (!SOURCE.test(file) || TEST.test(file)) continue;
    const folder = file.slice(0, Math.max(0, file.lastIndexOf("/")));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > files_max)
    .map(
      ([folder, count]) =>
        `${folder || "The top folder"} holds ${count} source files. Split it by noun: at most ${files_max}.`,
    );
}
