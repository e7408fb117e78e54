import type {
  ContentDetail,
  ContentListQuery,
  ContentPage,
  CreateContentRequest,
  Me,
  PublishResponse,
  SetupRequest,
  SetupResponse,
  SignInRequest,
  UpdateContentRequest,
  VersionsResponse,
} from "@fanfare/contract/schema/api";
import type { InviteOffer } from "@fanfare/contract/schema/member";
import type { SignedOut } from "@fanfare/contract/schema/single-sign-on";
import type {
  CreateWebhookRequest,
  Webhook,
  WebhookDeliveriesResponse,
  WebhookDelivery,
  WebhookEdit,
  WebhooksResponse,
} from "@fanfare/contract/schema/webhook";
import type { WebhookDeliveryState } from "@fanfare/contract/webhook";
import { analyticsCalls } from "./analytics/calls.ts";
import { networkProblem, problemOf } from "./api-problem.ts";
import { celebrationCalls } from "./celebrations/calls.ts";
import { contentCalls } from "./content/calls.ts";
import { createDeeds, type Deeds } from "./deeds.ts";
import { type FileRead, readFile } from "./download.ts";
import { liveCalls } from "./live/calls.ts";
import { peopleCalls } from "./people/calls.ts";
import { searchOf, segment } from "./query-text.ts";
import { ruleCalls } from "./rules/calls.ts";
import { segmentCalls } from "./segments/calls.ts";
import { themeCalls } from "./themes/calls.ts";

/** What of `fetch` the console needs: an argument, so that tests answer in its place. */
export type Net = (url: string, init: RequestInit) => Promise<Response>;

/** A content in one app, as it was when last read: `revision` guards the write against somebody else's. */
export interface ContentKey {
  readonly id: string;
  readonly app_id: string;
  readonly revision: number;
}

/** The console's calls to `/api`. Each resolves with the contract's answer or rejects with an `ApiProblem`. */
export type Api = ReturnType<typeof createApi>;

/**
 * @example
 * const api = createApi((url, init) => fetch(url, init));
 * const page = await api.contents({ app_id: "1", q: "welcome" });
 */
