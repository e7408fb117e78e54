import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { ChannelRule } from "@fanfare/contract/realtime/app-settings";
import { type Channel, isSocketId, parseChannel } from "@fanfare/contract/realtime/channel";
import { consoleChannel, PULSE, TAIL } from "@fanfare/contract/realtime/console-channel";
import { CONTENT_CHANNELS } from "@fanfare/contract/realtime/editors";
import { channelSignatureText, userSignatureText } from "@fanfare/contract/realtime/signature";
import type { AUTHORIZATION_ROUTES } from "@fanfare/contract/schema/routes/client";
import type { SchemaOutput } from "@fanfare/contract/schema/routes/route";
import { type Context, Hono } from "hono";
import { decodeJwt } from "jose";
import { isMemberAllowed, type MemberAccess } from "../accounts/access/member-access.ts";
import { type Action, isRoleAllowed } from "../accounts/access/policy.ts";
import type { AppDirectory, AppRecord } from "../accounts/apps/app-directory.ts";
import { isOriginAllowed } from "../accounts/apps/origins.ts";
import { type ChannelDecision, type ChannelRequester, decideChannelAccess } from "../channels/channel-rules.ts";
import { editorData } from "../engage/signals/editor-signal.ts";
import type { Log } from "../lib/log.ts";
import { signText } from "../lib/signing.ts";
import type { GroupsOnServer } from "../people/groups/groups-on-server.ts";
import type { Identity, VerifyIdentity } from "../people/identity/identity.ts";
import { corsHeaders, originRefused } from "./middleware/cors.ts";
import { bearerOf } from "./request/bearer-token.ts";
import { readText } from "./request/body.ts";

/** Fields used by the two authorization calls. Pages may send others. */
interface AuthorizationForm {
  readonly socket_id: string | undefined;
  readonly channel_name: string | undefined;
  readonly app: string | undefined;
  readonly token: string | undefined;
}

const FORM_TYPE = "application/x-www-form-urlencoded";

