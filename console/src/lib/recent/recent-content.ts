import { CONTENT_TYPES, type ContentType } from "@fanfare/contract/content/body";
import { readStoredJson, writeStoredJson } from "./stored-json.ts";

const KEY = "fanfare-console-recent-content:";
/** One more than the palette shows, because it leaves out the open one. */
const RECENT_MAX = 6;

export interface RecentContent {
  readonly id: string;
  readonly name: string;
  readonly type: ContentType;
}

/** Whose memory it is: a member in an app, in this browser. */
interface Visitor {
  readonly app_id: string;
  readonly member_id: string;
}

/** Content that the member opened last, newest first. */
export function recentContent(visitor: Visitor): readonly RecentContent[] {
  const stored = readStoredJson(storageKey(visitor));
  return Array.isArray(stored) ? stored.filter(isRecentContent) : [];
}

function isRecentContent(value: unknown): value is RecentContent {
  if (typeof value !== "object" || value === null) return false;
  // Cast: each field is checked below.
  const { id, name, type } = value as Readonly<Record<keyof RecentContent, unknown>>;
  return typeof id === "string" && typeof name === "string" && CONTENT_TYPES.some((each) => each === type);
}

export function rememberContent(visitor: Visitor, { id, name, type }: RecentContent): void {
  const others = recentContent(visitor).filter((each) => each.id !== id);
  writeStoredJson(storageKey(visitor), [{ id, name, type }, ...others].slice(0, RECENT_MAX));
}

const storageKey = ({ app_id, member_id }: Visitor): string => `${KEY}${app_id}:${member_id}`;
