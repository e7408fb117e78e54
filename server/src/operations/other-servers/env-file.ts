import { parseEnv } from "node:util";

/** References to other variables that are followed, so that a cycle ends. */
const EXPANSIONS_MAX = 100;

export type Variables = ReadonlyMap<string, string>;

/**
 * Variables of a `.env` file, or of a list as Pusher's dashboard shows it. `${NAME}` is replaced as in Laravel.
 *
 * @example
 * readVariables('KEY=a\nVITE_KEY="${KEY}"').get("VITE_KEY"); // "a"
 */
export function readVariables(text: string): Variables {
  const raw = new Map(
    Object.entries(parseEnv(text)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  let left = EXPANSIONS_MAX;
  const expand = (value: string): string =>
    value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (all, name: string) => {
      const found = raw.get(name);
      return found === undefined || left-- <= 0 ? all : expand(found);
    });
  return new Map([...raw].map(([name, value]) => [name, expand(value)]));
}
