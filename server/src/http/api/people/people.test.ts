import { beforeAll, describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, identityToken, sampleTour, startTemporaryServer } from "../../../../test/support/temporary-server.ts";

const at = (path: string, query = "") => `/api/${path}?app_id=${APP.id}${query}`;

async function identify(external_id: string, attributes: object, anonymous_token?: string) {
  const headers = { Authorization: `Bearer ${await identityToken(external_id)}` };
  const body = { external_id, attributes, ...(anonymous_token === undefined ? {} : { anonymous_token }) };
  const answer = await server.browser().call("POST", "/v1/identify?app=shop", body, headers);
  expect(answer.status).toBe(200);
  return { headers, answer };
}

const { server, owner } = await sharedServer({
  contents: { contents: [{ slug: "welcome", name: "Welcome", edition: sampleTour("Hello") }] },
});
beforeAll(async () => {
  await identify("u_1", { name: "Ada King Lovelace", email: "Ada@Analytical.example", plan: "pro" });
  await identify("u_2", { name: "Bob", plan: "free", seats: 3 });
  await identify("u_3", { name: "Ädler", seats: "many" });
});

const names = (items: readonly { external_id: string }[]) => items.map(({ external_id }) => external_id).toSorted();

describe("list of people", () => {
  test("searches prefixes of ID, name, last name, and email in any case", async () => {
    for (const [q, found] of [
      ["u_", ["u_1", "u_2", "u_3"]],
      ["ada", ["u_1"]],
      ["LOVE", ["u_1"]],
      ["ada@ana", ["u_1"]],
      ["äDL", ["u_3"]],
      ["%", []],
      ["dler", []],
    ] as const) {
      const { json } = await owner.call("GET", at("people", `&q=${encodeURIComponent(q)}`));
      expect([q, names(json.items), json.total, json.exact]).toEqual([q, [...found], found.length, true]);
    }
  });

  test("pages by keyset in every order, each person once", async () => {
    for (const sort of ["-last_seen_at", "last_seen_at", "-first_seen_at", "name", "-name"]) {
      const seen: string[] = [];
      let after = "";
      do {
        const { json } = await owner.call("GET", at("people", `&sort=${sort}&limit=1${after}`));
        seen.push(...json.items.map((each: { external_id: string }) => each.external_id));
        after = json.next === null ? "" : `&after=${json.next}`;
      } while (after !== "" && seen.length < 9);
      expect(seen.toSorted()).toEqual(["u_1", "u_2", "u_3"]);
      if (sort === "name") expect(seen).toEqual(["u_1", "u_2", "u_3"]);
    }
  });

  test("returns only the attributes of the list's columns", async () => {
    const { json } = await owner.call("GET", at("people", "&sort=name&columns=plan,seats,gone"));
    const stored = json.items.map((each: { attributes: object }) => each.attributes);
    expect(stored).toEqual([{ plan: "pro" }, { plan: "free", seats: 3 }, { seats: "many" }]);
    const plain = await owner.call("GET", at("people"));
    expect(plain.json.items[0].attributes).toEqual({});
    const many = await owner.call("GET", at("people", "&columns=a,b,c,d,e,f,g"));
    expect([many.status, many.json.fields[0].pointer]).toEqual([400, "/columns"]);
  });

  test("sorts search results as requested, people without a name last", async () => {
    const found = async (sort: string) =>
      (await owner.call("GET", at("people", `&q=u_&sort=${sort}`))).json.items.map(
        (each: { external_id: string }) => each.external_id,
      );
    expect(await found("name")).toEqual(["u_1", "u_2", "u_3"]);
    expect(await found("-name")).toEqual(["u_3", "u_2", "u_1"]);
    expect(await found("email")).toEqual(["u_1", "u_2", "u_3"]);
  });

  test("rejects a cursor of another order", async () => {
    const { json } = await owner.call("GET", at("people", "&sort=name&limit=1"));
    const refused = await owner.call("GET", at("people", `&sort=-last_seen_at&after=${json.next}`));
    expect([refused.status, refused.json.code]).toEqual([400, "query_invalid"]);
  });
});

