import type { ACCOUNT_ROUTES } from "@fanfare/contract/schema/routes/accounts/account";
import { signedInMember } from "../../../accounts/access/actor.ts";
import { changePassword } from "../../../accounts/members/change-password.ts";
import { endOtherSignIns, endSignIn, listSignIns, renameMember } from "../../../accounts/members/team.ts";
import {
  confirmTwoFactor,
  startTwoFactorSetup,
  turnOffTwoFactor,
  twoFactorState,
} from "../../../accounts/sign-in/second-factor.ts";
import { callerOf } from "../../request/caller.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { meOf } from "./me.ts";
import { presentSignIn } from "./presenters.ts";

export function ownAccountHandlers(deps: ApiDeps): Handlers<typeof ACCOUNT_ROUTES> {
  return {
    "GET /api/me": ({ actor }) => meOf(deps, signedInMember(actor)),
    "PATCH /api/me": async ({ body, actor }) => {
      const { name } = body;
      await renameMember(deps, signedInMember(actor).member_id, name);
    },
    "PUT /api/me/password": async ({ c, body, actor }) => {
      await changePassword(deps, signedInMember(actor), body, callerOf(deps, c));
    },
    "GET /api/me/sign-ins": async ({ actor }) => {
      const { member_id, sign_in_id } = signedInMember(actor);
      const items = (await listSignIns(deps, member_id)).map((row) => presentSignIn(row, sign_in_id));
      return { items };
    },
    "DELETE /api/me/sign-ins": async ({ actor }) => {
      const { member_id, sign_in_id } = signedInMember(actor);
      await endOtherSignIns(deps, member_id, sign_in_id);
    },
    "DELETE /api/me/sign-ins/:id": async ({ params, actor }) => {
      const { member_id } = signedInMember(actor);
      await endSignIn(deps, member_id, member_id, params.id);
    },
    "GET /api/me/two-factor": async ({ actor }) => {
      const { member_id } = signedInMember(actor);
      return await twoFactorState(deps, member_id);
    },
    "POST /api/me/two-factor": async ({ c, body, actor }) => {
      const { password } = body;
      const member = signedInMember(actor);
      await deps.sign_ins.assertPassword(member, password, callerOf(deps, c));
      return await startTwoFactorSetup(deps, member);
    },
    "POST /api/me/two-factor/confirm": async ({ body, actor }) => {
      const { code } = body;
      const { member_id } = signedInMember(actor);
      return await confirmTwoFactor(deps, member_id, code);
    },
    "POST /api/me/two-factor/end": async ({ c, body, actor }) => {
      const { password } = body;
      const member = signedInMember(actor);
      await deps.sign_ins.assertPassword(member, password, callerOf(deps, c));
      await turnOffTwoFactor(deps, member.member_id, member.member_id);
    },
  };
}
