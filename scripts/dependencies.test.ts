import { expect, test } from "bun:test";
import packageJson from "../package.json" with { type: "json" };
import lock from "../package-lock.json" with { type: "json" };

interface LockedPackage {
  readonly engines?: { readonly node?: string };
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const packages = Object.entries(lock.packages as Readonly<Record<string, LockedPackage>>);
/** The oldest Node.js of `engines`, which the README names. */
const FLOOR = `${packageJson.engines.node.replace(">=", "")}.0`;
/** Bundles its dependencies, so that a lock file without it is complete on every platform with a native build. */
const WASM = "@tailwindcss/oxide-wasm32-wasi";

test("every dependency accepts the oldest Node.js that the README names", () => {
  const refusing = packages.filter(([, { engines }]) => !Bun.semver.satisfies(FLOOR, engines?.node ?? "*"));
  expect(refusing.map(([path, { engines }]) => `${path} needs Node.js ${engines?.node}`)).toEqual([]);
});

test("the lock file lists every platform's optional packages, as npm ci requires", () => {
  const locked = new Set(packages.map(([path]) => path.split("node_modules/").at(-1)));
  const optional = packages.flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies));
  expect(optional.filter((name) => !locked.has(name) && name !== WASM)).toEqual([]);
});
