import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import type { Arm } from "@fanfare/contract/content/experiment";
import type { LiveMessage } from "@fanfare/contract/realtime/live-update";
import type { Suppression } from "@fanfare/contract/schema/client/v1";
import type { ContentEventName } from "../engage/runs/player-events.ts";
import type { ConnectionState } from "../realtime/connection.ts";
import type { CelebrationEnd } from "../ui/types.ts";

/** Data of a content event. */
export interface ContentNotice {
  readonly content_id: string;
  readonly slug: string;
  readonly name: string;
  readonly version: number;
  readonly run_id: string;
  /** The variant of the content's experiment, if it has one. */
  readonly variant?: Arm | undefined;
  readonly [more: string]: unknown;
}

/** Events for {@link Fanfare.on}: one for each change of a content item, and these. */
export type FanfareEvents = Readonly<Record<ContentEventName, ContentNotice>> & {
  /** The first response of the server has arrived. */
  readonly ready: { readonly person_id: string; readonly external_id: string | null; readonly verified: boolean };
  /**
   * A live update was shown, or is for the page itself (`badge`, `data`). Call `acknowledge` for updates that ask for
   * it.
   */
  readonly message: LiveMessage & { acknowledge(): void };
  readonly connection: { readonly state: ConnectionState["kind"] };
  readonly suppressions: readonly Suppression[];
  /**
   * The number of unread feed items, for the page's own badge. Emitted once {@link Fanfare.feed} or the feed was
   * opened.
   */
  readonly unread: { readonly count: number };
  /** The server's response changed. Refresh content that the page renders itself. */
  readonly changed: { readonly config_version: number };
  /** The token expired and no `getToken` can renew it. Call `identify` again. */
  readonly identity_expired: { readonly external_id: string };
  readonly celebration_played: CelebrationNotice;
  readonly celebration_skipped: CelebrationNotice;
};

/** The outcome of a celebration, with the content's fields if it belongs to one. */
export type CelebrationNotice = Partial<ContentNotice> & {
  readonly preset: CelebrationPreset;
  readonly reason: CelebrationEnd;
};
