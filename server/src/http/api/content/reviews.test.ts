import { afterAll, beforeAll, expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import { openSmtpInbox, type SmtpInbox } from "../../../../test/support/smtp-inbox.ts";
import {
  APP,
  OWNER,
  QUICK_PASSWORDS,
  sampleTour,
  startTemporaryServer,
  type TemporaryServer,
  type TestBrowser,
} from "../../../../test/support/temporary-server.ts";
import { createMember } from "../../../accounts/members/members.ts";

const PUBLIC_URL = "https://tours.example.com";
let mailbox: SmtpInbox;
let server: TemporaryServer;
let owner: TestBrowser;
let editor: TestBrowser;
let staging: string;

beforeAll(async () => {
  mailbox = await openSmtpInbox({ authOptional: true, disabledCommands: ["STARTTLS"] });
  server = await startTemporaryServer({ environment: { FANFARE_PUBLIC_URL: PUBLIC_URL } });
  owner = page();
  await owner.call("POST", "/api/sign-in", OWNER);
  editor = await member("Eda", "editor");
  staging = (await owner.call("POST", "/api/apps", { name: "Staging" })).json.id;
  const mail = { host: "127.0.0.1", port: mailbox.port, security: "none", user: null, from: "tours@x.test" };
  expect((await owner.call("PUT", "/api/mail", { ...mail, from_name: "Tours" })).status).toBe(200);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await mailbox[Symbol.asyncDispose]();
});

/** A browser that uses the server's public URL. */
function page(): TestBrowser {
  const { cookies, call } = server.browser();
  return {
    cookies,
    call: (method, path, body, headers = {}) => call(method, path, body, { Origin: PUBLIC_URL, ...headers }),
  };
}

async function member(name: string, role: Role): Promise<TestBrowser> {
  const { store } = server.fanfare;
  const row = { email: `${name.toLowerCase()}@example.com`, password: "a long pass phrase", name, role };
  await createMember({ clock: systemClock, rng: systemRng, store, passwords: QUICK_PASSWORDS }, row);
  return signIn(row.email);
}

async function signIn(email: string): Promise<TestBrowser> {
  const browser = page();
  await browser.call("POST", "/api/sign-in", { email, password: "a long pass phrase" });
  return browser;
}

async function setReview(review: string): Promise<void> {
  const { revision } = (await owner.call("GET", `/api/apps/${APP.id}`)).json;
  const { status } = await owner.call(
    ...(["PATCH", `/api/apps/${APP.id}`, { settings: { review } }, { "If-Match": `"${revision}"` }] as const),
  );
  expect(status).toBe(200);
}

/** New content of the editor, and what members do to it. */
async function draft(slug: string) {
  const made = { app_id: APP.id, slug, name: slug, draft: sampleTour("One") };
  const { id } = (await editor.call("POST", "/api/contents", made)).json;
  let revision = 1;
  return {
    id,
    act: (who: TestBrowser, verb: string, app_id = APP.id, method = "POST") =>
      who.call(method, `/api/contents/${id}/${verb}?app_id=${app_id}`, undefined, { "If-Match": `"${revision}"` }),
    async edit(who: TestBrowser, title: string) {
      const match = { "If-Match": `"${revision}"` };
      await who.call("PATCH", `/api/contents/${id}?app_id=${APP.id}`, { draft: sampleTour(title) }, match);
      revision++;
    },
    state: async () => (await owner.call("GET", `/api/contents/${id}?app_id=${APP.id}`)).json.review,
  };
}

const codeOf = async (answer: Promise<{ readonly status: number; readonly json: { readonly code?: string } }>) => {
  const { status, json } = await answer;
  return status < 300 ? "ok" : json.code;
};

test("publishes without a review where the app doesn't require one", async () => {
  const tour = await draft("free");
  expect(await codeOf(tour.act(editor, "review"))).toBe("review_off");
  expect(await codeOf(tour.act(editor, "publish"))).toBe("ok");
});

test("publishes only an approved revision, and any edit returns it to draft", async () => {
  await setReview("required");
  const tour = await draft("gated");
  expect(await codeOf(tour.act(editor, "publish"))).toBe("review_required");
  expect(await codeOf(tour.act(owner, "approve"))).toBe("review_not_requested");
  expect((await tour.act(editor, "review")).json).toMatchObject({ review: "in_review" });
  expect(await codeOf(tour.act(editor, "publish"))).toBe("review_required");
  const approved = (await tour.act(owner, "approve")).json;
  expect(approved).toMatchObject({ review: "approved", review_request: { requested_by: "Eda" } });
  await tour.edit(editor, "Two");
  expect([await tour.state(), await codeOf(tour.act(editor, "publish"))]).toEqual([null, "review_required"]);
  await tour.act(editor, "review");
  // In this mode an author may approve their own change.
  await tour.act(editor, "approve");
  await tour.act(owner, "review", APP.id, "DELETE");
  expect([await tour.state(), await codeOf(tour.act(editor, "publish"))]).toEqual([null, "review_required"]);
  await tour.act(editor, "review");
  await tour.act(owner, "approve");
  expect(await codeOf(tour.act(editor, "publish"))).toBe("ok");
  const { items } = (await owner.call("GET", `/api/audit?resource_type=content&resource_id=${tour.id}`)).json;
  const actions = items.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(["content.request_review", "content.approve"]));
  expect(actions).toContain("content.withdraw_review");
});

