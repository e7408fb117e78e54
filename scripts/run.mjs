// Entry point of `npm start`, `npm test`, and the others: node scripts/run.mjs NAME [arguments]
import { runWithBun } from "./bootstrap.mjs";

/** Commands of people who run Fanfare. The others are for those who change it. */
const RUNTIME = ["start", "build"];

const [name = "", ...args] = process.argv.slice(2);
if (!/^[a-z]+$/.test(name)) {
  process.stderr.write(
    "Usage: node scripts/run.mjs NAME. NAME is start, build, dev, check, docs, locales, test, quick, nightly, titles, bench, release, or screenshots.\n",
  );
  process.exit(2);
}
runWithBun(`scripts/${name}.ts`, args, RUNTIME.includes(name) ? "runtime" : "all");