export function createApi(net: Net, deeds: Deeds = createDeeds()) {
  const send = async (
    method: string,
    path: string,
    more: CallOptions & { readonly key?: string | undefined },
  ): Promise<Response> => {
    const headers: Record<string, string> = { accept: more.accept ?? "application/json" };
    if (more.body !== undefined) headers["content-type"] = "application/json";
    if (more.revision !== undefined) headers["if-match"] = `"${more.revision}"`;
    if (more.lenient) headers["prefer"] = "handling=lenient";
    if (more.key !== undefined) headers["idempotency-key"] = more.key;
    const response = await net(`/api/${path}`, {
      method,
      headers,
      credentials: "same-origin",
      cache: "no-store",
      ...(more.body === undefined ? {} : { body: JSON.stringify(more.body) }),
      ...(more.signal === undefined ? {} : { signal: more.signal }),
    }).catch((cause: unknown) => {
      throw more.signal?.aborted === true ? cause : networkProblem(cause);
    });
    if (!response.ok) throw await problemOf(response);
    return response;
  };
  const call: Call = async <Answer>(method: string, path: string, more: CallOptions = {}): Promise<Answer> => {
    // Server and console are built from the same contract; what the types say is what the server's presenters write.
    const read = async (key?: string): Promise<Answer> =>
      jsonOf(await send(method, path, { ...more, key })) as Promise<Answer>;
    if (method === "GET") return read();
    const deed = deeds.begin(path, JSON.stringify([method, path, more.revision, more.body]));
    return await read(method === "POST" && more.unkeyed !== true ? deed.key : undefined).catch((error: unknown) => {
      deed.failed(error);
      throw error;
    });
  };

  return {
    /** What the calls that come with one screen are made of. */
    call,
    ...analyticsCalls(call),
    ...liveCalls(call),
    ...contentCalls(call),
    ...celebrationCalls(call),
    ...peopleCalls(call),
    ...segmentCalls(call),
    ...themeCalls(call),
    ...ruleCalls(call),

    /** A file of the server's, read in parts; `onLines` hears how many lines have come. With a `body` it is asked for by POST. */
    download: async (
      path: string,
      signal: AbortSignal,
      onRead: (read: FileRead) => void,
      body?: unknown,
    ): Promise<Blob> => {
      const response = await send(body === undefined ? "GET" : "POST", path, { body, signal, accept: "*/*" });
      return readFile(response, onRead).catch((cause: unknown) => {
        throw signal.aborted ? cause : networkProblem(cause);
      });
    },

    me: (signal?: AbortSignal) => call<Me>("GET", "me", { signal }),
    setupNeeded: (signal?: AbortSignal) => call<SetupResponse>("GET", "setup", { signal }),
    setUp: (body: SetupRequest) => call<Me>("POST", "setup", { body, unkeyed: true }),
    signIn: (body: SignInRequest) => call<Me>("POST", "sign-in", { body, unkeyed: true }),
    giveProviderCode: (code: string) => call<Me>("POST", "provider-sign-in/code", { body: { code }, unkeyed: true }),
    signOut: () => call<SignedOut>("POST", "sign-out", { body: {}, unkeyed: true }),
    lookAtInvite: (body: { readonly token: string }) =>
      call<InviteOffer>("POST", "invites/look", { body, unkeyed: true }),
    acceptInvite: (body: { readonly token: string; readonly name: string; readonly password: string }) =>
      call<Me>("POST", "invites/accept", { body, unkeyed: true }),
    resetPassword: (body: { readonly token: string; readonly password: string }) =>
      call<undefined>("POST", "password-reset", { body, unkeyed: true }),
    askReset: (email: string) => call<undefined>("POST", "password-reset/ask", { body: { email }, unkeyed: true }),

    contents: (query: ContentListQuery, signal?: AbortSignal) =>
      call<ContentPage>("GET", `contents?${searchOf(query)}`, { signal }),
    content: (id: string, app_id: string, signal?: AbortSignal) =>
      call<ContentDetail>("GET", `contents/${segment(id)}?${searchOf({ app_id })}`, { signal }),
    createContent: (body: CreateContentRequest) => call<ContentDetail>("POST", "contents", { body }),
    /** `lenient`: an incomplete draft is saved, too. */
    updateContent: ({ id, app_id, revision }: ContentKey, body: UpdateContentRequest, lenient = false) =>
      call<ContentDetail>("PATCH", `contents/${segment(id)}?${searchOf({ app_id })}`, { body, revision, lenient }),
    publish: ({ id, app_id, revision }: ContentKey) =>
      call<PublishResponse>("POST", `contents/${segment(id)}/publish`, { body: { app_id }, revision }),
    unpublish: ({ id, app_id, revision }: ContentKey) =>
      call<PublishResponse>("POST", `contents/${segment(id)}/unpublish`, { body: { app_id }, revision }),
    versions: (id: string, signal?: AbortSignal) =>
      call<VersionsResponse>("GET", `contents/${segment(id)}/versions`, { signal }),

    webhooks: (app_id: string, signal?: AbortSignal) =>
      call<WebhooksResponse>("GET", `webhooks?${searchOf({ app_id })}`, { signal }),
    createWebhook: (body: CreateWebhookRequest) => call<Webhook>("POST", "webhooks", { body }),
    /** `etag`: of what the change was made from; without it what is named is changed, whatever the rest is now. */
    updateWebhook: (app_id: string, id: string, body: WebhookEdit, etag?: string) =>
      call<Webhook>("PATCH", `webhooks/${segment(id)}?${searchOf({ app_id })}`, { body, revision: etag }),
    deleteWebhook: (app_id: string, id: string) =>
      call<undefined>("DELETE", `webhooks/${segment(id)}?${searchOf({ app_id })}`),
    restoreWebhook: (app_id: string, id: string) =>
      call<Webhook>("POST", `webhooks/${segment(id)}/restore?${searchOf({ app_id })}`, { body: {} }),
    deliveries: (query: DeliveriesQuery, signal?: AbortSignal) =>
      call<WebhookDeliveriesResponse>("GET", `webhook-deliveries?${searchOf({ ...query })}`, { signal }),
    replay: (app_id: string, id: string) =>
      call<WebhookDelivery>("POST", `webhook-deliveries/${segment(id)}/replay`, { body: { app_id } }),
  };
}

/** Which deliveries of an app's webhooks to list; `before` is the last id of the page before. */
export interface DeliveriesQuery {
  readonly app_id: string;
  readonly state?: WebhookDeliveryState | undefined;
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
}

export interface CallOptions {
  readonly body?: unknown;
  /** A revision, or the tag of a state. */
  readonly revision?: number | string | undefined;
  readonly lenient?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly accept?: string;
  /**
   * A POST without an `Idempotency-Key`: it only asks, or its body has a password, of which the server would keep a hash
   * that is quickly guessed.
   */
  readonly unkeyed?: true;
}

/** One call to `/api`; `path` is what follows it. */
export type Call = <Answer>(method: string, path: string, more?: CallOptions) => Promise<Answer>;

/** An answer that breaks off is as lost as one that never came. */
async function jsonOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  return response.json().catch((cause: unknown) => {
    throw networkProblem(cause);
  });
}
