import { builderUserId } from "@fanfare/contract/realtime/editors";
import { CONSOLE_APP_KEY } from "@fanfare/contract/schema/accounts/new-app";
import type { BuilderSessionDeps } from "../accounts/access/builder-sessions.ts";
import { createDebugLinks, type DebugLinks } from "../accounts/access/debug-links.ts";
import { type AppRemover, createAppRemover } from "../accounts/apps/app-remover.ts";
import { createFirstPageRecorder, type RecordFirstPage } from "../accounts/apps/first-pages.ts";
import { createVisitorStorageRegistry, type VisitorStorageRegistry } from "../accounts/apps/visitor-storage.ts";
import { type AuditLog, createAuditLog } from "../accounts/audit/audit-log.ts";
import { createSetup, type Setup } from "../accounts/members/setup.ts";
import type { TeamDeps } from "../accounts/members/team.ts";
import { type SessionEnds, watchSessionEnds } from "../accounts/sign-in/session-ends.ts";
import { createSignIns, type SignIns } from "../accounts/sign-in/sign-in.ts";
import { notifyConsoles } from "../engage/signals/console-signal.ts";
import type { AuthorizeDeps } from "../http/pusher-auth.ts";
import { ACTIONS_WITH_TOPIC } from "../webhooks/audit-topics.ts";
import type { ServerBase } from "./bootstrap.ts";
import type { Cluster } from "./cluster.ts";
import type { Realtime } from "./realtime.ts";

export interface Accounts {
  readonly app_remover: AppRemover;
  readonly audit_log: AuditLog;
  readonly sign_ins: SignIns;
  readonly setup: Setup;
  readonly renewMember: TeamDeps["renewMember"];
  readonly onMemberAuthorized: AuthorizeDeps["onMemberAuthorized"];
  readonly session_ends: Pick<SessionEnds, "stop">;
  readonly renewBuilder: BuilderSessionDeps["renewBuilder"];
  readonly notifyBuilders: BuilderSessionDeps["notifyBuilders"];
  readonly debug_links: DebugLinks;
  readonly sealAuditSoon: AuditLog["sealSoon"];
  readonly noteFirstPage: RecordFirstPage;
  readonly noteVisitorStorage: VisitorStorageRegistry["note"];
  readonly visitorStorageOf: VisitorStorageRegistry["of"];
}

/** Apps, members, sessions, and the audit log. Resumes deletions and seals audit entries left by an earlier process. */
export async function composeAccounts(
  base: ServerBase,
  { channels, gateway }: Realtime,
  cluster?: Cluster,
): Promise<Accounts> {
  const { vault, apps } = base;
  /** All consoles of all nodes connect again, and only those with a session are authorized. */
  const renewConsoles = (): void => {
    const own = apps.byKey(CONSOLE_APP_KEY);
    if (own === undefined) return;
    if (cluster === undefined) gateway.renewApp(own.id);
    else cluster.signal({ do: "renew_app", app_id: own.id });
  };
  /** Of the console's own app. */
  const renewUser = (user_id: string): void => {
    const own = apps.byKey(CONSOLE_APP_KEY);
    if (own === undefined) return;
    if (cluster === undefined) gateway.renewUser(own.id, user_id);
    else cluster.signal({ do: "renew_user", app_id: own.id, user_id });
  };
  const session_ends = watchSessionEnds(base.clock, renewConsoles);
  const app_remover = createAppRemover({ ...base, endApp: gateway.endApp });
  app_remover.resume();
  const audit_log = createAuditLog({ ...base, fact_actions: ACTIONS_WITH_TOPIC });
  audit_log.sealSoon();
  const { publish } = channels;
  const sign_ins = createSignIns(base);
  const visitor_storages = createVisitorStorageRegistry();
  return {
    app_remover,
    audit_log,
    sign_ins,
    setup: createSetup({ ...base, sign_ins }),
    renewMember() {
      // Signal first: disconnected consoles receive nothing.
      notifyConsoles({ apps, publish });
      renewConsoles();
    },
    onMemberAuthorized: session_ends.note,
    session_ends,
    renewBuilder: ({ member_id, id }) => renewUser(builderUserId(member_id, id)),
    notifyBuilders: () => notifyConsoles({ apps, publish }),
    debug_links: createDebugLinks({ ...base, keys: () => vault.deriveAll("debug link v1") }),
    sealAuditSoon: audit_log.sealSoon,
    noteFirstPage: createFirstPageRecorder({ ...base, onFirst: () => notifyConsoles({ apps, publish }) }),
    noteVisitorStorage: visitor_storages.note,
    visitorStorageOf: visitor_storages.of,
  };
}
