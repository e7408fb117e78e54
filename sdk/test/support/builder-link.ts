import type { BuilderLanguage } from "@fanfare/contract/schema/client/builder";
import type { Page } from "@playwright/test";
import { APP, OWNER } from "../../../e2e/support/test-server.ts";

/** A link to the builder, and the URL of its content. */
export async function createLink(page: Page, server_url: string, page_url: string, language: BuilderLanguage = "en") {
  const headers = { Origin: server_url };
  await page.request.post(`${server_url}/api/sign-in`, { data: OWNER, headers });
  const list = await page.request.get(`${server_url}/api/contents?app_id=${APP.id}`);
  // Casts: responses of this repository's server.
  const [content] = ((await list.json()) as { readonly items: readonly { readonly id: string }[] }).items;
  const data = { url: page_url, content_id: content?.id, language };
  const link = await page.request.post(`${server_url}/api/builder-links?app_id=${APP.id}`, { data, headers });
  const { url } = (await link.json()) as { readonly url: string };
  return { url, headers, path: `${server_url}/api/contents/${content?.id}?app_id=${APP.id}` };
}
