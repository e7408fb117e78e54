import {
  beginTwoFactorRequestSchema,
  changeMeRequestSchema,
  changePasswordRequestSchema,
  confirmTwoFactorRequestSchema,
  endTwoFactorRequestSchema,
  type RecoveryCodes,
  type SignInsResponse,
  type TwoFactorOffer,
  type TwoFactorState,
} from "@fanfare/contract/schema/member";
import { Hono } from "hono";
import { signedInMember } from "../accounts/actor.ts";
import { changePassword } from "../accounts/password-change.ts";
import { confirmTwoFactor, endTwoFactor, offerTwoFactor, twoFactorState } from "../accounts/second-factor.ts";
import { endOtherSignIns, endSignIn, listSignIns, rename } from "../accounts/team.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { parseBody, parseText } from "./body.ts";
import { callerOf } from "./caller.ts";
import { presentSignIn } from "./member-presenters.ts";

/** What a member does about their own account. */
export function selfRoutes(deps: ApiDeps): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .patch("/me", async (c) => {
      const { name } = await parseText(c, changeMeRequestSchema);
      await rename(deps, signedInMember(c.var.actor).member_id, name);
      return c.body(null, 204);
    })
    .put("/me/password", async (c) => {
      const change = await parseText(c, changePasswordRequestSchema);
      await changePassword(deps, signedInMember(c.var.actor), change, callerOf(deps, c));
      return c.body(null, 204);
    })
    .get("/me/sign-ins", async (c) => {
      const { member_id, sign_in_id } = signedInMember(c.var.actor);
      const items = (await listSignIns(deps, member_id)).map((row) => presentSignIn(row, sign_in_id));
      return c.json({ items } satisfies SignInsResponse);
    })
    .delete("/me/sign-ins", async (c) => {
      const { member_id, sign_in_id } = signedInMember(c.var.actor);
      await endOtherSignIns(deps, member_id, sign_in_id);
      return c.body(null, 204);
    })
    .delete("/me/sign-ins/:id", async (c) => {
      const { member_id } = signedInMember(c.var.actor);
      await endSignIn(deps, member_id, member_id, c.req.param("id"));
      return c.body(null, 204);
    })
    .get("/me/two-factor", async (c) => {
      const { member_id } = signedInMember(c.var.actor);
      return c.json((await twoFactorState(deps, member_id)) satisfies TwoFactorState);
    })
    .post("/me/two-factor", async (c) => {
      const { password } = await parseBody(c, beginTwoFactorRequestSchema);
      const member = signedInMember(c.var.actor);
      await deps.sign_ins.assertPassword(member, password, callerOf(deps, c));
      return c.json((await offerTwoFactor(deps, member)) satisfies TwoFactorOffer, 201);
    })
    .post("/me/two-factor/confirm", async (c) => {
      const { code } = await parseBody(c, confirmTwoFactorRequestSchema);
      const { member_id } = signedInMember(c.var.actor);
      return c.json((await confirmTwoFactor(deps, member_id, code)) satisfies RecoveryCodes);
    })
    .post("/me/two-factor/end", async (c) => {
      const { password } = await parseBody(c, endTwoFactorRequestSchema);
      const member = signedInMember(c.var.actor);
      await deps.sign_ins.assertPassword(member, password, callerOf(deps, c));
      await endTwoFactor(deps, member.member_id, member.member_id);
      return c.body(null, 204);
    });
}