/** @throws ProblemError if the body isn't a form, is too large, or repeats a field. */
async function readAuthorizationForm(c: Context): Promise<AuthorizationForm> {
  const type = (c.req.header("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type !== FORM_TYPE) throw new ProblemError("content_type_unsupported", `Send the fields as ${FORM_TYPE}.`);
  const fields = new URLSearchParams(await readText(c.req.raw, limits.authorization_body_bytes_max));
  const once = (name: string): string | undefined => {
    const values = fields.getAll(name);
    // Reject duplicates: checking the first value and signing the last would check nothing.
    if (values.length > 1)
      throw new ProblemError("body_invalid", `The field ${name} appears more than once. Send it once.`);
    return values[0];
  };
  return {
    socket_id: once("socket_id"),
    channel_name: once("channel_name"),
    app: once("app"),
    token: once("token"),
  };
}

/** Console member as a person of the hidden system app. */
export interface ConsoleMember {
  readonly access: MemberAccess;
  readonly channel_id: string;
  readonly external_id: string;
  readonly name: string;
  /** When the session ends unless it's used. */
  readonly ends_ms: number;
}

export interface AuthorizeDeps {
  readonly clock: Pick<Clock, "now">;
  readonly apps: Pick<AppDirectory, "byKey">;
  readonly verifyIdentity: VerifyIdentity;
  readonly groupsOnServer: GroupsOnServer;
  /**
   * The signed-in console member. Used only for the system app, and only for requests from the console's own origin.
   */
  readonly memberIdentity: (request: Request) => Promise<ConsoleMember | undefined>;
  /** Called for each authorization of a member, because connections must not outlive the session. */
  readonly onMemberAuthorized: (member: Pick<ConsoleMember, "ends_ms">) => void;
  readonly log: Log;
}

type AuthorizationHandlers = {
  readonly [Name in keyof typeof AUTHORIZATION_ROUTES]: (
    c: Context,
  ) => Promise<SchemaOutput<(typeof AUTHORIZATION_ROUTES)[Name]["response"]>>;
};

/**
 * The two authorization calls of Pusher clients. One authorizes a person for a channel by the channel rules, the other
 * signs the person's identity. Both take a form and respond in the format of these clients.
 *
 * @example
 * app.route("/", authorizeRoutes({ clock, apps, verifyIdentity, groupsOnServer, memberIdentity, onMemberAuthorized, log }));
 */
export function authorizeRoutes(deps: AuthorizeDeps): Hono {
  const routes = new Hono();
  routes.use("/pusher/*", async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
    for (const [name, value] of Object.entries(corsHeaders(c.req.header("Origin") ?? null))) c.header(name, value);
  });
  for (const [name, handler] of Object.entries(authorizationHandlers(deps))) {
    const [method = "", path = ""] = name.split(" ");
    routes.options(path, (c) => preflight(c));
    routes.on(method, path, async (c) => c.json(await handler(c)));
  }
  return routes;
}

function authorizationHandlers(deps: AuthorizeDeps): AuthorizationHandlers {
  return {
    "POST /pusher/auth": async (c) => {
      const form = await readAuthorizationForm(c);
      const app = appOf(deps, form, c);
      const socket_id = socketIdOf(form);
      const channel = parseChannel(form.channel_name ?? "");
      if (channel === undefined) {
        throw new ProblemError(
          "channel_invalid",
          `channel_name is missing or invalid. Use up to ${limits.channel_name_chars_max} letters, digits, and _-=@,.; characters.`,
        );
      }
      const { member, ...subscriber } = await subscriberOf(deps, c, app, form);
      if (member !== undefined) deps.onMemberAuthorized(member);
      const rules = member === undefined ? app.settings.channel_rules : consoleRules(member.access);
      const ruling = await decideWithGroups(deps, app, channel, { subscriber, rules });
      if (ruling.outcome === "refused") throw new ProblemError("channel_refused", ruling.reason);
      const channel_data =
        member !== undefined && ruling.channel_data !== undefined ? consoleEditor(member) : ruling.channel_data;
      const auth = signText(app, channelSignatureText(socket_id, channel.name, channel_data));
      return channel_data === undefined ? { auth } : { auth, channel_data };
    },
    "POST /pusher/user-auth": async (c) => {
      const form = await readAuthorizationForm(c);
      const app = appOf(deps, form, c);
      const socket_id = socketIdOf(form);
      const subscriber = await subscriberOf(deps, c, app, form);
      if (subscriber.external_id === undefined) {
        throw new ProblemError(
          "identity_required",
          "Anonymous visitors can't be authenticated as users. Send an identity token.",
        );
      }
      // Use the channel ID, because it becomes part of a channel name and has only allowed characters.
      const user_data = JSON.stringify({ id: subscriber.channel_id });
      return { auth: signText(app, userSignatureText(socket_id, user_data)), user_data };
    },
  };
}

/** Reads the person's groups on the server only if those of the token give no access. */
async function decideWithGroups(
  { groupsOnServer }: AuthorizeDeps,
  app: AppRecord,
  channel: Channel,
  { subscriber, rules }: { readonly subscriber: ChannelRequester; readonly rules: readonly ChannelRule[] },
): Promise<ChannelDecision> {
  const decision = decideChannelAccess(channel, subscriber, rules);
  const { external_id } = subscriber;
  if (decision.outcome === "allowed" || !decision.lacks_group || external_id === undefined) return decision;
  const groups = [...subscriber.groups, ...(await groupsOnServer(app.id, external_id))];
  return decideChannelAccess(channel, { ...subscriber, groups }, rules);
}

function appOf(deps: AuthorizeDeps, form: AuthorizationForm, c: Context): AppRecord {
  const key = c.req.query("app") ?? form.app ?? audienceOf(tokenOf(c, form));
  if (key === undefined || key === "") {
    throw new ProblemError(
      "app_key_missing",
      'The app is missing. Send an identity token whose aud is the app key, or add ?app={key} to the URL. With pusher-js: channelAuthorization: { endpoint: "/pusher/auth?app={key}" }.',
    );
  }
  const app = deps.apps.byKey(key);
  if (app === undefined)
    throw new ProblemError("app_not_found", "No app has this key. Find the key in the app's settings.");
  const origin = c.req.header("Origin");
  if (origin !== undefined && !isOriginAllowed(app.allowed_origins, origin)) throw originRefused(app, origin);
  return app;
}

function tokenOf(c: Context, form: AuthorizationForm): string | undefined {
  return bearerOf(c.req.raw) ?? form.token;
}

/** The app key that a token names, unverified: the app's secrets check the signature and `aud` next. */
function audienceOf(token: string | undefined): string | undefined {
  if (token === undefined) return undefined;
  try {
    const { aud } = decodeJwt(token);
    return typeof aud === "string" ? aud : undefined;
  } catch {
    // Not a JWT: the app stays unknown.
    return undefined;
  }
}

/** Check before signing: the same secret also signs requests and users. */
function socketIdOf(form: AuthorizationForm): string {
  if (form.socket_id !== undefined && isSocketId(form.socket_id)) return form.socket_id;
  throw new ProblemError(
    "socket_id_invalid",
    "socket_id is missing or isn't in the form digits.digits. Send the socket ID of the connection.",
  );
}

async function subscriberOf(
  deps: AuthorizeDeps,
  c: Context,
  app: AppRecord,
  form: AuthorizationForm,
): Promise<ChannelRequester & { readonly member?: ConsoleMember | undefined }> {
  const token = tokenOf(c, form);
  if (token !== undefined) {
    const result = await deps.verifyIdentity(token, app);
    if (!result.ok) throw new ProblemError(result.code, result.detail);
    const { identity } = result;
    const member = app.system ? await stillSignedIn(deps, c, identity) : undefined;
    return identity.kind === "person"
      ? { member, channel_id: identity.channel_id, external_id: identity.external_id, groups: identity.groups }
      : { channel_id: identity.channel_id, external_id: undefined, groups: [] };
  }
  const member = app.system ? await deps.memberIdentity(c.req.raw) : undefined;
  if (member !== undefined) {
    return { member, channel_id: member.channel_id, external_id: member.external_id, groups: [] };
  }
  throw new ProblemError(
    "identity_required",
    "The identity is missing. Send an identity token as Authorization: Bearer or in the form field token.",
  );
}

/** The console's own token is valid for an hour, but its session may have ended since. */
async function stillSignedIn(deps: AuthorizeDeps, c: Context, identity: Identity): Promise<ConsoleMember> {
  const member = await deps.memberIdentity(c.req.raw);
  if (member !== undefined && identity.kind === "person" && member.external_id === identity.external_id) return member;
  throw new ProblemError("identity_required", "Your session has ended. Sign in to the console again.");
}

/** Channels of the console's own app that this member may subscribe to, for live app data. First rules first. */
function consoleRules(access: MemberAccess): readonly ChannelRule[] {
  const permit = (what: typeof TAIL | typeof PULSE, action: Action): readonly ChannelRule[] => [
    ...[...access.app_roles.keys()].map((app_id) => ({
      pattern: consoleChannel(what, app_id),
      who: isMemberAllowed(access, action, app_id) ? ("identified" as const) : ("nobody" as const),
    })),
    ...(isRoleAllowed(access.role, action) ? [{ pattern: consoleChannel(what, "*"), who: "identified" as const }] : []),
  ];
  const edits = isMemberAllowed(access, "content.read") ? ("identified" as const) : ("nobody" as const);
  return [
    ...permit(PULSE, "channel.read"),
    ...permit(TAIL, "channel.listen"),
    { pattern: CONTENT_CHANNELS, who: edits },
  ];
}

/** On a content's channel, members see each other's name. */
function consoleEditor({ channel_id, external_id, name }: ConsoleMember): string {
  return editorData(channel_id, { member_id: external_id, name, on_page: false });
}

/** Allow all request headers: pages send their own, and none are used here. */
function preflight(c: Context): Response {
  return c.body(null, 204, {
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": c.req.header("Access-Control-Request-Headers") ?? "Authorization, Content-Type",
    "Access-Control-Max-Age": String(limits.preflight_max_age_s),
  });
}
