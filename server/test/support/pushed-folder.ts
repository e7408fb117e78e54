import { expect } from "bun:test";
import type { FolderFile } from "@fanfare/contract/content-folder";
import { BUILT_IN_THEME } from "@fanfare/contract/theme/theme";
import { file } from "./folder-file.ts";
import { APP, sampleTour, type TestBrowser } from "./temporary-server.ts";

export const FOLDER = `/api/content-folder?app_id=${APP.id}`;

const RULE = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } };
const content = (slug: string, title: string): FolderFile =>
  file(`contents/${slug}/content.json`, { name: title, ...sampleTour(title) });

export const BEFORE = [file("fanfare.json", { format: 1 }), content("welcome", "Hello"), content("old", "Old")];

/** Updates one item, archives one if pruned, and creates the others, of which some refer to others. */
export const PUSHED = [
  ...[file("fanfare.json", { format: 1 }), content("welcome", "Welcome"), content("next", "Next")],
  file("themes/brand.json", { name: "Brand", theme: BUILT_IN_THEME }),
  file("segments/pro.json", { name: "Pro", rule: RULE }),
  file("goals/order-shipped.json", { name: "Order shipped", event_name: "order_shipped" }),
  file("contents/last/content.json", { name: "Last", ...sampleTour("Last"), theme: "brand" }),
];

/** All tables that a push writes, with the version that pages compare, so that they ask again. */
export const PUSHED_TABLES = [
  ...(["apps", "audit_entries", "contents", "goals", "pushed_items", "segments", "themes"] as const),
] as const;

export const pushBody = (files: readonly FolderFile[], prune = false) => ({ files, overwrite: true, prune });

export async function push(owner: TestBrowser, files: readonly FolderFile[], prune = false): Promise<void> {
  const { status, text } = await owner.call("PUT", FOLDER, pushBody(files, prune));
  expect([status, text]).toEqual([200, expect.any(String)]);
}
