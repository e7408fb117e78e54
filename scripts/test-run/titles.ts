/** A rule that a test proves: its title with those of its groups, and the file that contains it. */
export interface TestTitle {
  readonly title: string;
  readonly file: string;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** Seeds differ in each run. */
const withoutSeed = (title: string): string => title.replaceAll(/(seed[ =])\d+/gi, "$1…");

/** Reads the titles of Bun's JUnit report. */
export function titlesFromJunit(xml: string): readonly TestTitle[] {
  return [...xml.matchAll(/<testcase ([^>]*)>/g)].map(([, attributes = ""]) => {
    const read = (name: string): string =>
      (new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "").replaceAll(
        /&(?:#(\d+)|(\w+));/g,
        (entity, code, named) =>
          code === undefined ? (ENTITIES[named] ?? entity) : String.fromCodePoint(Number(code)),
      );
    const groups = read("classname");
    return { title: withoutSeed(groups === "" ? read("name") : `${groups} > ${read("name")}`), file: read("file") };
  });
}

interface Suite {
  readonly title?: string;
  readonly file?: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly { readonly title: string }[];
}

/** Reads the titles of Playwright's JSON report. */
export function titlesFromPlaywright(json: string): readonly TestTitle[] {
  // Fields of Playwright's JSON reporter. Absent ones are treated as empty.
  return titlesOf(JSON.parse(json) as Suite, []);
}

function titlesOf({ title = "", file = "", suites = [], specs = [] }: Suite, around: readonly string[]): TestTitle[] {
  // The outermost suites are the report and its files.
  const groups = title === "" || title === file ? around : [...around, title];
  return [
    ...specs.map((spec) => ({ title: withoutSeed([...groups, spec.title].join(" > ")), file })),
    ...suites.flatMap((suite) => titlesOf(suite, groups)),
  ];
}

/**
 * Titles that `after` has less often than `before`, with the file that had them. A test may move to another file or
 * runner.
 *
 * @example
 * lostTitles([{ title: "adds", file: "a.web.ts" }], []); // ["a.web.ts › adds"]
 */
export function lostTitles(before: readonly TestTitle[], after: readonly TestTitle[]): readonly string[] {
  const left = new Map<string, number>();
  for (const { title } of after) left.set(title, (left.get(title) ?? 0) + 1);
  return before.flatMap(({ title, file }) => {
    const count = left.get(title) ?? 0;
    left.set(title, count - 1);
    return count > 0 ? [] : [`${file} › ${title}`];
  });
}