test("refuses approval by the author of the last change, if the app says so", async () => {
  await setReview("by_another_member");
  const tour = await draft("pairs");
  await tour.act(editor, "review");
  expect(await codeOf(tour.act(editor, "approve"))).toBe("review_by_author");
  await tour.edit(owner, "Two");
  await tour.act(editor, "review");
  expect(await codeOf(tour.act(owner, "approve"))).toBe("review_by_author");
  expect(await codeOf(tour.act(editor, "approve"))).toBe("ok");
  const token = (await owner.call("POST", "/api/tokens", { name: "CI", scopes: ["content.*"] })).json.token;
  await tour.edit(editor, "Three");
  const pushed = await fetch(`${server.origin}/api/contents/${tour.id}/publish?app_id=${APP.id}`, {
    ...{ method: "POST", headers: { Authorization: `Bearer ${token}`, "If-Match": '"3"' } },
  });
  expect(await pushed.json()).toMatchObject({ code: "review_required" });
});

test("gates promotions and rollbacks by the approval of the version", async () => {
  await setReview("required");
  const tour = await draft("promoted");
  const promote = async () => {
    const found = (await owner.call("GET", `/api/promotions?app_id=${APP.id}&from_app_id=${staging}`)).json.items[0];
    const items = [{ content_id: found.content_id, version_id: found.from.version_id }];
    return codeOf(owner.call("POST", `/api/promotions?app_id=${APP.id}`, { from_app_id: staging, items }));
  };
  // The other app requires no approval.
  expect(await codeOf(tour.act(editor, "publish", staging))).toBe("ok");
  expect(await promote()).toBe("review_required");
  await tour.act(editor, "review");
  await tour.act(owner, "approve");
  // The version stays approved while the draft goes on.
  await tour.edit(editor, "Two");
  expect(await promote()).toBe("ok");
  await tour.act(editor, "publish", staging);
  const [newest] = (await owner.call("GET", `/api/contents/${tour.id}/versions`)).json.items;
  const path = `/api/contents/${tour.id}/rollback?app_id=${APP.id}`;
  expect(await codeOf(owner.call("POST", path, { version_id: newest.id }))).toBe("review_required");
  // The kill switches need none.
  expect(await codeOf(owner.call("POST", `/api/contents/${tour.id}/pause?app_id=${APP.id}`))).toBe("ok");
});

test("lists, counts, and announces what waits for approval, to those who can approve it", async () => {
  await setReview("by_another_member");
  await member("Vera", "viewer");
  const tour = await draft("waiting");
  await tour.act(editor, "review");
  const listed = (await owner.call("GET", `/api/contents?app_id=${APP.id}&status=in_review`)).json;
  expect(listed.items.map(({ id }: { id: string }) => id)).toEqual([tour.id]);
  const { items } = (await owner.call("GET", `/api/facets/contents?app_id=${APP.id}&by=status`)).json;
  expect(items).toContainEqual({ value: "in_review", count: 1 });
  const { attention } = (await owner.call("GET", `/api/overview?app_id=${APP.id}`)).json;
  expect(attention).toContainEqual({ kind: "reviews_waiting", contents: 1 });
  const [request] = await arrived("Subject: Review requested: waiting");
  expect(request?.to).toEqual(["owner@example.com"]);
  expect(request?.raw.replaceAll("=\r\n", "")).toContain(`${PUBLIC_URL}/console/${APP.id}/content/${tour.id}`);
  await tour.act(owner, "approve");
  expect((await arrived("Subject: Approved: waiting")).map(({ to }) => to)).toEqual([["eda@example.com"]]);
});

