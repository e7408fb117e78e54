import { APP, createTour, delayResponses, expect, OWNER, pick, test } from "./support/harness.ts";

test("returns to the requested page after sign-in", async ({ server, page }) => {
  await page.goto(`${server.url}/console/${APP.id}/content?status=draft&sort=name`);
  await expect(page).toHaveURL(/\/console\/sign-in\?return_to=/);
  await page.getByLabel("Email address").fill(OWNER.email);
  await page.getByLabel("Password", { exact: true }).fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${server.url}/console/${APP.id}/content?status=draft&sort=name`);
  await expect(page.getByRole("radio", { name: "Draft" })).toBeChecked();
});

test("shows the sign-in form with what stands around it, so that nothing moves it later", async ({ server, page }) => {
  const release = await delayResponses(page, "**/api/setup*");
  const asked = page.waitForRequest(/\/api\/setup/);
  await page.goto(`${server.url}/console/sign-in`);
  await asked;
  await expect(page.getByRole("button", { name: "Sign in" })).toHaveCount(0);
  release();
  await expect(page.getByText("Forgot your password?")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
});

test("opens the requested page when someone signs in in another tab", async ({ server, page }) => {
  await page.goto(`${server.url}/console/${APP.id}/people`);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`${server.url}/console/sign-in`);
  await other.getByLabel("Email address").fill(OWNER.email);
  await other.getByLabel("Password", { exact: true }).fill(OWNER.password);
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other).toHaveURL(`${server.url}/console/${APP.id}/content`);

  // As when someone looks at this tab again.
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect(page).toHaveURL(`${server.url}/console/${APP.id}/people`);
  await page.goto(`${server.url}/console/sign-in`);
  await expect(page).toHaveURL(`${server.url}/console/${APP.id}/content`);
});

test("keeps the email and focuses the password after a wrong password", async ({ server, page }) => {
  await page.goto(`${server.url}/console/sign-in`);
  await page.getByLabel("Email address").fill(OWNER.email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Wrong email address or password. Check both, then try again.");
  await expect(page.getByLabel("Email address")).toHaveValue(OWNER.email);
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
});

test("validates the sign-in form before it sends a request", async ({ server, page }) => {
  let requests = 0;
  await page.route("**/api/sign-in", (route) => {
    requests += 1;
    return route.abort();
  });
  await page.goto(`${server.url}/console/sign-in`);
  await page.getByLabel("Email address").fill("ada");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Enter a valid email address.")).toBeVisible();
  await expect(page.getByLabel("Email address")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Email address")).toBeFocused();
  expect(requests).toBe(0);
});

test("never redirects to another site after sign-in", async ({ server, page }) => {
  await page.goto(`${server.url}/console/sign-in?return_to=${encodeURIComponent("//evil.example/x")}`);
  await page.getByLabel("Email address").fill(OWNER.email);
  await page.getByLabel("Password", { exact: true }).fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${server.url}/console/${APP.id}/content`);
});

test("blocks the back button after sign-out", async ({ server, signedIn: page }) => {
  const tour = await createTour(page.request, server);
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await expect(page.getByRole("link", { name: tour.name })).toBeVisible();
  await page.getByRole("button", { name: /account$/ }).click();
  await pick(page.getByRole("menuitem", { name: "Sign out" }));
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/sign-in/);
  await expect(page.getByText(tour.name)).toHaveCount(0);
});

test("returns to the page after a session that ended elsewhere", async ({ server, signedIn: page }) => {
  const tour = await createTour(page.request, server);
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await expect(page.getByRole("link", { name: tour.name })).toBeVisible();
  // A request under way would also find that the session ended.
  await page.waitForLoadState("networkidle");
  await page.context().clearCookies();
  await page.getByRole("radio", { name: "Live" }).click();
  await expect(page).toHaveURL(/sign-in\?return_to=/);
  await page.getByLabel("Email address").fill(OWNER.email);
  await page.getByLabel("Password", { exact: true }).fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/status=live/);
});

test("applies the saved theme at the first paint of the next visit", async ({ server, signedIn: page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(`${server.url}/console/`);
  await page.getByRole("button", { name: "Theme: System" }).click();
  // Retries clicks that the opening menu ignores. This test is about the next visit.
  await expect(async () => {
    const choice = page.getByRole("menuitemradio", { name: "Dark" });
    if (await choice.isVisible()) await choice.click({ timeout: 2_000 });
    await expect(page.getByRole("button", { name: "Theme: Dark" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const dark = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  // Blocks the app, so that only render-blocking scripts have run.
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.reload({ waitUntil: "domcontentloaded" });
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(dark);
});
