import { type Config, FILE_SUFFIX, redactPassword, SECRET_VARIABLES, VARIABLE_NAMES } from "./config.ts";

export interface PrintedVariable {
  readonly name: string;
  readonly value: string | null;
  readonly source: "environment" | "file" | "default" | "not set";
}

/** Prints every variable with its value and source. Redacts secrets and passwords in URLs. */
export function printConfig(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
): readonly PrintedVariable[] {
  const defaults: Partial<Record<string, string>> = {
    FANFARE_HOST: config.host,
    FANFARE_PORT: String(config.port),
    FANFARE_DEMO_PORT: "4001",
    FANFARE_PUBLIC_URL: publicUrlOf(config, config.port),
    FANFARE_DATA_DIR: config.data_dir,
    FANFARE_DATABASE_URL: config.database_url,
    FANFARE_TRUSTED_PROXIES: config.trusted_proxies,
    FANFARE_BACKUP_INTERVAL_HOURS: String(config.backup_interval_hours),
    FANFARE_BACKUPS_KEPT: String(config.backups_kept),
    FANFARE_CONNECTIONS_PER_ADDRESS_MAX: String(config.connections_per_address_max),
    FANFARE_ACCEPTS_PER_SECOND_MAX: String(config.accepts_per_second_max),
    FANFARE_LOG: config.log,
  };
  return VARIABLE_NAMES.map((name) => {
    const given = environment[name];
    if (given !== undefined && given !== "") {
      return { name, value: SECRET_VARIABLES.has(name) ? "(hidden)" : redactPassword(given), source: "environment" };
    }
    const file = environment[name + FILE_SUFFIX];
    if (file !== undefined && file !== "") return { name, value: file, source: "file" };
    const value = defaults[name];
    return value === undefined ? { name, value: null, source: "not set" } : { name, value, source: "default" };
  });
}

/**
 * URL under which browsers reach the server. Without `FANFARE_PUBLIC_URL`, loopback and wildcard addresses become
 * `localhost`, where cookies and secure contexts work.
 */
export function publicUrlOf(config: Pick<Config, "public_url" | "host" | "tls">, port: number): string {
  if (config.public_url !== undefined) return config.public_url;
  const everywhere = ["127.0.0.1", "0.0.0.0", "::", "::1", "localhost"].includes(config.host);
  const host = everywhere ? "localhost" : config.host.includes(":") ? `[${config.host}]` : config.host;
  return `${config.tls === undefined ? "http" : "https"}://${host}:${port}`;
}
