import type { SuppressionsResponse } from "@fanfare/contract/schema/v1";
import type { Answer, Net } from "../net.ts";
import type { Subject } from "./suppressions.ts";

/** Takes a "Do not show again" back. Loaded with the first that somebody undoes. */
export async function undo(
  net: Net,
  claims: { readonly external_id?: string },
  { scope, target }: Subject,
): Promise<Answer<unknown>> {
  // The id is the server's; what is undone may have been made a moment ago, or elsewhere.
  const listed = await net.call<SuppressionsResponse>("GET", "/v1/suppressions", { query: claims });
  if (listed.kind !== "ok") return listed;
  const found = listed.body.suppressions.find((each) => each.scope === scope && each.target === target);
  if (found === undefined) return { kind: "unchanged" };
  return net.call("DELETE", `/v1/suppressions/${found.id}`, { query: claims, keepalive: true });
}
