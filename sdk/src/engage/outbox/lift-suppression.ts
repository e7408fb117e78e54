import type { SuppressionsResponse } from "@fanfare/contract/schema/client/v1";
import type { ApiResult, Net } from "../../net/net.ts";
import type { Subject } from "../decide/suppressions.ts";

export async function liftSuppression(
  net: Net,
  claims: { readonly external_id?: string },
  { scope, target }: Subject,
): Promise<ApiResult<unknown>> {
  // The server assigns the ID, and the suppression may be new or from another device.
  const listed = await net.call<SuppressionsResponse>("GET", "/v1/suppressions", { query: claims });
  if (listed.kind !== "ok") return listed;
  const found = listed.body.suppressions.find((each) => each.scope === scope && each.target === target);
  if (found === undefined) return { kind: "unchanged" };
  return net.call("DELETE", `/v1/suppressions/${found.id}`, { query: claims, keepalive: true });
}
