import { capture, print, run, UserError } from "../terminal.ts";

export interface Package {
  readonly name: string;
  /** Alternative package for distributions without the first one. */
  readonly instead?: string;
  /** Purpose, as in "… are needed for". Shown if the package can't be installed. */
  readonly what: string;
  present(): boolean;
}

const APT = ["-y", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=120", "-o", "Acquire::Retries=3"];

/**
 * Installs missing packages in one run of `apt-get`, if available and permitted. Returns those still missing.
 *
 * @example
 * const missing = await ensurePackages([chromiumPackage, postgresPackage]);
 */
export async function ensurePackages(packages: readonly Package[]): Promise<readonly Package[]> {
  const missing = packages.filter((each) => !each.present());
  if (missing.length === 0) return [];
  const prefix = await aptPrefix();
  if (prefix === undefined) return missing;
  const quiet = { DEBIAN_FRONTEND: "noninteractive" };
  const wanted = missing.map((each) => each.name);
  print(`Installing ${wanted.join(", ")} with apt-get (first run only)…`);
  await must([...prefix, "apt-get", "update", "-q"], quiet, wanted);
  const names = await Promise.all(missing.map(available));
  await must([...prefix, "apt-get", "install", "-q", ...APT, ...names], quiet, names);
  return missing.filter((each) => !each.present());
}

/** Does nothing where this command isn't permitted to. */
export async function refreshPackageIndex(): Promise<void> {
  const prefix = await aptPrefix();
  if (prefix !== undefined) await capture([...prefix, "apt-get", "update", "-q"]);
}

async function available({ name, instead }: Package): Promise<string> {
  if (instead === undefined) return name;
  const { code, output } = await capture(["apt-cache", "show", "--no-all-versions", name]);
  return code === 0 && output !== "" ? name : instead;
}

async function must(command: readonly string[], environment: Record<string, string>, names: readonly string[]) {
  const { code, output } = await capture(command, environment);
  if (code === 0) return;
  throw new UserError(`${output}\n\napt-get couldn't install ${names.join(", ")}. See its message above.`);
}

/** How to run `apt-get`: as root, with a passwordless sudo, or not at all. */
async function aptPrefix(): Promise<readonly string[] | undefined> {
  if (Bun.which("apt-get") === null) return undefined;
  if (process.getuid?.() === 0) return [];
  if (Bun.which("sudo") === null) return undefined;
  const environment = { DEBIAN_FRONTEND: "noninteractive" };
  const allowed = (await run(["sudo", "-n", "true"], environment)) === 0;
  return allowed ? ["sudo", "-n", "--preserve-env=DEBIAN_FRONTEND"] : undefined;
}

export function missingSentence(missing: readonly Package[]): string {
  const names = missing.map((each) => each.name).join(" ");
  const uses = missing.map((each) => `${each.name} (${each.what})`).join(", ");
  return (
    `The tests require ${uses}, and this command isn't allowed to install packages here.\n` +
    `On Debian or Ubuntu: sudo apt-get install ${names}\n` +
    "On other systems: install the same programs and add them to PATH. Set CHROMIUM_PATH to use another browser."
  );
}
