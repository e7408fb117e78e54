import type { Clock } from "@fanfare/contract/lib/clock";
import type { AppId, NodeId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import type { Pulse } from "@fanfare/contract/schema/responses/realtime/channel";
import type { Actor } from "../../../accounts/access/actor.ts";
import type { BuilderSessionDeps } from "../../../accounts/access/builder-sessions.ts";
import type { DebugLinks } from "../../../accounts/access/debug-links.ts";
import type { AppDirectory } from "../../../accounts/apps/app-directory.ts";
import type { AppRemover } from "../../../accounts/apps/app-remover.ts";
import type { VisitorStorageRegistry } from "../../../accounts/apps/visitor-storage.ts";
import type { AuditLog } from "../../../accounts/audit/audit-log.ts";
import type { Setup } from "../../../accounts/members/setup.ts";
import type { TeamDeps } from "../../../accounts/members/team.ts";
import type { Passwords } from "../../../accounts/sign-in/passwords.ts";
import type { SignIns } from "../../../accounts/sign-in/sign-in.ts";
import type { Channels } from "../../../channels/channels.ts";
import type { SignalGroups } from "../../../engage/group-progress/signal-groups.ts";
import type { HelpFeedDeps } from "../../../engage/help-center/help-feeds.ts";
import type { SendLiveUpdate } from "../../../engage/live-updates/live-updates.ts";
import type { Log } from "../../../lib/log.ts";
import type { Publish } from "../../../lib/publish.ts";
import type { Vault } from "../../../lib/vault.ts";
import type { Mailer } from "../../../mail/mailer.ts";
import type { PasswordResets } from "../../../mail/password-reset.ts";
import type { Maintenance } from "../../../operations/maintenance.ts";
import type { Readiness } from "../../../operations/readiness.ts";
import type { Importer } from "../../../people/import/importer.ts";
import type { ProviderSignIns } from "../../../single-sign-on/provider-sign-in.ts";
import type { ProviderSignOuts } from "../../../single-sign-on/provider-sign-out.ts";
import type { SamlSignIns } from "../../../single-sign-on/saml/sign-in.ts";
import type { IdempotentResponseRow } from "../../../store/statements/accounts/idempotent-responses.ts";
import type { Store } from "../../../store/store.ts";
import type { WebhookSender } from "../../../webhooks/webhook-settings.ts";
import type { MemberCookie } from "../../request/member-cookies.ts";
import type { Quota } from "../../request/token-buckets.ts";

/** What `/api` needs of the server. */
export interface ApiDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly store: Store;
  readonly apps: AppDirectory;
  readonly vault: Vault;
  readonly app_remover: AppRemover;
  readonly audit_log: AuditLog;
  readonly maintenance: Maintenance;
  /** Why this server is degraded. */
  readonly degraded: Readiness["status"];
  /** This node. Undefined on SQLite, which has one. */
  readonly node_id: NodeId | undefined;
  readonly passwords: Passwords;
  readonly renewMember: TeamDeps["renewMember"];
  readonly renewBuilder: BuilderSessionDeps["renewBuilder"];
  readonly notifyBuilders: BuilderSessionDeps["notifyBuilders"];
  readonly sign_ins: SignIns;
  readonly setup: Setup;
  readonly cookie: MemberCookie;
  readonly mailer: Mailer;
  readonly password_resets: PasswordResets;
  readonly provider_sign_ins: ProviderSignIns;
  readonly saml_sign_ins: SamlSignIns;
  /** Whether identity providers without TLS are allowed. Only on a developer's machine. */
  readonly may_be_plain: boolean;
  readonly provider_sign_outs: ProviderSignOuts;
  readonly flow_cookie: MemberCookie;
  readonly debug_links: DebugLinks;
  readonly publish: Publish;
  /** Updates counts and alerts in open consoles. */
  readonly notifySoon: () => void;
  readonly importer: Importer;
  readonly channels: Channels;
  /** Current connections and people of an app. */
  readonly liveStatsOf: (app_id: AppId) => Pulse;
  readonly connectionsOf: (app_id: AppId) => number;
  readonly visitorStorageOf: VisitorStorageRegistry["of"];
  readonly webhooks: WebhookSender;
  readonly sendLiveUpdate: SendLiveUpdate;
  readonly signalGroups: SignalGroups;
  readonly readHelpFeed: HelpFeedDeps["readHelpFeed"];
  readonly log: Log;
  /** The configured URL. Undefined: use the request's host. */
  readonly public_url: string | undefined;
  readonly addressOf: (request: Request) => string;
}

/** Handlers of routes that require authentication find the caller in `c.var.actor`. */
export interface ApiEnv {
  readonly Variables: {
    readonly actor: Actor;
    /** What the rate limit leaves for the caller. Undefined for requests without one. */
    readonly quota: Quota | undefined;
    /** Of a call with an `Idempotency-Key`. */
    readonly idempotency: Pick<IdempotentResponseRow, "key_hash" | "request_hash"> | undefined;
  };
}
