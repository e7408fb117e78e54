import { type Cause, causesOf, causeText } from "./cause.ts";
import { ENGLISH_WITH_FORMATS } from "./value-format.ts";

/** Findings of `fanfare doctor`, as ICU messages in English. */
export const FINDING_TEXTS = {
  path_missing: "{path} doesn't exist yet. The server creates it on first start.",
  directory_private: "Only this user can access {path}.",
  directory_public: "Other users can access {path}. Run: {command}",
  key_private: "Only this user can read {path}.",
  key_from_environment: "The master key comes from FANFARE_SECRET_KEY.",
  key_public: "Other users can read {path}, which decrypts all secrets. Run: {command}",
  secrets_current: "All stored secrets use the current master key.",
  secrets_older:
    "{secrets, plural, one {# stored secret uses} other {# stored secrets use}} an older master key. Run: {command}",
  secrets_unreadable:
    "{secrets, plural, one {# stored secret uses} other {# stored secrets use}} a master key that's missing: {key_ids}. Add it to secret.key or FANFARE_SECRET_KEY, after the current one.",
  database_intact: "{path} is intact, schema {schema}.",
  database_damaged: "{reason} Restore a backup with fanfare restore.",
  schema_unreleased:
    "The database was created by a development version from before release 0.1.0 and can't be upgraded. Start with a new database: change FANFARE_DATA_DIR or FANFARE_DATABASE_URL. To keep content and people, export them with the version that created the database.",
  database_unusable: "{reason}",
  database_responds: "{url} responds.",
  move_interrupted:
    "A move to {url} was interrupted, so a part of the data is missing. To continue, set FANFARE_DATABASE_URL to the SQLite database, and run fanfare move --to with this URL.",
  redis_responds: "{url} responds. Its version and settings are supported.",
  redis_unusable: "{url}: {reason}",
  disk_free: "{free_bytes} is free.",
  disk_low: "Only {free_bytes} is free. Fanfare can't store data when the disk is full. Free up disk space.",
  log_absent: "The database keeps no write-ahead log here.",
  log_small: "The write-ahead log has {log_bytes}.",
  log_large:
    "The write-ahead log of {path} has grown to {log_bytes}: another program reads the database without a pause, so the log can't be emptied. End that program's long reads. If it's Litestream, check that it's running and replicating.",
  server_responds: "The server responds at {url}.",
  server_failed: "{url} returned {status}: {reason}",
  server_disk_full:
    "{url} can't store data because its disk is full. Free up disk space. It recovers automatically. Until then, published content and live updates still work.",
  server_disk_low: "The disk of {url} is almost full. Free up disk space before writes fail.",
  server_clock_wrong:
    "The clock of {url} is earlier than its data, or differs from the database's. Set the system clock, such as with NTP.",
  server_store_unavailable:
    "{url} can't write to its database. Check its log, the disk, and the database server. Until then, published content still works.",
  server_stopping: "{url} is shutting down.",
  server_standby: "{url} is a standby and takes over if the active server stops.",
  server_silent:
    "A server is using {path}, but {url} doesn't respond. If it has another FANFARE_HOST or FANFARE_PORT, set them here, too. Otherwise, check its log.",
  server_stopped: "No server is running at {url}. Start it with fanfare serve.",
  address_public: "Browsers can reach the server at {url}.",
  address_local: "Available only on this machine, at {url}.",
  address_insecure:
    "{url} doesn't use HTTPS, so passwords can be intercepted. Set FANFARE_TLS_CERT and FANFARE_TLS_KEY, or use a proxy with HTTPS.",
  certificate_missing: "No certificate is configured.",
  certificate_valid: "{path} expires in {days, plural, one {# day} other {# days}}.",
  certificate_ending: "{path} expires in {days, plural, one {# day} other {# days}}. Renew it.",
  certificate_expired: "{path} expired on {when}. Renew it.",
  backup_elsewhere: "Back up PostgreSQL with pg_dump.",
  backup_recent: "The last backup is less than 7 days old.",
  backup_old: "{path} contains no backup from the last 7 days. Create one with fanfare backup.",
  emails_sent: "No email of a message failed in the last 24 hours.",
  emails_failing:
    "{emails, plural, one {# email of a message} other {# emails of messages}} failed in the last 24 hours or wait for another attempt. Check Settings > Email and FANFARE_PUBLIC_URL.",
  installation_whole: "The database and the data directory belong together.",
  installation_broken: "{reason}",
  check_failed: "{reason}",
} as const;

interface FindingValues {
  readonly path: string;
  readonly command: string;
  readonly schema: string;
  readonly secrets: number;
  readonly key_ids: string;
  readonly emails: number;
  /** Error text of the database, server, or operating system. */
  readonly reason: string;
  readonly url: string;
  readonly free_bytes: number;
  readonly log_bytes: number;
  readonly status: number;
  readonly days: number;
  /** An instant. */
  readonly when: string;
}

export const finding = causesOf<FindingValues>()(FINDING_TEXTS);

export const findingText = (cause: Cause): string => causeText(FINDING_TEXTS, cause, ENGLISH_WITH_FORMATS);
