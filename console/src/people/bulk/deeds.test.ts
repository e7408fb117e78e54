import { expect, test } from "bun:test";
import type { PersonDetail, PersonSummary } from "@fanfare/contract/schema/person";
import type { Suppression } from "@fanfare/contract/schema/v1";
import { type DeedDeps, hideDeed, joinDeed, leaveDeed, showDeed } from "./deeds.ts";

const ADA: PersonSummary = {
  ...{ id: "per_1", external_id: "u 1", anonymous: false, verified: true, name: "Ada", email: null, attributes: {} },
  ...{ first_seen_at: "2026-01-01T00:00:00Z", last_seen_at: "2026-01-01T00:00:00Z" },
};
const HIDDEN: Suppression = {
  ...{ id: "sup_old", scope: "content", target: "cnt_1", reason: "do_not_show_again" },
  ...{ created_at: "2026-01-01T00:00:00Z", expires_at: "2026-06-01T00:00:00.000Z" },
};

/** A server that has one person; what is asked of it is written down. */
function server(groups: PersonDetail["groups"], hidden: readonly Suppression[]) {
  const asked: string[] = [];
  const profile = { ...ADA, groups };
  const suppressions = [...hidden];
  // Only what deeds ask of the API, and of a profile.
  const api = {
    call: async (method: string, path: string, more?: { readonly body?: unknown }) => {
      asked.push([method, path, more && JSON.stringify(more.body)].filter(Boolean).join(" "));
    },
    person: async () => profile,
    suppressions: async () => ({ suppressions: [...suppressions] }),
    putSuppression: async (_app: string, _id: string, wish: Partial<Suppression>) => {
      asked.push(`hide until ${wish.expires_at} ${wish.reason}`);
      const known = suppressions.findIndex(({ target }) => target === wish.target);
      suppressions.splice(known, known < 0 ? 0 : 1, { ...HIDDEN, ...wish, id: "sup_new" });
      return { suppressions };
    },
    undoSuppression: async (_app: string, _id: string, id: string) => {
      asked.push(`undo ${id}`);
      return { suppressions };
    },
  } as unknown as DeedDeps["api"];
  return { asked, deps: { api, app_id: "1" } };
}

test("who is put into a group is taken out again, and who was in it before stays", async () => {
  const fresh = server([], []);
  const deed = joinDeed(fresh.deps, { id: "acme", label: "Acme" });
  await deed.act(ADA);
  await deed.undo?.(ADA);
  expect(fresh.asked).toEqual([
    'PUT people/u%201/groups/acme?app_id=1 {"attributes":{}}',
    "DELETE people/u%201/groups/acme?app_id=1",
  ]);
  const member = server([{ external_id: "acme", attributes: {}, membership: {} }], []);
  const again = joinDeed(member.deps, { id: "acme", label: "Acme" });
  await again.act(ADA);
  await again.undo?.(ADA);
  expect(member.asked).toEqual([]);
});

test("who is taken out of a group comes back with what was known of their place in it", async () => {
  const { asked, deps } = server([{ external_id: "acme", attributes: {}, membership: { role: "owner" } }], []);
  const deed = leaveDeed(deps, { id: "acme", label: "Acme" });
  await deed.act(ADA);
  await deed.undo?.(ADA);
  expect(asked.at(-1)).toBe('PUT people/u%201/groups/acme?app_id=1 {"attributes":{"role":"owner"}}');
});

test("what is hidden for longer already stays as it is; what ends sooner comes back with its own end and reason", async () => {
  const wish = { content_id: "cnt_1", name: "Welcome", expires_at: "2026-03-01T00:00:00.000Z" };
  const longer = server([], [HIDDEN]);
  await hideDeed(longer.deps, wish).act(ADA);
  expect(longer.asked).toEqual([]);
  const sooner = server([], [HIDDEN]);
  const deed = hideDeed(sooner.deps, { ...wish, expires_at: "2027-01-01T00:00:00.000Z" });
  await deed.act(ADA);
  await deed.undo?.(ADA);
  expect(sooner.asked).toEqual([
    "hide until 2027-01-01T00:00:00.000Z undefined",
    "undo sup_new",
    "hide until 2026-06-01T00:00:00.000Z do_not_show_again",
  ]);
});

test("one content is shown again, or all that is hidden; undone, each is hidden as it was", async () => {
  const other = { ...HIDDEN, id: "sup_tag", scope: "tag", target: "news" } as const;
  const one = server([], [HIDDEN, other]);
  await showDeed(one.deps, { id: "cnt_1", name: "Welcome" }).act(ADA);
  expect(one.asked).toEqual(["undo sup_old"]);
  const all = server([], [HIDDEN, other]);
  const deed = showDeed(all.deps, undefined);
  await deed.act(ADA);
  await deed.undo?.(ADA);
  expect(all.asked.slice(0, 2)).toEqual(["undo sup_old", "undo sup_tag"]);
  expect(all.asked).toHaveLength(4);
});
