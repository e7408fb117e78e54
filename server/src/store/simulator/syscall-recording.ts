import { basename, dirname, join } from "node:path";

/** A process's operations on one directory of files, in order, with its output in between. */
export type Operation =
  | { readonly kind: "create"; readonly name: string }
  | { readonly kind: "remove"; readonly name: string }
  | { readonly kind: "write"; readonly name: string; readonly offset: number; readonly bytes: Uint8Array }
  | { readonly kind: "truncate"; readonly name: string; readonly size: number }
  | { readonly kind: "sync"; readonly name: string }
  | { readonly kind: "sync_directory" }
  | { readonly kind: "say"; readonly text: string };

const TRACED = [
  ...["openat", "open", "creat", "write", "pwrite64", "writev", "pwritev", "pwritev2", "fsync", "fdatasync"],
  ...["sync_file_range", "ftruncate", "truncate", "fallocate", "unlink", "unlinkat", "rename", "renameat", "renameat2"],
];
/** Follows all threads and children. Stops only at traced calls, because stopping at every call is slow. */
export const FOLLOWING = ["-f", "--seccomp-bpf"] as const;
/** Longer than any single write of SQLite. */
const STRING_BYTES_MAX = 1024 * 1024;

/**
 * Runs `command` under strace and returns every change to the files `names` of `directory`. Rejects if the process
 * fails, or uses a call on these files that a replay doesn't support.
 */
export async function record(
  command: readonly string[],
  directory: string,
  names: readonly string[],
): Promise<Operation[]> {
  const strace = straceBinary();
  const log = join(dirname(directory), `${basename(directory)}.strace`);
  const options = [
    ...FOLLOWING,
    "-qq",
    "-y",
    "-xx",
    "-s",
    String(STRING_BYTES_MAX),
    "-e",
    `trace=${TRACED.join(",")}`,
    "-o",
    log,
  ];
  const child = Bun.spawn([strace, ...options, ...command], { stdout: "pipe", stderr: "pipe" });
  const [, complaint, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0) throw new Error(`The recorded process ended with ${code}: ${complaint}`);
  const lines = (await Bun.file(log).text()).split("\n");
  await Bun.file(log).delete();
  return parse(lines, directory, new Set(names));
}

/** Counts the calls of `command`: until it prints `ready`, and in total. */
export async function countCalls(
  command: readonly string[],
  call: string,
  log: string,
): Promise<{ readonly until_ready: number; readonly in_all: number }> {
  const options = [...FOLLOWING, "-qq", "-e", `trace=${call},write`, "-o", log];
  const child = Bun.spawn([straceBinary(), ...options, ...command], { stdout: "ignore", stderr: "inherit" });
  if ((await child.exited) !== 0) throw new Error("The process whose calls were counted failed.");
  const lines = (await Bun.file(log).text()).split("\n");
  const ready = lines.findIndex((line) => line.includes('write(1, "ready'));
  const calls = (of: readonly string[]): number => of.filter((line) => line.includes(` ${call}(`)).length;
  return { until_ready: calls(lines.slice(0, ready)), in_all: calls(lines) };
}

/** Returns the path of strace. If it's missing, throws a message with the package name. */
export function straceBinary(): string {
  const found = Bun.which("strace");
  if (found !== null) return found;
  throw new Error(
    "strace is not installed; the crash tests record and disturb system calls with it: apt-get install strace.",
  );
}

const CALL = /^(\d+) +(\w+)\((.*)$/;
const RESUMED = /^(\d+) +<\.\.\. \w+ resumed>(.*)$/;
const UNFINISHED = " <unfinished ...>";

/**
 * Writes count from their start, because any part may be on disk from then on. Syncs count from their return, because
 * nothing is durable before.
 */
function parse(lines: readonly string[], directory: string, names: ReadonlySet<string>): Operation[] {
  const operations: Operation[] = [];
  const existing = new Set<string>();
  const unfinished = new Map<string, { readonly call: string; readonly text: string }>();
  const act = (call: string, text: string, moment: "began" | "ended"): void => {
    const operation = parseCall(call, text, directory, names, existing);
    if (operation === undefined) return;
    const counts_when_begun = operation.kind === "write" || operation.kind === "say";
    if (counts_when_begun === (moment === "began")) operations.push(operation);
    if (moment === "ended" && operation.kind === "create") existing.add(operation.name);
    if (moment === "ended" && operation.kind === "remove") existing.delete(operation.name);
  };
  for (const line of lines) {
    const begun = CALL.exec(line);
    const [, pid = "", call = "", rest = ""] = begun ?? RESUMED.exec(line)?.toSpliced(2, 0, "") ?? [];
    if (begun !== null) {
      const text = rest.replace(UNFINISHED, "");
      act(call, text, "began");
      if (rest.endsWith(UNFINISHED)) unfinished.set(pid, { call, text });
      else if (!failed(rest)) act(call, text, "ended");
    } else {
      const first = unfinished.get(pid);
      unfinished.delete(pid);
      if (first !== undefined && !failed(rest)) act(first.call, first.text + rest, "ended");
    }
  }
  return operations;
}

function failed(text: string): boolean {
  return / = -1 E[A-Z]+/.test(text);
}

const HEX_STRING = /"((?:\\x[0-9a-f]{2})*)"/g;
const DESCRIPTOR = /^\w+<((?:\\x[0-9a-f]{2})*)>/;

function parseCall(
  call: string,
  text: string,
  directory: string,
  names: ReadonlySet<string>,
  existing: ReadonlySet<string>,
): Operation | undefined {
  const strings = [...text.matchAll(HEX_STRING)].map((match) => fromHex(match[1] ?? ""));
  const descriptor = fromHex(DESCRIPTOR.exec(text)?.[1] ?? "").toString();
  const first = call.startsWith("open") || call.startsWith("unlink") ? (strings[0]?.toString() ?? "") : descriptor;
  const name = first.startsWith(`${directory}/`) ? basename(first) : "";
  const numbers =
    text
      .slice(text.lastIndexOf('"') + 1)
      .match(/\d+/g)
      ?.map(Number) ?? [];

  if (call === "write" && text.startsWith("1<")) return { kind: "say", text: strings[0]?.toString() ?? "" };
  if (call.endsWith("sync") && first === directory) return { kind: "sync_directory" };
  if (!names.has(name)) return undefined;
  switch (call) {
    case "openat":
      return text.includes("O_CREAT") && !existing.has(name) ? { kind: "create", name } : undefined;
    case "unlink":
    case "unlinkat":
      return { kind: "remove", name };
    case "pwrite64":
      return { kind: "write", name, offset: numbers[1] ?? 0, bytes: strings[0] ?? new Uint8Array() };
    case "ftruncate":
      return { kind: "truncate", name, size: Number(/>, (\d+)/.exec(text)?.[1]) };
    case "fsync":
    case "fdatasync":
      return { kind: "sync", name };
    default:
      throw new Error(`The recorded process called ${call} on ${name}, which the replay doesn't support.`);
  }
}

function fromHex(text: string): Buffer {
  return Buffer.from(text.replaceAll("\\x", ""), "hex");
}
