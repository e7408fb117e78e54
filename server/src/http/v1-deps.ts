import type { Clock } from "@fanfare/contract/clock";
import type { Rng } from "@fanfare/contract/rng";
import type { Hono } from "hono";
import type { AppDirectory, AppRecord } from "../accounts/app-directory.ts";
import type { DebugLinks } from "../accounts/debug-links.ts";
import type { NoteFirstPage } from "../accounts/first-pages.ts";
import type { VisitorStorages } from "../accounts/visitor-storage.ts";
import type { DecisionLog } from "../engage/decision-log.ts";
import type { GroupPages } from "../engage/live-update-groups.ts";
import type { SendLiveUpdate } from "../engage/live-updates.ts";
import type { PageThemesOf } from "../engage/page-themes.ts";
import type { Published } from "../engage/published.ts";
import type { Log } from "../log.ts";
import type { Measures } from "../measure/measures.ts";
import type { IssueAnonymous } from "../people/anonymous.ts";
import type { VerifyIdentity } from "../people/identity.ts";
import type { Publish } from "../publish.ts";
import type { Store } from "../store/store.ts";
import type { CallerReader } from "./v1-caller.ts";
import type { AnonymousCookie } from "./v1-cookie.ts";

/** What `/v1` needs of the house. */
export interface V1Deps {
  /** Open consoles count along and hear what needs attention. */
  readonly tellSoon: () => void;
  readonly clock: Clock;
  readonly rng: Rng;
  readonly store: Store;
  readonly apps: AppDirectory;
  readonly verifyIdentity: VerifyIdentity;
  readonly issueAnonymous: IssueAnonymous;
  readonly debug_links: DebugLinks;
  readonly publish: Publish;
  readonly sendLiveUpdate: SendLiveUpdate;
  /** Whom a signal for a group must reach. */
  readonly group_pages: GroupPages;
  readonly log: Log;
  readonly noteFirstPage: NoteFirstPage;
  readonly noteVisitorStorage: VisitorStorages["note"];
  /** Where browsers reach Fanfare: under `https:` cookies are secure. */
  readonly public_url: string;
  /** The same where an operator said so: else an address is given back as it was asked by. */
  readonly configured_url: string | undefined;
  /** The address that a request came from, for its rate limit. */
  readonly addressOf: (request: Request) => string;
}

/** What each resource of `/v1` works with. */
export interface V1Resources extends V1Deps, Measures {
  readonly published: Published;
  readonly themes: PageThemesOf;
  readonly decision_log: DecisionLog;
  readonly callers: CallerReader;
  readonly cookie: AnonymousCookie;
}

/** Every handler finds the app of the call in `c.var.app`. */
export interface V1Env {
  readonly Variables: { readonly app: AppRecord };
}
export type V1Hono = Hono<V1Env>;
