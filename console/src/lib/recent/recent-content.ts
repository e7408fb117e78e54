import type { ContentType } from "@fanfare/contract/content/body";

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
  try {
    const stored = localStorage.getItem(storageKey(visitor));
    // Cast: written below.
    return stored === null ? [] : (JSON.parse(stored) as readonly RecentContent[]);
  } catch {
    // Storage is disabled.
    return [];
  }
}

export function rememberContent(visitor: Visitor, { id, name, type }: RecentContent): void {
  const others = recentContent(visitor).filter((each) => each.id !== id);
  try {
    localStorage.setItem(storageKey(visitor), JSON.stringify([{ id, name, type }, ...others].slice(0, RECENT_MAX)));
  } catch {
    // Storage is disabled or full.
  }
}

const storageKey = ({ app_id, member_id }: Visitor): string => `${KEY}${app_id}:${member_id}`;
