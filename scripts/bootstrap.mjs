// The only JavaScript in the repository that plain Node runs: it brings the dependencies in, so it may not have any.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const NODE_MIN = [20, 19];
const PARENT_EVERY_MS = 250;
/** Where npm's messages go: standard output belongs to the command, such as the protocol of `fanfare mcp`. */
const STDERR = 2;
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/**
 * The child ends even if this process is killed without cleanup. It ignores the `.env`, `bunfig.toml`, and
 * `tsconfig.json` of the folder where the command is run: code there would run with Fanfare's rights.
 */
const BUN_OPTIONS = [
  "--no-orphans",
  "--no-env-file",
  `--config=${fileURLToPath(new URL("bunfig.toml", import.meta.url))}`,
  `--tsconfig-override=${join(root, "tsconfig.json")}`,
];
/** Read this first: installing dependencies blocks the process. */
const parent = process.ppid;
const bun = join(root, "node_modules", ".bin", process.platform === "win32" ? "bun.exe" : "bun");
const stamp = join(root, "node_modules", ".fanfare-installed");

/** Prints a message without a stack trace and exits with code 1. */
function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])) return;
  refuse(
    `Fanfare requires Node.js ${NODE_MIN.join(".")} or later, and this is ${process.versions.node}. ` +
      "Install a newer version from https://nodejs.org, then run the command again.",
  );
}

/** Hash of everything that determines the installed packages. */
function wanted() {
  const hash = createHash("sha256");
  for (const file of ["package-lock.json", "package.json"]) hash.update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

function npm(args) {
  // Under `npm run`, use the same npm. Its script file works on every platform without a shell.
  const script = process.env.npm_execpath;
  const [command, first] = script?.endsWith(".js") ? [process.execPath, [script]] : ["npm", []];
  return spawnSync(command, [...first, ...args], { cwd: root, stdio: ["ignore", STDERR, "inherit"] });
}

/** Whether npm installed a package that only tests, checks, and benchmarks use. */
function hasDevPackages() {
  const installed = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  return Object.values(JSON.parse(readFileSync(installed, "utf8")).packages).some(({ dev }) => dev === true);
}

/**
 * `runtime` leaves out the packages of tests, checks, and benchmarks: two thirds of all files. It never removes them.
 * @param {"all" | "runtime"} packages
 */
function install(packages) {
  const all = wanted();
  const runtime = `${all} runtime`;
  const installed = existsSync(stamp) && existsSync(bun) ? readFileSync(stamp, "utf8") : "";
  if (installed === all || (packages === "runtime" && installed === runtime)) return;
  const is_runtime = packages === "runtime" && !hasDevPackages();
  process.stderr.write("Installing dependencies (first start only)…\n");
  // Not `npm ci`, which deletes node_modules first. `--no-save` also installs the locked versions and leaves the file as is.
  const command = ["install", "--no-save", "--no-audit", "--no-fund", is_runtime ? "--omit=dev" : "--include=dev"];
  // The lock file has a hash of each package. So ask the registry only for those that npm's cache lacks. If the cached
  // list of versions is too old for that, ask for everything.
  const cached = npm([...command, "--prefer-offline", "--loglevel=silent"]);
  const result = cached.status === 0 ? cached : npm([...command, "--loglevel=error"]);
  if (result.error) refuse(`Couldn't start npm (${result.error.message}). Install npm 10 or later, then try again.`);
  if (result.status !== 0) {
    refuse("npm couldn't install the dependencies. See its message above, check your network, then try again.");
  }
  repairBun();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, is_runtime ? runtime : all);
}

function bunAnswers() {
  return spawnSync(bun, ["--version"], { stdio: "ignore" }).status === 0;
}

/** npm may be configured to skip install scripts. Bun's own script installs its binary. */
function repairBun() {
  if (bunAnswers()) return;
  spawnSync(process.execPath, [join(root, "node_modules", "bun", "install.js")], { cwd: root, stdio: "inherit" });
  if (bunAnswers()) return;
  refuse(
    `Fanfare requires Bun, which doesn't start on this machine (${process.platform} ${process.arch}). ` +
      "Run `node node_modules/bun/install.js` to see why.",
  );
}

/**
 * Runs a file with Bun as if in place of this process: passes through output, signals, and exit code.
 * @param {string} file path from the root
 * @param {string[]} args
 * @param {"all" | "runtime"} packages what the file needs
 */
export function runWithBun(file, args, packages) {
  checkNode();
  install(packages);
  const child = spawn(bun, [...BUN_OPTIONS, join(root, file), ...args], { stdio: "inherit", env: process.env });
  // A terminal sends Ctrl-C to the whole process group, but `kill` only reaches this process, so forward signals.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => refuse(`Couldn't start Bun: ${error.message}.`));
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? (signal === "SIGINT" ? 130 : signal === "SIGTERM" ? 143 : 1);
  });
  // npm sends SIGTERM to a shell, which exits without forwarding it. This process then has another parent.
  if (process.env.npm_lifecycle_event === undefined) return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill("SIGTERM");
  }, PARENT_EVERY_MS);
  watch.unref();
}
