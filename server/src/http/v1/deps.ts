import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import type { Hono } from "hono";
import type { BuilderSessionDeps } from "../../accounts/access/builder-sessions.ts";
import type { DebugLinks } from "../../accounts/access/debug-links.ts";
import type { AppDirectory, AppRecord } from "../../accounts/apps/app-directory.ts";
import type { RecordFirstPage } from "../../accounts/apps/first-pages.ts";
import type { VisitorStorageRegistry } from "../../accounts/apps/visitor-storage.ts";
import type { AuditLog } from "../../accounts/audit/audit-log.ts";
import type { EventEffects } from "../../analytics/ingest/event-effects.ts";
import type { Published } from "../../engage/decide/published-content.ts";
import type { DecisionLog } from "../../engage/explain/decision-log.ts";
import type { SignalGroups } from "../../engage/group-progress/signal-groups.ts";
import type { GroupPages } from "../../engage/live-updates/group-pages.ts";
import type { SendLiveUpdate } from "../../engage/live-updates/live-updates.ts";
import type { PushSubscriptionDeps } from "../../engage/message-pushes/push-subscriptions.ts";
import type { ReadPageThemes } from "../../engage/themes/page-themes.ts";
import type { Log } from "../../lib/log.ts";
import type { Publish } from "../../lib/publish.ts";
import type { Vault } from "../../lib/vault.ts";
import type { IssueAnonymous } from "../../people/identity/anonymous-identity.ts";
import type { VerifyIdentity } from "../../people/identity/identity.ts";
import type { Store } from "../../store/store.ts";
import type { CallerReader } from "./caller.ts";
import type { AnonymousCookie } from "./cookie.ts";

/** What `/v1` needs of the server. */
export interface V1Deps {
  /** Updates counts and alerts in open consoles. */
  readonly notifySoon: () => void;
  readonly clock: Clock;
  readonly rng: Rng;
  readonly store: Store;
  readonly apps: AppDirectory;
  readonly vault: Vault;
  readonly pushEndpointRefusal: PushSubscriptionDeps["pushEndpointRefusal"];
  readonly verifyIdentity: VerifyIdentity;
  readonly issueAnonymous: IssueAnonymous;
  readonly debug_links: DebugLinks;
  readonly sealAuditSoon: AuditLog["sealSoon"];
  readonly renewBuilder: BuilderSessionDeps["renewBuilder"];
  readonly notifyBuilders: BuilderSessionDeps["notifyBuilders"];
  readonly publish: Publish;
  readonly sendLiveUpdate: SendLiveUpdate;
  readonly group_pages: GroupPages;
  readonly signalGroups: SignalGroups;
  readonly log: Log;
  readonly noteFirstPage: RecordFirstPage;
  readonly noteVisitorStorage: VisitorStorageRegistry["note"];
  /** URL under which browsers reach Fanfare. With `https:`, cookies are secure. */
  readonly public_url: string;
  /** The operator's configured URL. Undefined: URLs use the request's host. */
  readonly configured_url: string | undefined;
  readonly addressOf: (request: Request) => string;
}

export interface V1Resources extends V1Deps, EventEffects {
  readonly published: Published;
  readonly themes: ReadPageThemes;
  readonly decision_log: DecisionLog;
  readonly callers: CallerReader;
  readonly cookie: AnonymousCookie;
}

/** Handlers find the request's app in `c.var.app`. */
export interface V1Env {
  readonly Variables: { readonly app: AppRecord };
}
export type V1Hono = Hono<V1Env>;
