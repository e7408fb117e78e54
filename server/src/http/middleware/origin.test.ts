import { beforeAll, describe, expect, test } from "bun:test";
import { API_ROUTES } from "@fanfare/contract/schema/routes/api";
import { sharedServer } from "../../../test/support/shared-server.ts";
import { OWNER } from "../../../test/support/temporary-server.ts";
import { isSameOrigin } from "./origin.ts";

let cookie = "";
const { server } = await sharedServer();
beforeAll(async () => {
  const owner = await server.ownerBrowser();
  cookie = [...owner.cookies].map((pair) => pair.join("=")).join("; ");
});

/** Called by the identity provider and by mail programs, not by pages. They use a signed token and no cookie. */
const WITHOUT_A_PAGE: readonly string[] = [
  "POST /api/provider-sign-out",
  "POST /api/unsubscribe",
  "POST /api/saml/acs",
];
const writes = Object.keys(API_ROUTES).filter((route) => !route.startsWith("GET ") && !WITHOUT_A_PAGE.includes(route));
const JSON_TYPE = { "Content-Type": "application/json" };

/** Headers of requests from other sites, or without a page, that include the member's cookie. */
const foreign: Readonly<Record<string, Record<string, string>>> = {
  "no header": { ...JSON_TYPE },
  "another origin": { ...JSON_TYPE, Origin: "https://evil.example" },
  "the null origin": { ...JSON_TYPE, Origin: "null" },
  "another port": { ...JSON_TYPE, Origin: "http://127.0.0.1:1" },
  "cross-site": { ...JSON_TYPE, "Sec-Fetch-Site": "cross-site" },
  "same-site": { ...JSON_TYPE, "Sec-Fetch-Site": "same-site" },
  "none, as from the address bar": { ...JSON_TYPE, "Sec-Fetch-Site": "none" },
};
const formTypes = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""];

async function everything(): Promise<string> {
  const { db } = server.fanfare.store;
  // Seal earlier audit entries first. Nothing else may change.
  await server.fanfare.operator.audit_log.seal();
  const tables = [
    "members",
    "sign_ins",
    "setup_links",
    "contents",
    "versions",
    "publications",
    "audit_entries",
  ] as const;
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows, (key, value) => (key === "last_seen_at" ? undefined : value));
}

describe.each(writes)("%s", (route) => {
  const [method = "", pattern = ""] = route.split(" ");
  const url = () => `${server.origin}${pattern.replace(":external_id", "u").replace(":id", "cnt_0")}`;
  const body = JSON.stringify({ ...OWNER, app_id: "1001" });

  test.each(Object.entries(foreign))("changes nothing from %s", async (_name, headers) => {
    const before = await everything();
    const response = await fetch(url(), { method, headers: { ...headers, Cookie: cookie }, body });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "origin_refused" });
    expect(await everything()).toBe(before);
  });

  test.each(formTypes)("changes nothing as %p", async (type) => {
    const before = await everything();
    const response = await fetch(url(), {
      method,
      headers: { "Content-Type": type, Origin: server.origin, Cookie: cookie },
      body: new TextEncoder().encode(body),
    });
    expect(response.status).toBe(415);
    expect(await everything()).toBe(before);
  });
});

describe.each(WITHOUT_A_PAGE)("%s", (route) => {
  test.each(Object.entries(foreign))("ignores a cookie from %s", async (_name, headers) => {
    const before = await everything();
    const url = `${server.origin}${route.slice("POST ".length)}`;
    const init = { method: "POST", headers: { ...headers, Cookie: cookie }, body: "{}", redirect: "manual" } as const;
    const response = await fetch(url, init);
    // A form that a person sees ends on the sign-in page, with the problem.
    expect([400, 303]).toContain(response.status);
    if (response.status === 303) expect(response.headers.get("Location")).toContain("problem=saml_response_invalid");
    expect(await everything()).toBe(before);
  });
});

test("a script without a token is asked for one, not for an origin", async () => {
  const response = await fetch(`${server.origin}/api/contents`, { method: "POST", headers: JSON_TYPE, body: "{}" });
  expect([response.status, await response.json()]).toEqual([
    401,
    expect.objectContaining({ code: "sign_in_required", detail: expect.stringContaining("Authorization: Bearer") }),
  ]);
});

test("requires no origin for reads", async () => {
  const response = await fetch(`${server.origin}/api/me`, { headers: { Cookie: cookie } });
  expect(response.status).toBe(200);
});

describe("same-origin page", () => {
  const from = (headers: Record<string, string>) => new Request("http://127.0.0.1:4000/api/contents", { headers });
  test("is detected by fetch metadata, otherwise by the origin of the public URL", () => {
    const own = "https://fanfare.example";
    expect(isSameOrigin(from({ "Sec-Fetch-Site": "same-origin" }), own)).toBe(true);
    expect(isSameOrigin(from({ Origin: own }), `${own}/prefix`)).toBe(true);
    expect(isSameOrigin(from({ Origin: "http://fanfare.example" }), own)).toBe(false);
    expect(isSameOrigin(from({ Origin: own, "Sec-Fetch-Site": "cross-site" }), own)).toBe(false);
  });

  test("is on the requested host without a public URL", () => {
    expect(isSameOrigin(from({ Origin: "http://localhost:4000", Host: "localhost:4000" }), undefined)).toBe(true);
    expect(isSameOrigin(from({ Origin: "http://localhost:4001", Host: "localhost:4000" }), undefined)).toBe(false);
    expect(isSameOrigin(from({ Origin: "nonsense", Host: "nonsense" }), undefined)).toBe(false);
    expect(isSameOrigin(from({}), undefined)).toBe(false);
  });
});
