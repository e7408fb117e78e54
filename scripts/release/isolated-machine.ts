import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { findChromium } from "../services/chromium.ts";

/** The user of the server in an image. */
const USER = "65532:65532";
const LOOPBACK = /inet_addr\("127\.|"::1"|"::ffff:127\./;
/** Prepares what `$1` is the root of, and stays as long as the machine. */
const BOOT = `set -e
ip link set lo up
mount --bind "$1" "$1"
mount -t proc -o subset=pid,hidepid=invisible proc "$1/proc"
mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
mount --bind "$1/data" "$1/data"
mount -o remount,bind,ro "$1"
echo ready
exec sleep infinity`;
const SITE = `
const headers = { "Content-Type": "text/html" };
const { url } = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(process.argv[1], { headers }) });
console.log(String(url));`;

/** False for other users than root, in containers without the privilege to mount, and on other systems than Linux. */
export function canIsolate(): boolean {
  if (Bun.which("unshare") === null) return false;
  return Bun.spawnSync(["unshare", "--mount", "--net", "ip", "link", "set", "lo", "up"]).success;
}

export interface IsolatedServer {
  /** Resolves with the match, or its first group, as soon as the server printed it. */
  until(text: RegExp): Promise<string>;
  /** Sends SIGTERM. Returns the exit code. */
  stop(): Promise<number>;
}

export interface IsolatedMachineOptions {
  /** Path of the executable. That of an image if omitted. */
  readonly program?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * A machine that has nothing but the files of an image and `/proc`: its root is read-only except `/data` and `/tmp`, and
 * its network is the loopback. Needs {@link canIsolate}, and records every address that its programs connect to.
 *
 * @example
 * await using machine = await IsolatedMachine.start(root, records);
 * await machine.fanfare("version");
 */
export class IsolatedMachine implements AsyncDisposable {
  readonly #root: string;
  readonly #records: string;
  readonly #holder: Bun.Subprocess;
  readonly #options: IsolatedMachineOptions;

  private constructor(root: string, records: string, holder: Bun.Subprocess, options: IsolatedMachineOptions) {
    this.#root = root;
    this.#records = records;
    this.#holder = holder;
    this.#options = options;
  }

  /** `root`: directory with the files of the image. `records`: an empty directory. */
  static async start(root: string, records: string, options: IsolatedMachineOptions = {}): Promise<IsolatedMachine> {
    mkdirSync(join(root, "proc"), { recursive: true });
    const holder = Bun.spawn(["unshare", "--mount", "--net", "sh", "-c", BOOT, "boot", root], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await firstLine(holder.stdout);
    return new IsolatedMachine(root, records, holder, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#holder.kill();
    await this.#holder.exited;
  }

  /** Runs a command to its end. Returns what it printed. */
  async fanfare(...args: readonly string[]): Promise<string> {
    const { code, out, errors } = await this.run(...args);
    if (code !== 0) throw new Error(`fanfare ${args.join(" ")} ended with ${code}:\n${out}${errors}`);
    return out;
  }

  /** As {@link fanfare}, for commands that fail. */
  async run(
    ...args: readonly string[]
  ): Promise<{ readonly code: number; readonly out: string; readonly errors: string }> {
    const child = this.#start(args);
    const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    return { code: await child.exited, out, errors };
  }

  serve(...args: readonly string[]): IsolatedServer {
    const child = this.#start(["serve", ...args]);
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let printed = "";
    return {
      until: async (text) => {
        for (let found = text.exec(printed); ; found = text.exec(printed)) {
          if (found !== null) return found[1] ?? found[0];
          const { value, done } = await reader.read();
          if (done) throw new Error(`The server ended:\n${printed}${await new Response(child.stderr).text()}`);
          printed += value;
        }
      },
      stop: async () => {
        // strace ignores signals, and ends with the code of the server.
        const [server] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ");
        process.kill(Number(server), "SIGTERM");
        return await child.exited;
      },
    };
  }

  /** A browser on this machine. Its own calls aren't recorded. */
  async openBrowser(): Promise<Browser> {
    const executablePath = join(this.#records, "browser");
    writeFileSync(executablePath, `#!/bin/sh\nexec ${this.#enter("--net").join(" ")} "${findChromium()}" "$@"\n`);
    chmodSync(executablePath, 0o755);
    return await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  }

  /** Starts another server on this machine, which answers with one page. */
  async openSite(html: string): Promise<{ readonly url: string; close(): Promise<void> }> {
    const child = Bun.spawn([...this.#enter("--net"), process.execPath, "-e", SITE, html], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const close = async (): Promise<void> => {
      child.kill();
      await child.exited;
    };
    return { url: await firstLine(child.stdout), close };
  }

  /** Calls of `connect`: how many were to the machine itself, and each one to another address. */
  contacted(): { readonly itself: number; readonly others: readonly string[] } {
    const files = readdirSync(this.#records).filter((name) => name.startsWith("calls-"));
    const calls = files
      .flatMap((name) => readFileSync(join(this.#records, name), "utf8").split("\n"))
      .filter((line) => line.includes("connect(") && !line.includes("AF_UNIX"));
    const others = calls.filter((line) => !LOOPBACK.test(line));
    return { itself: calls.length - others.length, others };
  }

  #start(args: readonly string[]) {
    const record = join(this.#records, `calls-${readdirSync(this.#records).length}`);
    const strace = [
      "strace",
      "--follow-forks",
      "--seccomp-bpf",
      "--quiet=all",
      "--trace=connect",
      `--output=${record}`,
    ];
    const program = ["chroot", `--userspec=${USER}`, this.#root, this.#options.program ?? "/fanfare", ...args];
    return Bun.spawn([...this.#enter("--net", "--mount"), ...strace, ...program], {
      env: { PATH: process.env["PATH"] ?? "", FANFARE_PORT: "4000", FANFARE_DATA_DIR: "/data", ...this.#options.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  #enter(...namespaces: readonly string[]): readonly string[] {
    return ["nsenter", `--target=${this.#holder.pid}`, ...namespaces];
  }
}

async function firstLine(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  const { value = "" } = await stream.pipeThrough(new TextDecoderStream()).getReader().read();
  return value.trim();
}
