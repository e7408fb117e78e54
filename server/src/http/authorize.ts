import type { ChannelRule } from "@fanfare/contract/app-settings";
import { isSocketId, parseChannel } from "@fanfare/contract/channel";
import type { Clock } from "@fanfare/contract/clock";
import { consoleChannel, PULSE, TAIL } from "@fanfare/contract/console-channel";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { Role } from "@fanfare/contract/schema/api";
import { channelSignatureText, userSignatureText } from "@fanfare/contract/signature";
import { type Context, Hono } from "hono";
import type { AppDirectory, AppRecord } from "../accounts/app-directory.ts";
import { isOriginAllowed } from "../accounts/origins.ts";
import { mayDo } from "../accounts/policy.ts";
import { type ChannelGuest, ruleOnChannel } from "../channels/authorize.ts";
import type { Log } from "../log.ts";
import type { Identity, VerifyIdentity } from "../people/identity.ts";
import { signAs } from "../signing.ts";
import { type AuthorizationForm, readAuthorizationForm } from "./authorization-form.ts";
import { bearerOf } from "./bearer.ts";
import { corsHeaders, originRefused } from "./v1-cors.ts";

/** A member of the console as a guest of the hidden system app. */
export interface MemberGuest {
  readonly role: Role;
  readonly channel_id: string;
  readonly external_id: string;
}

export interface AuthorizeDeps {
  readonly clock: Pick<Clock, "now">;
  readonly apps: Pick<AppDirectory, "byKey">;
  readonly verifyIdentity: VerifyIdentity;
  /** Who is signed in to the console; asked only for the system app, and answers only to the console's own origin. */
  readonly memberIdentity: (request: Request) => Promise<MemberGuest | undefined>;
  readonly log: Log;
}

/**
 * The two authorization calls of a push-messaging service: `POST /pusher/auth` lets a person into a channel by the channel
 * rules, `POST /pusher/user-auth` signs who the person is. Both read a form and answer what Pusher's clients expect.
 *
 * @example
 * app.route("/", authorizeRoutes({ clock, apps, verifyIdentity, memberIdentity, log }));
 */
export function authorizeRoutes(deps: AuthorizeDeps): Hono {
  const routes = new Hono();

  routes.use("/pusher/*", async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
    for (const [name, value] of Object.entries(corsHeaders(c.req.header("Origin") ?? null))) c.header(name, value);
  });
  for (const path of ["/pusher/auth", "/pusher/user-auth"]) routes.options(path, (c) => preflight(c));

  routes.post("/pusher/auth", async (c) => {
    const form = await readAuthorizationForm(c);
    const app = appOf(deps, form, c);
    const socket_id = socketIdOf(form);
    const channel = parseChannel(form.channel_name ?? "");
    if (channel === undefined) {
      throw new ProblemError(
        "channel_invalid",
        `channel_name is missing or breaks the grammar: letters, digits and _-=@,.; only, at most ${limits.channel_name_chars_max}.`,
      );
    }
    const { member, ...guest } = await guestOf(deps, c, app, form);
    const rules = member === undefined ? app.settings.channel_rules : consoleRules(member.role);
    const ruling = ruleOnChannel(channel, guest, rules);
    if (ruling.outcome === "refused") throw new ProblemError("channel_refused", ruling.reason);
    const { channel_data } = ruling;
    const auth = signAs(app, channelSignatureText(socket_id, channel.name, channel_data));
    return c.json(channel_data === undefined ? { auth } : { auth, channel_data });
  });

  routes.post("/pusher/user-auth", async (c) => {
    const form = await readAuthorizationForm(c);
    const app = appOf(deps, form, c);
    const socket_id = socketIdOf(form);
    const guest = await guestOf(deps, c, app, form);
    if (guest.external_id === undefined) {
      throw new ProblemError(
        "identity_required",
        "An anonymous person cannot be authenticated as a user. Send an identity token.",
      );
    }
    // The id becomes part of a channel name, so it is the one whose characters are allowed there.
    const user_data = JSON.stringify({ id: guest.channel_id });
    return c.json({ auth: signAs(app, userSignatureText(socket_id, user_data)), user_data });
  });

  return routes;
}

function appOf(deps: AuthorizeDeps, form: AuthorizationForm, c: Context): AppRecord {
  const key = c.req.query("app") ?? form.app;
  if (key === undefined || key === "") {
    throw new ProblemError("app_key_missing", "Name the app: add ?app={key} to the address, or app={key} to the form.");
  }
  const app = deps.apps.byKey(key);
  if (app === undefined) throw new ProblemError("app_not_found", "No app has this key. Check it in the console.");
  const origin = c.req.header("Origin");
  if (origin !== undefined && !isOriginAllowed(app.allowed_origins, origin)) throw originRefused(app, origin);
  return app;
}

/** Checked before anything is signed: the same secret signs requests and users. */
function socketIdOf(form: AuthorizationForm): string {
  if (form.socket_id !== undefined && isSocketId(form.socket_id)) return form.socket_id;
  throw new ProblemError(
    "socket_id_invalid",
    "socket_id is missing or not of the form digits.digits. Send the one that the connection was given.",
  );
}

async function guestOf(
  deps: AuthorizeDeps,
  c: Context,
  app: AppRecord,
  form: AuthorizationForm,
): Promise<ChannelGuest & { readonly member?: MemberGuest | undefined }> {
  const token = bearerOf(c.req.raw) ?? form.token;
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
    "Nobody is named. Send an identity token as Authorization: Bearer or in the form field token.",
  );
}

/** The console's own token lives for an hour; the sign-in that it belongs to may have been ended since. */
async function stillSignedIn(deps: AuthorizeDeps, c: Context, identity: Identity): Promise<MemberGuest> {
  const member = await deps.memberIdentity(c.req.raw);
  if (member !== undefined && identity.kind === "person" && member.external_id === identity.external_id) return member;
  throw new ProblemError("identity_required", "The sign-in of this page has ended. Sign in to the console again.");
}

/** What of the apps a member may look at, live: on channels of the console's own app. */
function consoleRules(role: Role): readonly ChannelRule[] {
  const lets = (what: typeof TAIL | typeof PULSE): ChannelRule => ({
    pattern: consoleChannel(what, "*"),
    who: "identified",
  });
  return [
    ...(mayDo(role, "channel.read") ? [lets(PULSE)] : []),
    ...(mayDo(role, "channel.listen") ? [lets(TAIL)] : []),
  ];
}

/** Pages send headers of their own to authorization calls; none of them means anything here, so all may come. */
function preflight(c: Context): Response {
  return c.body(null, 204, {
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": c.req.header("Access-Control-Request-Headers") ?? "Authorization, Content-Type",
    "Access-Control-Max-Age": String(limits.preflight_max_age_s),
  });
}
