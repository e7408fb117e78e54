import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { main, print, ROOT, UserError } from "./terminal.ts";
import { lostTitles, type TestTitle, titlesFromJunit, titlesFromPlaywright } from "./test-run/titles.ts";

/** Reports of the last run. */
const REPORTS = join(ROOT, ".cache", "tests");

function titlesIn(directory: string): readonly TestTitle[] {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  const titles = names.flatMap((name) => {
    const text = readFileSync(join(directory, name), "utf8");
    return name.endsWith(".xml") ? titlesFromJunit(text) : titlesFromPlaywright(text);
  });
  if (titles.length === 0) throw new UserError(`${directory} has no reports. Run npm run test:all first.`);
  return titles;
}

/** Compares the titles of two complete runs: a rule that no test proves any longer is an error. */
await main(async () => {
  const [before] = process.argv.slice(2);
  if (before === undefined)
    throw new UserError("Usage: npm run test:titles -- DIRECTORY, with a copy of .cache/tests.");
  const [old, now] = [titlesIn(before), titlesIn(REPORTS)];
  const [lost, added] = [lostTitles(old, now), lostTitles(now, old)];
  for (const title of lost) print(`- ${title}`);
  for (const title of added) print(`+ ${title}`);
  print(`\n${old.length} before, ${now.length} now: ${lost.length} lost, ${added.length} added`);
  return lost.length === 0 ? 0 : 1;
});
