import { expect, test } from "bun:test";
import {
  answerSaml,
  assertionXml,
  ENTITY_ID,
  responseXml,
  SIGN_IN_URL,
  signed,
  signingKey,
  startSaml,
} from "../../../test/support/saml-provider.ts";
import { APP, sampleTour, startTemporaryServer } from "../../../test/support/temporary-server.ts";
import { temporaryPostgresStore } from "../../../test/support/temporary-store.ts";

const PUBLIC_URL = "https://tours.example.com";

test("provisions members and roles, signs them in by SAML, and asks them for a review on PostgreSQL", async () => {
  await using postgres = await temporaryPostgresStore();
  const environment = { FANFARE_DATABASE_URL: postgres.url, FANFARE_PUBLIC_URL: PUBLIC_URL };
  await using server = await startTemporaryServer({ environment });
  const owner = await server.ownerBrowser();
  const { token } = (await owner.call("POST", "/api/tokens", { name: "Okta", scopes: ["scim.write"] })).json;
  const scim = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.origin}/api/scim/v2${path}`, {
      ...{ method, headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/scim+json" } },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: JSON.parse((await response.text()) || "null") };
  };
  const user = { userName: "ada@example.com", displayName: "Ada", externalId: "a-1", active: true };
  const { id } = (await scim("POST", "/Users", user)).json;
  expect((await scim("POST", "/Users", user)).json.scimType).toBe("uniqueness");
  await scim("POST", "/Groups", { displayName: "Fanfare Editors", members: [{ value: id }] });
  const listed = (await scim("GET", `/Users?filter=${encodeURIComponent('userName eq "ADA@example.com"')}`)).json;
  expect(listed).toMatchObject({ totalResults: 1, Resources: [{ id, roles: [{ value: "editor" }] }] });

  const key = signingKey();
  const provider = { name: "Acme", entity_id: ENTITY_ID, sign_in_url: SIGN_IN_URL, certificates: [key.cert] };
  const rules = { domains: ["example.com"], newcomers: "invited", passwords: "everyone" };
  expect((await owner.call("PUT", "/api/saml", { ...provider, ...rules })).status).toBe(200);
  const ada = server.browser();
  const { request_id } = await startSaml(ada);
  const assertion = assertionXml({ origin: PUBLIC_URL, request_id, email: "ada@example.com" });
  const xml = signed(responseXml(PUBLIC_URL, assertion), key);
  const before = new Map(ada.cookies);
  expect(await answerSaml(server.origin, ada, xml)).toBe("/console/");
  const replay = server.browser();
  for (const [name, value] of before) replay.cookies.set(name, value);
  expect(await answerSaml(server.origin, replay, xml)).toBe("/console/sign-in?problem=saml_replayed");

  const { revision } = (await owner.call("GET", `/api/apps/${APP.id}`)).json;
  const settings = { settings: { review: "by_another_member" } };
  await owner.call("PATCH", `/api/apps/${APP.id}`, settings, { "If-Match": `"${revision}"` });
  const content = { app_id: APP.id, slug: "asked", name: "Asked", draft: sampleTour("One") };
  const made = (await owner.call("POST", "/api/contents", content)).json;
  const review = `/api/contents/${made.id}/review?app_id=${APP.id}&reviewers=${id}`;
  const asked = await owner.call("POST", review, undefined, { "If-Match": '"1"' });
  expect(asked.json.review_request.reviewers).toEqual([{ id, name: "Ada" }]);
  const awaiting = `/api/contents?app_id=${APP.id}&status=awaiting_review`;
  expect([(await ada.call("GET", awaiting)).json.total, (await owner.call("GET", awaiting)).json.total]).toEqual([
    1, 0,
  ]);

  expect((await scim("DELETE", `/Users/${id}`)).status).toBe(204);
  expect((await ada.call("GET", "/api/me")).status).toBe(401);
  expect((await scim("GET", `/Users/${id}`)).json).toMatchObject({
    active: false,
    groups: [{ display: "Fanfare Editors" }],
  });
});
