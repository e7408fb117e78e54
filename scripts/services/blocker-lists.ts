import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { capture, ROOT, UserError } from "../terminal.ts";
import { refreshPackageIndex } from "./packages.ts";

const DIRECTORY = join(ROOT, ".cache", "blocker-lists");

/** Debian's package carries EasyList, EasyPrivacy, and uBlock Origin's own lists as text. */
const DEBIAN_PACKAGE = "webext-ublock-origin-firefox";
const LISTS_OF_DEBIAN = {
  EasyList: "thirdparties/easylist/easylist.txt",
  EasyPrivacy: "thirdparties/easylist/easyprivacy.txt",
  "uBlock filters": "ublock/filters.min.txt",
  "uBlock privacy": "ublock/privacy.min.txt",
};

/** Carries AdGuard's lists as rules of Chromium's declarativeNetRequest. Its other dependencies aren't needed. */
const ADGUARD_PACKAGE = "@adguard/dnr-rulesets@3.3.20260320140136";
const ADGUARD_SHA512 = "n0DqlWWlDYs4P6UdG1H5HQR/nVCMMxq6B6JMj6gvcP4uMvjmLKQw6rPg07vy5+Mn0ty9Q/3OYQldiHsqNSPzuQ==";
const LISTS_OF_ADGUARD = { "AdGuard Base": 2, "AdGuard Tracking Protection": 3, "AdGuard Social Media": 4 };

interface DeclarativeRule {
  readonly action: { readonly type: string };
  readonly condition: {
    readonly urlFilter?: string;
    readonly regexFilter?: string;
    readonly domainType?: "firstParty" | "thirdParty";
    readonly resourceTypes?: readonly string[];
    readonly excludedResourceTypes?: readonly string[];
    readonly initiatorDomains?: readonly string[];
    readonly excludedInitiatorDomains?: readonly string[];
    readonly requestDomains?: readonly string[];
  };
}

/**
 * Filter lists of ad blockers by name, in the text format of Adblock Plus. Downloaded once from the package registries,
 * and neither installed nor shipped.
 *
 * @throws UserError if they can't be downloaded.
 * @example const { EasyList } = await blockerLists();
 */
export async function blockerLists(): Promise<Readonly<Record<string, string>>> {
  if (!existsSync(DIRECTORY)) {
    const partial = `${DIRECTORY}.partial`;
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial, { recursive: true });
    await Promise.all([downloadOfDebian(partial), downloadOfAdguard(partial)]);
    renameSync(partial, DIRECTORY);
  }
  const names = [...Object.keys(LISTS_OF_DEBIAN), ...Object.keys(LISTS_OF_ADGUARD)];
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(DIRECTORY, `${name}.txt`), "utf8")]));
}

async function downloadOfDebian(directory: string): Promise<void> {
  const download = ["sh", "-c", `cd "$0" && apt-get download -q ${DEBIAN_PACKAGE}`, directory];
  if ((await capture(download)).code !== 0) {
    await refreshPackageIndex();
    await must(download);
  }
  await must(["sh", "-c", 'cd "$0" && dpkg-deb -x webext-*.deb debian && rm webext-*.deb', directory]);
  const found = await must(["find", join(directory, "debian"), "-type", "d", "-name", "assets"]);
  for (const [name, path] of Object.entries(LISTS_OF_DEBIAN))
    renameSync(join(found.trim(), path), join(directory, `${name}.txt`));
  rmSync(join(directory, "debian"), { recursive: true });
}

async function downloadOfAdguard(directory: string): Promise<void> {
  await must(["npm", "pack", "--silent", "--pack-destination", directory, ADGUARD_PACKAGE]);
  const [archive = ""] = [...new Bun.Glob("adguard-*.tgz").scanSync({ cwd: directory, absolute: true })];
  const found = createHash("sha512").update(readFileSync(archive)).digest("base64");
  if (found !== ADGUARD_SHA512) throw new UserError(`${ADGUARD_PACKAGE} isn't the expected archive: ${found}.`);
  for (const [name, number] of Object.entries(LISTS_OF_ADGUARD)) {
    const path = `package/dist/filters/declarative/ruleset_${number}/ruleset_${number}.json`;
    // Cast: the archive's checksum is known.
    const rules = JSON.parse(await must(["tar", "-xzOf", archive, path])) as readonly DeclarativeRule[];
    const lines = rules.filter(({ action }) => action.type === "block").map(toLine);
    writeFileSync(join(directory, `${name}.txt`), lines.join("\n"));
  }
  rmSync(archive);
}

const TYPES: Readonly<Record<string, string>> = { xmlhttprequest: "xhr", sub_frame: "subdocument" };
const isType = (type: string): boolean => type !== "main_frame" && type !== "csp_report";

function toLine({ condition }: DeclarativeRule): string {
  const { urlFilter, regexFilter, domainType, resourceTypes = [], excludedResourceTypes = [] } = condition;
  const domains = [
    ...(condition.initiatorDomains ?? []),
    ...(condition.excludedInitiatorDomains ?? []).map((domain) => `~${domain}`),
  ];
  const options = [
    ...(domainType === undefined ? [] : [domainType === "thirdParty" ? "third-party" : "~third-party"]),
    ...resourceTypes.filter(isType).map((type) => TYPES[type] ?? type),
    ...excludedResourceTypes.filter(isType).map((type) => `~${TYPES[type] ?? type}`),
    ...(domains.length === 0 ? [] : [`domain=${domains.join("|")}`]),
  ];
  const pattern = urlFilter ?? (regexFilter === undefined ? "*" : `/${regexFilter}/`);
  const of_host = condition.requestDomains?.map((domain) => `||${domain}^`);
  return (of_host ?? [pattern])
    .map((each) => (options.length === 0 ? each : `${each}$${options.join(",")}`))
    .join("\n");
}

async function must(command: readonly string[]): Promise<string> {
  const { code, output } = await capture(command);
  if (code === 0) return output;
  throw new UserError(`${output}\n\nThe lists of ad blockers couldn't be downloaded. They come from Debian and npm.`);
}
