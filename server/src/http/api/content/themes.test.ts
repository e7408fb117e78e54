import { expect, test } from "bun:test";
import { deriveTheme } from "@fanfare/contract/theme/derive-theme";
import { BUILT_IN_THEME, type Theme } from "@fanfare/contract/theme/theme";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, sampleTour } from "../../../../test/support/temporary-server.ts";

const ROSE = deriveTheme("#b5123e");
const at = (path: string) => `/api/${path}?app_id=${APP.id}`;
const ifMatch = (revision: number) => ({ "If-Match": `"${revision}"` });
const make = (name: string, theme: Theme = ROSE) => owner.call("POST", "/api/themes", { name, theme });
const choose = (id: string | null) => owner.call("PUT", "/api/default-theme", { id });

async function page() {
  const { json } = await server.browser().call("POST", `/v1/boot?app=${APP.key}`, {});
  const used: Record<string, string | undefined> = {};
  for (const { slug, theme } of json.decisions) used[slug] = theme;
  return { themes: json.themes, used, version: json.app.config_version };
}

async function applyTheme(slug: string, theme: string) {
  const list = await owner.call("GET", at("contents"));
  const { id } = list.json.items.find((each: { slug: string }) => each.slug === slug);
  const before = await owner.call("GET", at(`contents/${id}`));
  const draft = { ...before.json.draft, theme };
  const saved = await owner.call("PATCH", at(`contents/${id}`), { draft }, ifMatch(before.json.revision));
  expect(saved.status).toBe(200);
  const { revision } = saved.json;
  const published = await owner.call("POST", `/api/contents/${id}/publish`, { app_id: APP.id }, ifMatch(revision));
  expect(published.status).toBe(200);
}

const contents = ["welcome", "news", "plain"].map((slug) => ({ slug, name: slug, edition: sampleTour("Hello") }));
const { server, owner } = await sharedServer({ contents: { contents } });

test("rejects an unreadable theme, with measured and required contrast per pair", async () => {
  const light = { ...BUILT_IN_THEME.light, muted: "#9a9aa5", accent_text: BUILT_IN_THEME.light.accent };
  const { status, json } = await make("Faint", { ...BUILT_IN_THEME, light });
  expect(status).toBe(422);
  expect(json.code).toBe("theme_unreadable");
  expect(json.fields).toEqual([
    {
      pointer: "/theme/light/muted",
      message:
        "Secondary text on surface has a contrast of 2.78:1, below the required 4.5:1. The nearest color that passes is #6d6d77.",
    },
    {
      pointer: "/theme/light/muted",
      message:
        "Secondary text on surface on hover has a contrast of 2.47:1, below the required 4.5:1. The nearest color that passes is #6d6d77.",
    },
    {
      pointer: "/theme/light/accent_text",
      message:
        "Text on accent on accent has a contrast of 1:1, below the required 4.5:1. The nearest color that passes is #c8cdff.",
    },
  ]);
  expect((await owner.call("GET", "/api/themes")).json.items).toEqual([]);
});

test("creates, returns, changes, and audits a theme by revision", async () => {
  const made = await make("Rose");
  expect(made.status).toBe(201);
  expect(made.json).toMatchObject({ name: "Rose", is_default: false, revision: 1, theme: { radius_px: 14 } });
  const path = `/api/themes/${made.json.id}`;
  const change = { name: "Rose, round", theme: { ...ROSE, radius_px: 24 } };
  expect((await owner.call("PUT", path, change)).json.code).toBe("revision_required");
  expect((await owner.call("PUT", path, change, ifMatch(1))).json).toMatchObject({ name: "Rose, round", revision: 2 });
  expect((await owner.call("PUT", path, change, ifMatch(1))).json).toMatchObject({
    code: "revision_stale",
    current: { revision: 2 },
  });
  expect((await make("Rose, round")).json).toMatchObject({ code: "name_taken", fields: [{ pointer: "/name" }] });
  expect((await owner.call("GET", path)).json.theme.radius_px).toBe(24);
  expect((await owner.call("DELETE", path)).status).toBe(204);
  expect((await owner.call("GET", path)).json.code).toBe("theme_not_found");
  const back = await owner.call("POST", `${path}/restore`);
  expect([back.status, back.json]).toMatchObject([200, { name: "Rose, round", revision: 2, theme: { radius_px: 24 } }]);
  expect((await owner.call("DELETE", path)).status).toBe(204);
  expect((await make("Rose, round")).status).toBe(201);
  expect((await owner.call("POST", `${path}/restore`)).json.code).toBe("theme_not_found");
  const audit = await owner.call("GET", "/api/audit?limit=20");
  const actions = audit.json.items
    .filter(({ resource_id }: { resource_id: string }) => resource_id === made.json.id)
    .map(({ action }: { action: string }) => action);
  expect(actions).toEqual(["delete", "restore", "delete", "update", "create"].map((verb) => `theme.${verb}`));
});

test("sends pages only the themes in use, and changes immediately", async () => {
  const before = await page();
  expect(before.themes).toBeUndefined();
  const [rose, sea, unworn] = await Promise.all([make("Red"), make("Sea", deriveTheme("#0e7490")), make("Unworn")]);
  await applyTheme("news", sea.json.id);
  await applyTheme("plain", "built_in");
  await choose(rose.json.id);
  const after = await page();
  expect(after.version).toBeGreaterThan(before.version);
  expect(Object.keys(after.themes).toSorted()).toEqual([sea.json.id, "default"].toSorted());
  expect(after.themes.default).toMatchObject({ light: { accent: "#b5123e" }, more: { light: { text: "#000000" } } });
  expect(after.used).toEqual({ welcome: undefined, news: sea.json.id, plain: "built_in" });

  const changed = { name: "Sea", theme: { ...sea.json.theme, radius_px: 3 } };
  await owner.call("PUT", `/api/themes/${sea.json.id}`, changed, ifMatch(1));
  const then = await page();
  expect(then.themes[sea.json.id].radius_px).toBe(3);
  expect(then.version).toBeGreaterThan(after.version);

  expect((await owner.call("DELETE", `/api/themes/${sea.json.id}`)).json).toMatchObject({
    code: "theme_used",
    detail: "Live content uses this theme: news. Select another theme for it, publish, then delete this theme.",
  });
  expect((await owner.call("GET", `/api/themes/${sea.json.id}/uses`)).json.contents).toMatchObject([
    { name: "news", live: true },
  ]);
  expect((await owner.call("DELETE", `/api/themes/${rose.json.id}`)).json.code).toBe("theme_used");
  await choose(null);
  expect(Object.keys((await page()).themes)).toEqual([sea.json.id]);
  expect((await owner.call("DELETE", `/api/themes/${rose.json.id}`)).status).toBe(204);
  await applyTheme("news", unworn.json.id);
  expect((await owner.call("DELETE", `/api/themes/${sea.json.id}`)).status).toBe(204);
});

test("uses the workspace theme for a version with a deleted theme", async () => {
  await applyTheme("welcome", "thm_019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a");
  const own = await make("Own");
  await choose(own.json.id);
  const { used, themes } = await page();
  expect(used["welcome"]).toBeUndefined();
  expect(Object.keys(themes)).toContain("default");
  expect((await choose("thm_019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a")).json.code).toBe("theme_not_found");
});
