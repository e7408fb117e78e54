import type { Clock } from "@fanfare/contract/clock";
import type { AppId } from "@fanfare/contract/ids";
import type { Rng } from "@fanfare/contract/rng";
import type { Pulse } from "@fanfare/contract/schema/channel";
import type { Actor } from "../accounts/actor.ts";
import type { AppDirectory } from "../accounts/app-directory.ts";
import type { AppRemover } from "../accounts/app-remover.ts";
import type { AuditLog } from "../accounts/audit-log.ts";
import type { DebugLinks } from "../accounts/debug-links.ts";
import type { Passwords } from "../accounts/passwords.ts";
import type { Setup } from "../accounts/setup.ts";
import type { SignIns } from "../accounts/sign-in.ts";
import type { TeamDeps } from "../accounts/team.ts";
import type { Vault } from "../accounts/vault.ts";
import type { VisitorStorages } from "../accounts/visitor-storage.ts";
import type { WebhookDoor } from "../accounts/webhooks.ts";
import type { Channels } from "../channels/channels.ts";
import type { SendLiveUpdate } from "../engage/live-updates.ts";
import type { Log } from "../log.ts";
import type { ForgottenPasswords } from "../mail/forgotten-password.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Caretaker } from "../operate/caretaker.ts";
import type { Importer } from "../people/importer.ts";
import type { Publish } from "../publish.ts";
import type { ProviderSignIns } from "../single-sign-on/sign-in.ts";
import type { ProviderSignOuts } from "../single-sign-on/sign-out.ts";
import type { Store } from "../store/store.ts";
import type { BackEndGate } from "./back-end-flood.ts";
import type { MemberCookie } from "./member-cookies.ts";

/** What `/api` needs of the house. */
export interface ApiDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly store: Store;
  readonly apps: AppDirectory;
  readonly vault: Vault;
  readonly app_remover: AppRemover;
  readonly audit_log: AuditLog;
  readonly caretaker: Caretaker;
  readonly passwords: Passwords;
  readonly renewMember: TeamDeps["renewMember"];
  readonly sign_ins: SignIns;
  readonly setup: Setup;
  readonly cookie: MemberCookie;
  readonly mailer: Mailer;
  readonly forgotten_passwords: ForgottenPasswords;
  readonly provider_sign_ins: ProviderSignIns;
  readonly provider_sign_outs: ProviderSignOuts;
  readonly flow_cookie: MemberCookie;
  readonly debug_links: DebugLinks;
  readonly publish: Publish;
  /** Open consoles count along and hear what needs attention. */
  readonly tellSoon: () => void;
  readonly importer: Importer;
  readonly channels: Channels;
  /** What the connections of an app are, and who is behind them, at this moment. */
  readonly pulseOf: (app_id: AppId) => Pulse;
  /** Live connections of an app, whatever they speak. */
  readonly connectionsOf: (app_id: AppId) => number;
  readonly visitorStorageOf: VisitorStorages["of"];
  readonly webhooks: WebhookDoor;
  readonly sendLiveUpdate: SendLiveUpdate;
  readonly log: Log;
  /** As configured; undefined where the host that was asked decides. */
  readonly public_url: string | undefined;
  /** The address that a request came from. */
  readonly addressOf: (request: Request) => string;
}

/** What the routes share beside it. */
export interface ApiResources extends ApiDeps {
  /** To be passed by every call by which a back end tells of people. */
  readonly passBackEnd: BackEndGate;
}

/** Handlers of routes that are not for anyone find who calls in `c.var.actor`. */
export interface ApiEnv {
  readonly Variables: { readonly actor: Actor };
}
