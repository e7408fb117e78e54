import { HOUR_MS, SECOND_MS } from "@fanfare/contract/limits";
import { CONSOLE_APP_KEY } from "@fanfare/contract/schema/accounts/new-app";
import type { Me } from "@fanfare/contract/schema/responses/content/content";
import { SignJWT } from "jose";
import { accessOf } from "../../../accounts/access/member-access.ts";
import type { AppRecord } from "../../../accounts/apps/app-directory.ts";
import { NO_PASSWORD } from "../../../accounts/sign-in/passwords.ts";
import type { SignedInMember } from "../../../accounts/sign-in/sign-in.ts";
import { memberById } from "../../../store/statements/accounts/team.ts";
import { workspaceName } from "../../../store/statements/accounts/workspace.ts";
import { presentApp } from "../apps/presenters.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { presentMember } from "./presenters.ts";

const SDK_TOKEN_AGE_MS = HOUR_MS;

/** Signed-in member as returned by `/me`, sign-in, and setup. */
export async function meOf(deps: Pick<ApiDeps, "apps" | "clock" | "store">, actor: SignedInMember): Promise<Me> {
  const console_app = deps.apps.byKey(CONSOLE_APP_KEY);
  if (console_app === undefined)
    throw new Error("The console's system app is missing. Restart the server to create it.");
  const row = await memberById(deps.store.db, actor.member_id);
  return {
    member: presentMember(
      actor,
      row?.password_hash !== NO_PASSWORD,
      await accessOf(deps.store.db, { id: actor.member_id, role: actor.role }),
    ),
    workspace: { name: await workspaceName(deps.store.db) },
    apps: deps.apps
      .all()
      .filter((app) => !app.system)
      .map(presentApp),
    guest: {
      key: console_app.key,
      external_id: actor.member_id,
      token: await consoleSdkToken(deps, console_app, actor),
    },
  };
}

/** Identity token for the SDK in the console, like the one a customer's backend signs for its page. */
async function consoleSdkToken(
  { clock }: Pick<ApiDeps, "clock">,
  app: AppRecord,
  actor: SignedInMember,
): Promise<string> {
  const newest = app.secrets[0];
  if (newest === undefined)
    throw new Error("The console's system app has no secret. Restart the server to create one.");
  const now_ms = clock.now();
  return await new SignJWT()
    .setProtectedHeader({ alg: "HS256", kid: newest.id })
    .setSubject(actor.member_id)
    .setAudience(app.key)
    .setIssuedAt(Math.floor(now_ms / SECOND_MS))
    .setExpirationTime(Math.floor((now_ms + SDK_TOKEN_AGE_MS) / SECOND_MS))
    .sign(new TextEncoder().encode(newest.secret));
}
