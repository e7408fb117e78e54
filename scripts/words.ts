import { capture, main, print, ROOT } from "./terminal.ts";
import { check, type Finding, subjectProblem } from "./words/rules.ts";
import { allTexts } from "./words/sources.ts";

/** Texts and commit subjects that break the writing rules in CONTRIBUTING.md. */
export async function wordsFindings(): Promise<readonly Finding[]> {
  const { output } = await capture(["git", "ls-files", "-co", "--exclude-standard"]);
  return [...allTexts(output.split("\n")).flatMap(check), ...(await subjectFindings())];
}

/** Commit subjects since the rule was added. A shallow clone may have none to check. */
async function subjectFindings(): Promise<readonly Finding[]> {
  const git = async (...args: readonly string[]): Promise<string> => (await capture(["git", ...args])).output;
  const since = await git("log", "--diff-filter=A", "--format=%H", "-1", "--", "scripts/words.ts");
  if (!/^[0-9a-f]{40}$/.test(since)) return [];
  const subjects = (await git("log", "--no-merges", "--format=%h %s", `${since}..HEAD`)).split("\n").filter(Boolean);
  return subjects.flatMap((line) => {
    const [hash = "", ...words] = line.split(" ");
    const problem = subjectProblem(words.join(" "));
    return problem === undefined
      ? []
      : [{ at: `commit ${hash}`, rule: `the subject ${problem}`, text: words.join(" ") }];
  });
}

if (import.meta.main) {
  await main(async () => {
    const findings = await wordsFindings();
    for (const { at, rule, text } of findings) print(`${at}  ${rule}\n    ${text}`);
    print(`${findings.length} findings in ${ROOT}`);
    return findings.length === 0 ? 0 : 1;
  });
}
