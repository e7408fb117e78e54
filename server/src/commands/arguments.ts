import { type ParseArgsConfig, parseArgs } from "node:util";
import { closestMatch } from "../lib/closest-match.ts";
import { HelpRequested, UsageError } from "../lib/operator-errors.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/**
 * Parses a command's arguments: one of its verbs, and its options. Every command has `--json` and `--help`.
 *
 * @throws HelpRequested for `--help` or `-h`.
 * @throws UsageError with `usage` and the closest option or verb if one is unknown.
 * @example
 * const { verb, values } = readArguments(args, {
 *   verbs: ["list", "create"], options: { key: { type: "string" } }, usage,
 * });
 */
export function readArguments<const Verb extends string, const Wanted extends Options>(
  args: readonly string[],
  spec: {
    readonly verbs: readonly Verb[];
    readonly options: Wanted;
    readonly usage: string;
    /** The verb that takes the name of a file. */
    readonly with_file?: Verb;
  },
) {
  if (args.some((arg) => arg === "--help" || arg === "-h")) throw new HelpRequested(spec.usage);
  const options = { ...spec.options, json: { type: "boolean", default: false } } as const;
  const unknown = args.find((arg) => arg.startsWith("-") && arg !== "-" && !Object.hasOwn(options, nameOf(arg)));
  if (unknown !== undefined) throw new UsageError(unknownOption(unknown, Object.keys(options), spec.usage));
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  const [file, ...before] = positionals.toReversed();
  if (spec.with_file !== undefined && before.toReversed().join(" ") === spec.with_file) {
    return { verb: spec.with_file, values, file };
  }
  const text = positionals.join(" ");
  const verb = spec.verbs.find((each) => each === text);
  if (verb === undefined) throw new UsageError(unknownVerb(text, spec.verbs, spec.usage));
  return { verb, values, file: undefined };
}

function nameOf(arg: string): string {
  return arg.replace(/^-+/, "").split("=")[0] ?? "";
}

function unknownOption(arg: string, known: readonly string[], usage: string): string {
  const near = closestMatch(nameOf(arg), known);
  const hint = near === undefined ? "" : ` Did you mean --${near}?`;
  return `Unknown option: ${arg.split("=")[0]}.${hint}\n${usage}`;
}

function unknownVerb(text: string, verbs: readonly string[], usage: string): string {
  if (text === "") return usage;
  const near = closestMatch(text, verbs);
  return `Unknown argument: ${text}.${near === undefined ? "" : ` Did you mean ${near}?`}\n${usage}`;
}
