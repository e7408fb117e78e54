import { ProblemError } from "@fanfare/contract/problem";
import type { CLIENT_ROUTES } from "@fanfare/contract/schema/routes/client";
import { writeVerifiedGroup } from "../../people/groups/verified-group.ts";
import type { V1Resources } from "./deps.ts";
import type { ClientHandlers } from "./mount-routes.ts";

/** Attributes of a group from a person whose token names it. `external_id` in the body is the group's ID. */
export function groupHandlers(resources: V1Resources): ClientHandlers<Pick<typeof CLIENT_ROUTES, "POST /v1/group">> {
  const { callers } = resources;
  return {
    "POST /v1/group": async ({ c, app, query, body }) => {
      const caller = await callers.caller(c, app, query);
      if (caller.kind !== "verified") throw new ProblemError("group_not_proved", NOT_VERIFIED);
      const groups = await callers.groups(c, app);
      if (!groups.includes(body.external_id)) throw new ProblemError("group_not_proved", GROUP_NOT_IN_TOKEN);
      await writeVerifiedGroup(resources, app, caller, body);
      return { status: "grouped" };
    },
  };
}

const NOT_VERIFIED =
  "Nothing was stored. Only a verified member of the group can change it. Send an identity token, signed in your backend, with the group's ID in the groups claim.";
const GROUP_NOT_IN_TOKEN =
  "Nothing was stored. This identity token doesn't include the group. Sign a token with the group's ID in the groups claim.";
