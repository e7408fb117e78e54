import { HOUR_MS, SECOND_MS } from "@fanfare/contract/limits";
import type { Me } from "@fanfare/contract/schema/api";
import { CONSOLE_APP_KEY } from "@fanfare/contract/schema/new-app";
import { Hono } from "hono";
import { SignJWT } from "jose";
import { signedInMember } from "../accounts/actor.ts";
import type { AppRecord } from "../accounts/app-directory.ts";
import { NO_PASSWORD } from "../accounts/passwords.ts";
import type { SignedInMember } from "../accounts/sign-in.ts";
import { memberById } from "../store/team.ts";
import { workspaceName } from "../store/workspace.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { presentApp, presentMember } from "./presenters.ts";

const GUEST_TOKEN_AGE_MS = HOUR_MS;

/** Who is signed in. */
export function meRoutes(deps: ApiDeps): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get("/me", async (c) => c.json(await meOf(deps, signedInMember(c.var.actor))));
}

/** What the console knows of the member who is signed in: the answer of `/me`, of signing in and of setting up. */
export async function meOf(deps: Pick<ApiDeps, "apps" | "clock" | "store">, actor: SignedInMember): Promise<Me> {
  const guest_app = deps.apps.byKey(CONSOLE_APP_KEY);
  if (guest_app === undefined) throw new Error("The console's own app is missing, which every start makes.");
  const row = await memberById(deps.store.db, actor.member_id);
  return {
    member: presentMember(actor, row?.password_hash !== NO_PASSWORD),
    workspace: { name: await workspaceName(deps.store.db) },
    apps: deps.apps
      .all()
      .filter((app) => !app.system)
      .map(presentApp),
    guest: { key: guest_app.key, external_id: actor.member_id, token: await guestToken(deps, guest_app, actor) },
  };
}

/** By this token the console is a guest of its own SDK, as a customer's page is with one from the customer's back end. */
async function guestToken({ clock }: Pick<ApiDeps, "clock">, app: AppRecord, actor: SignedInMember): Promise<string> {
  const newest = app.secrets[0];
  if (newest === undefined) throw new Error("The console's own app has no secret, which every start makes.");
  const now_ms = clock.now();
  return await new SignJWT()
    .setProtectedHeader({ alg: "HS256", kid: newest.id })
    .setSubject(actor.member_id)
    .setAudience(app.key)
    .setIssuedAt(Math.floor(now_ms / SECOND_MS))
    .setExpirationTime(Math.floor((now_ms + GUEST_TOKEN_AGE_MS) / SECOND_MS))
    .sign(new TextEncoder().encode(newest.secret));
}
