import { APP, expect, test } from "./support/harness.ts";

test("keeps a search area optional while its locator changes, until the author turns that off", async ({
  server,
  signedIn: page,
}) => {
  const scope = { kind: "attribute", name: "id", value: "orders", optional: true };
  const target = { strategies: [{ kind: "role_name", role: "button", name: "Expand all" }], scope };
  const step = { kind: "anchored", id: "one", title: "Hello", blocks: [], target };
  const made = await page.request.post(`${server.url}/api/contents?app_id=${APP.id}`, {
    data: { slug: "area", name: "Area", draft: { body: { type: "tour", steps: [step] } } },
    headers: { origin: server.url },
  });
  const { id } = await made.json();
  const saved = async () => {
    const response = await page.request.get(`${server.url}/api/contents/${id}?app_id=${APP.id}`);
    return (await response.json()).draft.body.steps[0].target.scope;
  };
  expect(await saved()).toEqual(scope);
  await page.goto(`${server.url}/console/${APP.id}/content/${id}?step=one`);
  const optional = page.getByRole("switch", { name: "Search the entire page if it’s missing" });
  await expect(optional).toBeChecked();
  await page.getByRole("combobox", { name: "Search area" }).click();
  await page.getByRole("option", { name: "Test ID" }).click();
  await expect(optional).toBeChecked();
  await expect.poll(saved).toEqual({ kind: "test_id", value: "orders", optional: true });
  await optional.click();
  await expect.poll(saved).toEqual({ kind: "test_id", value: "orders" });
});
