import type { SuppressionsResponse } from "@fanfare/contract/schema/client/v1";
import type { Identity } from "../../net/identity.ts";
import type { ApiResult, Net } from "../../net/net.ts";
import type { Subject } from "../decide/suppressions.ts";

interface LiftDeps {
  readonly net: Net;
  readonly identity: Pick<Identity, "claims" | "epoch">;
  readonly isAccepted: () => boolean;
}

const LATER: ApiResult<never> = { kind: "failed", retry_after_ms: 0 };

export async function liftSuppression(
  { net, identity, isAccepted }: LiftDeps,
  { scope, target }: Subject,
): Promise<ApiResult<unknown>> {
  // Who was anonymous brings their suppressions along once the server has accepted them. Before, there are none to lift.
  if (!isAccepted()) return LATER;
  const about = identity.epoch();
  const query = identity.claims();
  // The server assigns the ID, and the suppression may be new or from another device.
  const listed = await net.call<SuppressionsResponse>("GET", "/v1/suppressions", { query });
  if (about !== identity.epoch()) return LATER;
  if (listed.kind !== "ok") return listed;
  const found = listed.body.suppressions.find((each) => each.scope === scope && each.target === target);
  if (found === undefined) return { kind: "unchanged" };
  return net.call("DELETE", `/v1/suppressions/${found.id}`, { query, keepalive: true });
}
