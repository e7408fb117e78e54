import { type Config, ConfigError, readConfig } from "../../server/src/config/config.ts";
import { ROOT, UserError } from "../terminal.ts";

const DEMO_PORT = 4001;

/** Configuration of the commands: the server's own, and the demo's port. */
export interface Settings {
  readonly config: Config;
  readonly demo_port: number;
  /** `localhost` for the console and `127.0.0.1` for the demo, so that they are different sites. */
  readonly console_url: string;
  readonly demo_url: string;
}

/** @throws UserError with a message for each unknown variable and invalid value. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  try {
    const config = readConfig(environment, ROOT);
    const demo_port = Number(environment["FANFARE_DEMO_PORT"] || DEMO_PORT);
    const scheme = config.tls === undefined ? "http" : "https";
    return {
      config,
      demo_port,
      console_url: `${config.public_url ?? `${scheme}://localhost:${config.port}`}/console/`,
      demo_url: `http://${typed(config.host)}:${demo_port}/`,
    };
  } catch (error) {
    if (error instanceof ConfigError) throw new UserError(error.message);
    throw error;
  }
}

function typed(host: string): string {
  if (host === "0.0.0.0" || host === "::" || host === "localhost") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