describe("person", () => {
  test("includes values that don't match the type of their attribute", async () => {
    const { json } = await owner.call("GET", at("people/u_3"));
    expect(json).toMatchObject({
      external_id: "u_3",
      verified: true,
      name: "Ädler",
      attributes: { seats: "many" },
      mismatches: [{ name: "seats", expected: "number", found: "text" }],
      watched_until: null,
    });
    const { json: known } = await owner.call("GET", at("attributes"));
    const seats = known.items.find((each: { name: string }) => each.name === "seats");
    expect(seats).toMatchObject({ of: "person", type: "number", mismatches: 1, last_mismatch: { type: "text" } });
  });

  test("can be changed and watched by a member, audited without the values", async () => {
    const change = { attributes: { plan: "enterprise", email: null }, time_zone: "Europe/Zurich", watch_days: 7 };
    const { json } = await owner.call("PATCH", at("people/u_1"), change);
    expect(json).toMatchObject({ email: null, time_zone: "Europe/Zurich", attributes: { plan: "enterprise" } });
    expect(Date.parse(json.watched_until)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    expect((await owner.call("GET", at("people", "&q=ada@ana"))).json.items).toEqual([]);
    const entry = await server.fanfare.store.db
      .selectFrom("audit_entries")
      .selectAll()
      .where("action", "=", "person.update")
      .executeTakeFirstOrThrow();
    expect(entry.detail).not.toContain("enterprise");
    for (const wrong of [{ time_zone: "Mars/Base" }, { attributes: JSON.parse('{"__proto__":1}') }, { name: "x" }]) {
      expect((await owner.call("PATCH", at("people/u_1"), wrong)).json.code).toBe("body_invalid");
    }
  });

  test("belongs to groups, which members and scripts create but pages don't", async () => {
    expect((await owner.call("PUT", at("people/u_1/groups/acme"), {})).json.code).toBe("group_not_found");
    const group = await owner.call("PUT", at("groups/acme"), { attributes: { name: "Acme", seats: 12 } });
    expect(group.json).toMatchObject({ external_id: "acme", attributes: { name: "Acme", seats: 12 } });
    await owner.call("PUT", at("people/u_1/groups/acme"), { attributes: { role: "admin" } });
    const { json } = await owner.call("PUT", at("people/u_1/groups/acme"), { attributes: { since: "2026-01-02" } });
    expect(json.groups).toEqual([
      {
        external_id: "acme",
        attributes: { name: "Acme", seats: 12 },
        membership: { role: "admin", since: "2026-01-02" },
      },
    ]);
    expect((await owner.call("GET", at("groups", "&q=ac"))).json.items).toHaveLength(1);
    const left = await owner.call("DELETE", at("people/u_1/groups/acme"));
    expect(left.json.groups).toEqual([]);
  });

  test("returns not found for an unknown person in every route", async () => {
    for (const [method, path, body] of [
      ["GET", "people/nobody", undefined],
      ["PATCH", "people/nobody", {}],
      ["DELETE", "people/nobody", undefined],
      ["GET", "people/nobody/export", undefined],
    ] as const) {
      const { status, json } = await owner.call(method, at(path), body);
      expect([path, status, json.code]).toEqual([path, 404, "person_not_found"]);
    }
  });
});

describe("group", () => {
  test("lists its members page by page, each with their role", async () => {
    await owner.call("PUT", at("groups/initech"), { attributes: { name: "Initech" } });
    for (const id of ["u_1", "u_2"]) {
      await owner.call("PUT", at(`people/${id}/groups/initech`), { attributes: { role: `role of ${id}` } });
    }
    const first = await owner.call("GET", at("groups/initech/people", "&limit=1"));
    expect(first.json).toMatchObject({ total: 2, exact: true, items: [{ membership: {} }] });
    const second = await owner.call("GET", at("groups/initech/people", `&limit=1&after=${first.json.next}`));
    const both = [...first.json.items, ...second.json.items];
    expect(both.map(({ external_id, membership }) => [external_id, membership.role]).toSorted()).toEqual([
      ["u_1", "role of u_1"],
      ["u_2", "role of u_2"],
    ]);
    expect(second.json.next).toBeNull();
    expect((await owner.call("GET", at("groups/nobody/people"))).json.code).toBe("group_not_found");
    const found = async (q: string) =>
      (await owner.call("GET", at("groups", `&q=${q}`))).json.items.map(
        (each: { external_id: string }) => each.external_id,
      );
    expect([await found("INIT"), await found("initech"), await found("nitech")]).toEqual([
      ["initech"],
      ["initech"],
      [],
    ]);
  });
});

describe("attributes from unverified visitors", () => {
  test("can't use up the app's attribute names", async () => {
    const flood = (part: number) =>
      Object.fromEntries(Array.from({ length: limits.attributes_max }, (_, index) => [`flood_${part}_${index}`, 1]));
    let refused = 0;
    for (let part = 0; part <= limits.attribute_definitions_max / limits.attributes_max / 2; part++) {
      const body = { external_id: `stranger_${part}`, attributes: flood(part) };
      const { json } = await server.browser().call("POST", "/v1/identify?app=shop", body);
      if (json.code === "body_invalid") refused++;
    }
    expect(refused).toBeGreaterThan(0);
    await identify("u_4", { brand_new: true });
    expect((await owner.call("GET", at("people/u_4"))).json.attributes).toEqual({ brand_new: true });
  });
});

test("filters people by identity in every order, with a segment and a search", async () => {
  await using own = await startTemporaryServer();
  const page = await own.ownerBrowser();
  await page.call("POST", `/v1/identify?app=${APP.key}`, { external_id: "known-1", attributes: { name: "Zoe Said" } });
  const token = await identityToken("known-2");
  const proved = { Authorization: `Bearer ${token}` };
  await page.call(
    "POST",
    `/v1/identify?app=${APP.key}`,
    { external_id: "known-2", attributes: { name: "Yve" } },
    proved,
  );
  const ids = async (more: string) => {
    const { json } = await page.call("GET", `/api/people?app_id=${APP.id}${more}`);
    return [json.total, ...json.items.map(({ external_id }: { external_id: string }) => external_id)];
  };
  for (const sort of ["-last_seen_at", "last_seen_at", "first_seen_at", "name"]) {
    expect([sort, await ids(`&identity=unverified&sort=${sort}`)]).toEqual([sort, [1, "known-1"]]);
    expect([sort, await ids(`&identity=anonymous&sort=${sort}`)]).toEqual([sort, [0]]);
  }
  expect(await ids("&identity=verified")).toEqual([1, "known-2"]);
  expect(await ids("&identity=unverified&q=known")).toEqual([1, "known-1"]);
  expect((await page.call("GET", `/api/people?app_id=${APP.id}&identity=nobody`)).json.code).toBe("query_invalid");
});

test("lists the first groups of each person by ID, with the number of all", async () => {
  await using own = await startTemporaryServer();
  const page = await own.ownerBrowser();
  for (const person of ["p_1", "p_2"]) {
    await page.call("POST", `/v1/identify?app=${APP.key}`, { external_id: person, attributes: { name: person } });
  }
  for (const [group, attributes] of [
    ["zeta", {}],
    ["acme", { name: "Acme Industries" }],
    ["mid", { name: 5 }],
  ] as const) {
    await page.call("PUT", `/api/groups/${group}?app_id=${APP.id}`, { attributes });
    await page.call("PUT", `/api/people/p_1/groups/${group}?app_id=${APP.id}`, { attributes: {} });
  }
  const { json } = await page.call("GET", `/api/people?app_id=${APP.id}&sort=name`);
  expect(json.items).toMatchObject([
    {
      external_id: "p_1",
      groups: [
        { external_id: "acme", name: "Acme Industries" },
        { external_id: "mid", name: null },
      ],
      groups_total: 3,
    },
    { external_id: "p_2", groups: [], groups_total: 0 },
  ]);
});
