import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import type { Page } from "@playwright/test";
import { expect } from "../../../e2e/support/fixtures.ts";
import { APP, OWNER } from "../../../e2e/support/test-server.ts";

/** A link to the builder, created by the owner, and the API path of its content. */
export interface BuilderLink {
  readonly url: string;
  readonly path: string;
  /** The draft as the server has it. */
  read(): Promise<ContentDetail>;
  /** Saves a draft as another member's console does. */
  save(draft: (before: ContentDetail["draft"]) => object): Promise<void>;
}

export async function createBuilderLink(
  page: Page,
  server_url: string,
  page_url: string,
  slug?: string,
): Promise<BuilderLink> {
  const headers = { Origin: server_url };
  // A second sign-in would end the session of which an open console's requests are on the way.
  const is_signed_in = (await page.request.get(`${server_url}/api/me`)).ok();
  if (!is_signed_in) await page.request.post(`${server_url}/api/sign-in`, { data: OWNER, headers });
  const list = await page.request.get(`${server_url}/api/contents?app_id=${APP.id}`);
  // Casts: responses of this repository's server.
  const { items } = (await list.json()) as {
    readonly items: readonly { readonly id: string; readonly slug: string }[];
  };
  const content = items.find((each) => slug === undefined || each.slug === slug);
  const data = { url: page_url, content_id: content?.id };
  const link = await page.request.post(`${server_url}/api/builder-links?app_id=${APP.id}`, { data, headers });
  const { url } = (await link.json()) as { readonly url: string };
  const path = `${server_url}/api/contents/${content?.id}?app_id=${APP.id}`;
  const read = async () => (await (await page.request.get(path)).json()) as ContentDetail;
  return {
    ...{ url, path, read },
    async save(change) {
      const { draft, revision } = await read();
      const answer = await page.request.patch(path, {
        data: { draft: change(draft) },
        headers: { ...headers, "If-Match": `"${revision}"`, Prefer: "handling=lenient" },
      });
      expect(answer.status()).toBe(200);
    },
  };
}

/** Replaces a text anywhere in a draft. */
export function withText(before: string, after: string): (draft: ContentDetail["draft"]) => object {
  return (draft) => JSON.parse(JSON.stringify(draft).replace(before, after));
}

/** Invites an editor, who accepts and signs in to the console on `theirs`. `owners`: a page of the signed-in owner. */
export async function inviteMember(owners: Page, theirs: Page, server_url: string, name: string): Promise<void> {
  const headers = { Origin: server_url };
  const data = { email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com`, role: "editor" };
  const invited = await owners.request.post(`${server_url}/api/invites`, { data, headers });
  // Cast: a response of this repository's server.
  const { url } = (await invited.json()) as { readonly url: string };
  const token = new URL(url).searchParams.get("token");
  const accept = { data: { token, name, password: OWNER.password }, headers };
  const accepted = await theirs.request.post(`${server_url}/api/invites/accept`, accept);
  expect(accepted.status()).toBe(201);
  await theirs.request.post(`${server_url}/api/sign-in`, { data: { ...OWNER, email: data.email }, headers });
}