test("asks only the chosen reviewers, and still lets others approve", async () => {
  await setReview("by_another_member");
  const ada = await member("Ada", "admin");
  await member("Una", "editor");
  const tour = await draft("chosen");
  const { items } = (await editor.call("GET", `/api/contents/${tour.id}/reviewers?app_id=${APP.id}`)).json;
  expect(items.map(({ name }: { name: string }) => name)).toEqual(["Ada", "owner", "Una"]);
  const [{ id: ada_id }] = items;
  const members = (await owner.call("GET", "/api/members")).json.items;
  const idOf = (name: string) => members.find((each: { name: string }) => each.name === name).id;
  const ask = (...ids: readonly string[]) => tour.act(editor, "review", `${APP.id}&reviewers=${ids.join(",")}`);
  expect(await codeOf(ask(ada_id, idOf("Vera")))).toBe("reviewer_unable");
  expect(await codeOf(ask(idOf("Eda")))).toBe("reviewer_unable");
  expect((await ask(ada_id)).json.review_request.reviewers).toEqual([{ id: ada_id, name: "Ada" }]);

  const request = await arrived("Subject: Review requested: chosen");
  expect(request.map(({ to }) => to)).toEqual([["ada@example.com"]]);
  expect(request[0]?.raw.replaceAll("=\r\n", "")).toContain("because Eda chose you as a reviewer");
  const awaited = async (who: TestBrowser) => {
    const listed = (await who.call("GET", `/api/contents?app_id=${APP.id}&status=awaiting_review`)).json.items;
    const { attention } = (await who.call("GET", `/api/overview?app_id=${APP.id}`)).json;
    const counted = attention.find(({ kind }: { kind: string }) => kind === "reviews_waiting")?.contents ?? 0;
    expect(counted).toBe(listed.length);
    return listed.map(({ slug }: { slug: string }) => slug);
  };
  const viewer = await signIn("vera@example.com");
  expect(await Promise.all([ada, owner, editor, viewer].map(awaited))).toEqual([["chosen"], [], [], []]);
  expect(await codeOf(tour.act(owner, "approve"))).toBe("ok");
  expect(await awaited(ada)).toEqual([]);
});

test("shows a review to everyone who can approve it after its chosen reviewer was removed", async () => {
  const tour = await draft("orphaned");
  const { items } = (await editor.call("GET", `/api/contents/${tour.id}/reviewers?app_id=${APP.id}`)).json;
  const una = items.find(({ name }: { name: string }) => name === "Una");
  await tour.act(editor, "review", `${APP.id}&reviewers=${una.id}`);
  const awaited = async () =>
    (await owner.call("GET", `/api/contents?app_id=${APP.id}&status=awaiting_review`)).json.total;
  expect(await awaited()).toBe(0);
  expect((await owner.call("DELETE", `/api/members/${una.id}`)).status).toBe(204);
  expect(await awaited()).toBe(1);
});

test("keeps one thread per step, emails mentioned members, and lets only authors and admins delete", async () => {
  const tour = await draft("discussed");
  const vera = (await owner.call("GET", "/api/members")).json.items.find(
    ({ name }: { name: string }) => name === "Vera",
  );
  const say = (who: TestBrowser, text: string, mentions: readonly string[] = [], step_id = "one") =>
    who.call("POST", `/api/contents/${tour.id}/comments?app_id=${APP.id}`, { step_id, text, mentions });
  const first = await say(editor, "Shorter, @Vera?", [vera.id]);
  expect([first.status, first.json.member, first.json.own]).toEqual([201, "Eda", true]);
  const [email] = await arrived("Subject: Eda mentioned you: discussed");
  expect(email?.to).toEqual(["vera@example.com"]);
  expect(email?.raw.replaceAll("=\r\n", "")).toContain(`${tour.id}?step=3Done`);
  expect(await codeOf(say(editor, "Who?", ["mem_x"]))).toBe("member_not_found");
  // Viewers may comment, and nothing else.
  const viewer = await signIn("vera@example.com");
  const second = (await say(viewer, "Better.")).json;
  await say(viewer, "Elsewhere.", [], "two");
  const path = `/api/contents/${tour.id}/comments`;
  expect(await codeOf(editor.call("DELETE", `${path}/${second.id}`))).toBe("comment_of_other");
  const resolved = (await viewer.call("POST", `${path}/resolve`, { step_id: "one" })).json.items;
  expect(resolved.map((each: { resolved_by: string | null }) => each.resolved_by)).toEqual(["Vera", "Vera", null]);
  expect(await codeOf(owner.call("DELETE", `${path}/${second.id}`))).toBe("ok");
  expect((await editor.call("GET", path)).json.items).toHaveLength(2);
});

async function arrived(subject: string): Promise<SmtpInbox["emails"]> {
  for (;;) {
    const found = mailbox.emails.filter(({ raw }) => raw.includes(subject));
    if (found.length > 0) return found;
    await Bun.sleep(1);
  }
}
