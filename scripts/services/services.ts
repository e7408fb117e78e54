import { existsSync, readdirSync } from "node:fs";
import { UserError } from "../terminal.ts";
import { chromiumPackage, downloadChromium, findChromium } from "./chromium.ts";
import { ensurePackages, missingSentence, type Package } from "./packages.ts";
import { proxyPackages } from "./proxies.ts";
import { redisPackage } from "./redis.ts";

const DEBIAN_VERSIONS = "/usr/lib/postgresql";

/** Look for `initdb`: the client package creates the same folder. */
function hasPostgres(): boolean {
  const versions = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS) : [];
  if (versions.some((version) => existsSync(`${DEBIAN_VERSIONS}/${version}/bin/initdb`))) return true;
  return Bun.which("postgres") !== null && Bun.which("initdb") !== null;
}

const postgresPackage: Package = {
  name: "postgresql",
  what: "the second database",
  present: hasPostgres,
};

/** Linux only. Elsewhere, the tests that need it fail with their own message, and the others run. */
const stracePackage: Package = {
  name: "strace",
  what: "for crashes on purpose",
  present: () => process.platform !== "linux" || Bun.which("strace") !== null,
};

/** Linux only. Elsewhere, and in containers that may not mount, the test of the image is left out. */
const networkPackage: Package = {
  name: "iproute2",
  what: "for a machine without a network",
  present: () => process.platform !== "linux" || Bun.which("ip") !== null,
};

const pythonPackage: Package = {
  name: "python3",
  what: "for the Python examples",
  present: () => Bun.which("python3") !== null,
};

const LARAVEL = "/usr/share/php/Illuminate/Foundation/Application.php";
const DJANGO = "/usr/lib/python3/dist-packages/django";

/** For the examples of the nightly run. */
const examplePackages: readonly Package[] = [
  { name: "php-cli", what: "for the PHP examples", present: () => Bun.which("php") !== null },
  { name: "php-laravel-framework", what: "for the Laravel example", present: () => existsSync(LARAVEL) },
  { name: "ruby", what: "for the Ruby examples", present: () => Bun.which("ruby") !== null },
  { name: "golang-go", what: "for the Go examples", present: () => Bun.which("go") !== null },
  { name: "python3-django", what: "for the Django example", present: () => existsSync(DJANGO) },
];

/** For the Debian package and the container files, in the nightly run. */
const releasePackages: readonly Package[] = [
  { name: "lintian", what: "for the Debian package", present: () => Bun.which("lintian") !== null },
  ...["buildah", "skopeo", "umoci"].map((name) => ({
    ...{ name, what: "for the Containerfile", present: () => Bun.which(name) !== null },
  })),
  { name: "debootstrap", what: "for an empty Debian", present: () => Bun.which("debootstrap") !== null },
  { name: "systemd", what: "for the systemd unit", present: () => Bun.which("systemd-analyze") !== null },
  { name: "docker-compose", what: "for the compose files", present: () => Bun.which("docker-compose") !== null },
];

/**
 * Installs what tests need besides npm packages.
 *
 * @returns the path of the browser.
 * @throws UserError that names what to install, if this command isn't permitted to install it.
 */
export async function ensureServices(): Promise<{ readonly chromium: string }> {
  let missing = await ensurePackages([
    ...[chromiumPackage, postgresPackage, redisPackage, stracePackage, networkPackage, pythonPackage],
    ...proxyPackages,
    ...(process.env["NIGHTLY"] === undefined ? [] : [...examplePackages, ...releasePackages]),
  ]);
  if (missing.includes(chromiumPackage) && (await downloadChromium())) {
    missing = missing.filter((each) => each !== chromiumPackage);
  }
  const chromium = findChromium();
  if (missing.length > 0 || chromium === undefined) throw new UserError(missingSentence(missing));
  return { chromium };
}
