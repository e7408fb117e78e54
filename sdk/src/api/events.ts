import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import type { Arm } from "@fanfare/contract/content/experiment";
import type { LiveMessage } from "@fanfare/contract/realtime/live-update";
import type { Suppression } from "@fanfare/contract/schema/client/v1";
import type { ContentEventName } from "../engage/runs/player-events.ts";
import type { ConnectionState } from "../realtime/connection.ts";
import type { CelebrationEnd } from "../ui/types.ts";

/** What a page hears of a content on the screen. */
export interface ContentNotice {
  readonly content_id: string;
  readonly slug: string;
  readonly name: string;
  readonly version: number;
  readonly run_id: string;
  /** The arm of the content's experiment, where it is one. */
  readonly variant?: Arm | undefined;
  readonly [more: string]: unknown;
}

/** What a page hears by {@link Fanfare.on}: an event for each thing that becomes of a content, and these. */
export type FanfareEvents = Readonly<Record<ContentEventName, ContentNotice>> & {
  /** The first answer of the server is here. */
  readonly ready: { readonly person_id: string; readonly external_id: string | null; readonly verified: boolean };
  /** A live update is shown, or is for the page itself (`badge`, `data`). `acknowledge` settles one that asks for it. */
  readonly message: LiveMessage & { acknowledge(): void };
  readonly connection: { readonly state: ConnectionState["kind"] };
  readonly suppressions: readonly Suppression[];
  /** How many items of the feed are unread: for the page's own badge. Told once {@link Fanfare.feed} or the feed was asked for. */
  readonly unread: { readonly count: number };
  /** The server's answer is another than before: the page may ask anew for what it shows of its own. */
  readonly changed: { readonly config_version: number };
  /** The token ran out and there is no `getToken` that gives another: call `identify` again. */
  readonly identity_expired: { readonly external_id: string };
  readonly celebration_played: CelebrationNotice;
  readonly celebration_skipped: CelebrationNotice;
};

/** What became of a celebration; the content's part where it belongs to one. */
export type CelebrationNotice = Partial<ContentNotice> & {
  readonly preset: CelebrationPreset;
  readonly reason: CelebrationEnd;
};
