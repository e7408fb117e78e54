import { systemClock } from "@fanfare/contract/lib/clock";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import type { Page } from "@playwright/test";
import { SignJWT } from "jose";
import type { TestServer } from "../../e2e/support/test-server.ts";
import { APP, addressOf, expect, saveState, test } from "./support/harness.ts";
import { check } from "./support/screenshots.ts";

const task = (id: string, title: string) => ({ id, title, done_when: { kind: "event", event: `did_${id}` } });

function callsOf(page: Page, server: TestServer) {
  return async (method: "POST" | "PUT", path: string, data: object, headers: Record<string, string> = {}) => {
    const options = { method, data, headers: { origin: server.url, ...headers } };
    const response = await page.request.fetch(`${server.url}${path}`, options);
    expect(response.ok(), await response.text()).toBe(true);
    return response.json();
  };
}

/** Creates a checklist and returns its ID. */
async function createChecklist(call: ReturnType<typeof callsOf>, slug: string, more: object = {}): Promise<string> {
  const tasks = [task("invite", "Invite a colleague"), task("order", "Order")];
  const draft = { body: { type: "checklist", title: "Set up", tasks, ...more } };
  return (await call("POST", "/api/contents", { app_id: APP.id, slug, name: "Company setup", draft })).id;
}

test("turns on shared progress of a checklist, for some groups or all", async ({ server, signedIn: page }) => {
  const id = await createChecklist(callsOf(page, server), "company-setup");
  await page.goto(addressOf(server, id, "?step=head"));
  await page.getByRole("switch", { name: "Share progress within the group" }).click();
  await expect(page.getByText("always have their own progress")).toBeVisible();
  await page.getByRole("switch", { name: "Only groups with an attribute" }).click();
  await page.getByLabel("Group attribute").fill("type");
  await page.getByLabel("Value", { exact: true }).fill("company");
  await expect(saveState(page)).toHaveText("Saved");
  await check(page, "a checklist that shares progress");
  await page.getByRole("switch", { name: "Only groups with an attribute" }).click();
  await expect(page.getByLabel("Group attribute")).toHaveCount(0);
  await expect(saveState(page)).toHaveText("Saved");
  await page.reload();
  await expect(page.getByRole("switch", { name: "Share progress within the group" })).toBeChecked();
  await expect(page.getByRole("switch", { name: "Only groups with an attribute" })).not.toBeChecked();
});

test("lists the groups of a shared checklist in its report", async ({ server, signedIn: page }) => {
  const call = callsOf(page, server);
  const id = await createChecklist(call, "company-progress", { group_progress: {} });
  await call("POST", `/api/contents/${id}/publish`, { app_id: APP.id }, { "If-Match": '"1"' });
  for (const [external_id, group, tasks] of [
    ["group-ann", "acme", ["invite", "order"]],
    ["group-cem", "globex", ["order"]],
  ] as const) {
    const token = await new SignJWT({ groups: [group] })
      .setProtectedHeader({ alg: "HS256" })
      .setSubject(external_id)
      .setAudience(APP.key)
      .setExpirationTime("1h")
      .sign(new TextEncoder().encode(APP.secret));
    await call("PUT", `/api/groups/${group}?app_id=${APP.id}`, { attributes: { name: `The ${group} company` } });
    const at = new Date().toISOString();
    const events = [
      { name: "checklist_started", props: { content_id: id, version: 1 } },
      ...tasks.map((each) => ({ name: `did_${each}` })),
    ].map((event) => ({ ...event, id: uuidv7(systemClock, systemRng), at }));
    await call("POST", `/v1/events?app=${APP.key}`, { events }, { Authorization: `Bearer ${token}` });
  }
  await page.goto(`${server.url}/console/${APP.id}/analytics?content=${id}`);
  const rows = page.getByRole("table", { name: "Group progress" }).getByRole("row");
  await expect(rows.nth(1).getByRole("rowheader")).toHaveText("The acme company Finished");
  await expect(rows.nth(1).getByRole("cell").first()).toHaveText("2");
  await expect(rows.nth(1)).toContainText("Invite a colleague, Order");
  await expect(rows.nth(2).getByRole("rowheader")).toHaveText("The globex company");
  await expect(rows.nth(2).getByRole("cell").nth(1)).toHaveText("Order");
  await check(page, "the report of a checklist that shares progress");
  await page.getByRole("link", { name: "The acme company" }).click();
  const checklists = page.getByRole("region", { name: "Shared checklists" });
  await expect(checklists).toContainText("Finished");
  await expect(checklists).toContainText("2 of 2 tasks done");
  await check(page, "a group with a shared checklist");
  await checklists.getByRole("link", { name: "Company setup" }).click();
  await expect(rows.nth(1)).toContainText("The acme company");
});
