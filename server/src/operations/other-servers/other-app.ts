import { APP_LIMIT_RANGES, type AppLimitName, DEFAULT_APP_LIMITS } from "@fanfare/contract/realtime/app-settings";
import { originSchema } from "@fanfare/contract/schema/accounts/app-settings";
import { APP_ID_PATTERN } from "@fanfare/contract/schema/accounts/new-app";
import { StartupError } from "../../lib/operator-errors.ts";
import type { OperationInput } from "../operations.ts";

/** An app of another server, in the form in which Fanfare creates it. */
export type OtherApp = OperationInput<"app.import">;

/** What an operator has to know or do, and the setting that's the reason. */
export interface Note {
  readonly setting: string;
  readonly says: string;
}

/** What the configuration of another server contains. */
export interface OtherServer {
  readonly apps: readonly OtherApp[];
  readonly notes: readonly Note[];
}

/** Undefined unless it's a number, also one in a text. Booleans and empty texts aren't. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

export function booleanOf(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === "string" && /^(?:true|1|yes|on)$/i.test(value));
}

export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Limits within the ranges that Fanfare allows, with a note on each that had to change. */
export function limitsWithin(
  wanted: Readonly<Partial<Record<AppLimitName, number | undefined>>>,
  notes: Note[],
): Partial<Record<AppLimitName, number>> {
  const kept: Partial<Record<AppLimitName, number>> = {};
  for (const [key, value] of Object.entries(wanted)) {
    if (value === undefined) continue;
    // Cast: Object.entries loses the key type.
    const name = key as AppLimitName;
    const [least, most] = APP_LIMIT_RANGES[name];
    kept[name] = Math.min(most, Math.max(least, Math.ceil(value)));
    if (kept[name] !== Math.ceil(value))
      notes.push({ setting: name, says: `${value} is outside of ${least} to ${most}, so ${kept[name]} is used.` });
  }
  return kept;
}

/** Sizes that the other server allows and Fanfare's defaults don't. Smaller ones don't have to be carried over. */
export function largerLimits(wanted: Readonly<Partial<Record<AppLimitName, number | undefined>>>, notes: Note[]) {
  const larger = Object.entries(wanted).filter(
    // Cast: Object.entries loses the key type.
    ([name, value]) => value !== undefined && value > DEFAULT_APP_LIMITS[name as AppLimitName],
  );
  return limitsWithin(Object.fromEntries(larger), notes);
}

/** Fanfare's IDs have only digits, as Pusher's. Undefined, with a note: a new one is generated. */
export function appId(id: string, notes: Note[]): string | undefined {
  if (APP_ID_PATTERN.test(id)) return id;
  notes.push({
    setting: "app ID",
    says: `“${id}” has other characters than digits, so the app gets a new ID. Change the ID in your backends. Browsers don't use it.`,
  });
  return undefined;
}

/**
 * Hosts as Reverb lists them: `shop.example` or `*.shop.example`. An empty list allows every origin.
 *
 * @throws StartupError if none of them can be carried over: every origin would be allowed.
 */
export function originsOf(hosts: readonly string[], notes: Note[]): string[] {
  if (hosts.length === 0 || hosts.includes("*")) return [];
  const wanted = hosts.map((host) => (host.includes("://") ? host : `https://${host}`));
  const origins = wanted.filter((origin) => originSchema.safeParse(origin).success);
  if (origins.length === 0)
    throw new StartupError(
      `Can't carry over the allowed origins ${hosts.join(", ")}. Use hosts such as *.shop.example.`,
    );
  const lost = wanted.filter((origin) => !origins.includes(origin));
  if (lost.length > 0) notes.push({ setting: "allowed_origins", says: `Not carried over: ${lost.join(", ")}.` });
  notes.push({
    setting: "allowed_origins",
    says: `Carried over as ${origins.join(", ")}. Fanfare also compares scheme and port: add others in the settings of the app.`,
  });
  return origins;
}
