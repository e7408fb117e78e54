export interface Settings {
  readonly host: string;
  readonly port: number;
  /** Fanfare's URL for browsers. */
  readonly fanfare_url: string;
  /** Fanfare's URL for this backend's pushes. */
  readonly push_url: string;
  readonly app: { readonly id: string; readonly key: string; readonly secret: string };
  /** 0: orders are only placed with the button. */
  readonly orders_every_ms: number;
}

/**
 * @throws Error that names the missing or invalid variable.
 * @example
 * const settings = readSettings(process.env);
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const text = (name: string, fallback?: string): string => {
    const value = environment[name] || fallback;
    if (value !== undefined) return value;
    throw new Error(`${name} isn't set. \`npm start\` passes the app's ID, key, and secret to the demo.`);
  };
  const number = (name: string, fallback: string): number => {
    const value = text(name, fallback);
    if (/^\d{1,6}$/.test(value)) return Number(value);
    throw new Error(`${name} is ${JSON.stringify(value)}. It must be a whole number, such as ${fallback}.`);
  };

  const host = text("FANFARE_HOST", "127.0.0.1");
  const fanfare_port = number("FANFARE_PORT", "4000");
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const scheme = environment["FANFARE_TLS_CERT"] ? "https" : "http";
  return {
    host,
    port: number("FANFARE_DEMO_PORT", "4001"),
    fanfare_url: text("FANFARE_PUBLIC_URL", `${scheme}://localhost:${fanfare_port}`).replace(/\/+$/, ""),
    push_url: `${scheme}://${reachable.includes(":") ? `[${reachable}]` : reachable}:${fanfare_port}`,
    app: { id: text("FANFARE_APP_ID"), key: text("FANFARE_APP_KEY"), secret: text("FANFARE_APP_SECRET") },
    orders_every_ms: number("DEMO_ORDERS_EVERY_S", "25") * 1_000,
  };
}
