import { expect, test } from "bun:test";
import type { Suppression } from "@fanfare/contract/schema/client/v1";
import type { PersonDetail, PersonSummary } from "@fanfare/contract/schema/responses/people/person";
import { createApi } from "../../../lib/api/api.ts";
import { hideContentAction, joinGroupAction, leaveGroupAction, showContentAction } from "./actions.ts";

const ADA: PersonSummary = {
  ...{ id: "per_1", external_id: "u 1", anonymous: false, verified: true, name: "Ada", email: null, attributes: {} },
  ...{ first_seen_at: "2026-01-01T00:00:00Z", last_seen_at: "2026-01-01T00:00:00Z" },
};
const HIDDEN: Suppression = {
  ...{ id: "sup_old", scope: "content", target: "cnt_1", reason: "do_not_show_again" },
  ...{ created_at: "2026-01-01T00:00:00Z", expires_at: "2026-06-01T00:00:00.000Z" },
};

/** Fake server with one person. Records changes. */
function server(groups: PersonDetail["groups"], hidden: readonly Suppression[]) {
  const requests: string[] = [];
  const suppressions = [...hidden];
  const api = createApi(async (url, { method = "", body }) => {
    const path = url.replace("/api/people/u%201", "").replace("?app_id=1", "");
    const sent = typeof body === "string" ? JSON.parse(body) : {};
    if (method === "POST") {
      requests.push(`hide until ${sent.expires_at} ${sent.reason}`);
      const known = suppressions.findIndex(({ target }) => target === sent.target);
      suppressions.splice(known, known < 0 ? 0 : 1, { ...HIDDEN, ...sent, id: "sup_new" });
    } else if (method !== "GET") requests.push([method, path, body].filter(Boolean).join(" "));
    return Response.json(path === "" ? { ...ADA, groups } : { suppressions });
  });
  return { requests, deps: { api, app_id: "1" } };
}

test("undoes joining a group only for people who weren't members before", async () => {
  const fresh = server([], []);
  const action = joinGroupAction(fresh.deps, { id: "acme", label: "Acme" });
  await action.act(ADA);
  await action.undo?.(ADA);
  expect(fresh.requests).toEqual(["PUT /groups/acme {}", "DELETE /groups/acme"]);
  const member = server([{ external_id: "acme", attributes: {}, membership: {} }], []);
  const again = joinGroupAction(member.deps, { id: "acme", label: "Acme" });
  await again.act(ADA);
  await again.undo?.(ADA);
  expect(member.requests).toEqual([]);
});

test("restores membership attributes when leaving a group is undone", async () => {
  const { requests, deps } = server([{ external_id: "acme", attributes: {}, membership: { role: "owner" } }], []);
  const action = leaveGroupAction(deps, { id: "acme", label: "Acme" });
  await action.act(ADA);
  await action.undo?.(ADA);
  expect(requests.at(-1)).toBe('PUT /groups/acme {"attributes":{"role":"owner"}}');
});

test("keeps longer suppressions and restores shorter ones on undo", async () => {
  const request = { content_id: "cnt_1", name: "Welcome", expires_at: "2026-03-01T00:00:00.000Z" };
  const longer = server([], [HIDDEN]);
  await hideContentAction(longer.deps, request).act(ADA);
  expect(longer.requests).toEqual([]);
  const sooner = server([], [HIDDEN]);
  const action = hideContentAction(sooner.deps, { ...request, expires_at: "2027-01-01T00:00:00.000Z" });
  await action.act(ADA);
  await action.undo?.(ADA);
  expect(sooner.requests).toEqual([
    "hide until 2027-01-01T00:00:00.000Z undefined",
    "DELETE /suppressions/sup_new",
    "hide until 2026-06-01T00:00:00.000Z do_not_show_again",
  ]);
});

test("shows one item or all hidden content again, and restores suppressions on undo", async () => {
  const other = { ...HIDDEN, id: "sup_tag", scope: "tag", target: "news" } as const;
  const one = server([], [HIDDEN, other]);
  await showContentAction(one.deps, { id: "cnt_1", name: "Welcome" }).act(ADA);
  expect(one.requests).toEqual(["DELETE /suppressions/sup_old"]);
  const all = server([], [HIDDEN, other]);
  const action = showContentAction(all.deps, undefined);
  await action.act(ADA);
  await action.undo?.(ADA);
  expect(all.requests.slice(0, 2)).toEqual(["DELETE /suppressions/sup_old", "DELETE /suppressions/sup_tag"]);
  expect(all.requests).toHaveLength(4);
});
