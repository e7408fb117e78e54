import type { AppRecord } from "../../accounts/app-directory.ts";
import type { Channels } from "../../channels/channels.ts";
import type { Watchlists } from "../../channels/watchlists.ts";
import type { VerifyIdentity } from "../../people/identity.ts";

/** What the methods of the hub need of the house. */
export interface HubSurroundings {
  readonly app: AppRecord;
  readonly channels: Channels;
  readonly watchlists: Watchlists;
  readonly verifyIdentity: VerifyIdentity;
  readonly now_ms: number;
}
