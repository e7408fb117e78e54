import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError, problems } from "@fanfare/contract/problem";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { type Actor, assertActorAllowed } from "../../accounts/access/actor.ts";
import { tokenActor } from "../../accounts/access/api-tokens.ts";
import type { AuditLog } from "../../accounts/audit/audit-log.ts";
import type { TeamDeps } from "../../accounts/members/team.ts";
import { createGroup, deleteGroup, findGroup, updateGroup } from "../../accounts/provisioning/groups.ts";
import { ScimError } from "../../accounts/provisioning/scim-error.ts";
import { createUser, findUser, updateUser } from "../../accounts/provisioning/users.ts";
import type { Log } from "../../lib/log.ts";
import {
  groupMembers,
  type ProvisionedUserRow,
  provisionedGroups,
  provisionedUsers,
} from "../../store/statements/identity/provisioning.ts";
import { errorResponse } from "../middleware/problem.ts";
import { bearerOf } from "../request/bearer-token.ts";
import { readJson } from "../request/body.ts";
import { tokenBuckets } from "../request/token-buckets.ts";
import { resourceTypes, schemas, serviceProviderConfig } from "./discovery.ts";
import { readGroupFilter, readUserFilter } from "./filter.ts";
import { patchedGroup, presentGroup, readGroup } from "./groups.ts";
import { readPatch } from "./patch.ts";
import { patchedUser, presentUser, readUser } from "./users.ts";

export interface ScimDeps extends TeamDeps {
  readonly log: Log;
  readonly audit_log: Pick<AuditLog, "sealSoon">;
  /** Updates open consoles. */
  readonly notifySoon: () => void;
  /** The configured URL. Undefined: use the request's host. */
  readonly public_url: string | undefined;
}

interface ScimEnv {
  readonly Variables: { readonly actor: Actor };
}

type ScimContext = Context<ScimEnv>;

const JSON_TYPE = "application/scim+json; charset=utf-8";

/**
 * Provisioning of members by an identity provider (RFC 7643 and 7644). Authenticated by an API token only: cookies aren't
 * read.
 *
 * @example
 * app.route("/api/scim/v2", scimRoutes(deps));
 */
export function scimRoutes(deps: ScimDeps): Hono<ScimEnv> {
  const scim = new Hono<ScimEnv>();
  scim.onError((error, c) => scimError(error, c.req.raw, deps.log));
  scim.use(async (c, next) => {
    c.set("actor", await actorOf(deps, c.req.raw));
    await next();
    c.header("Cache-Control", "no-store");
    if (c.req.method !== "GET" && c.res.ok) {
      deps.audit_log.sealSoon();
      deps.notifySoon();
    }
  });
  scim.use(rateLimit(deps));
  addDiscovery(scim, deps);
  addUsers(scim, deps);
  addGroups(scim, deps);
  scim.notFound((c) => answer(c, errorBody(404, `There is no ${c.req.method} ${c.req.path} in SCIM.`), 404));
  return scim;
}

const baseOf = ({ public_url }: ScimDeps, c: ScimContext): string =>
  `${public_url ?? new URL(c.req.url).origin}/api/scim/v2`;

async function actorOf(deps: ScimDeps, request: Request): Promise<Actor> {
  const bearer = bearerOf(request);
  const actor = bearer === undefined ? undefined : await tokenActor(deps, bearer);
  if (actor === undefined) {
    throw new ProblemError(
      "token_invalid",
      "Send a valid API token with the scope scim.write as Authorization: Bearer.",
    );
  }
  assertActorAllowed(actor, "scim.write");
  return actor;
}

/** As for `/api`, per token. */
function rateLimit({ clock }: ScimDeps): MiddlewareHandler<ScimEnv> {
  const callers = tokenBuckets(clock, {
    per_second: limits.api_requests_per_second_max,
    burst: limits.api_requests_burst_max,
    buckets_max: limits.v1_buckets_max,
  });
  return async (c, next) => {
    const wait_ms = callers.take(c.var.actor.token_id ?? "");
    if (wait_ms === 0) return next();
    const retry_after_s = Math.ceil(wait_ms / SECOND_MS);
    throw new ProblemError("rate_limited", `Too many requests by this token. Try again in ${retry_after_s} s.`, {
      retry_after_s,
    });
  };
}

function answer(c: ScimContext, body: object, status: 200 | 201 | 404 = 200): Response {
  return c.body(JSON.stringify(body), status, { "Content-Type": JSON_TYPE });
}

function errorBody(status: number, detail: string, scim_type?: string): object {
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
    ...{ status: String(status), detail, ...(scim_type === undefined ? {} : { scimType: scim_type }) },
  };
}

function scimError(error: unknown, request: Request, log: Log): Response {
  if (error instanceof ScimError) {
    const { status, message, scim_type } = error;
    return new Response(JSON.stringify(errorBody(status, message, scim_type)), {
      ...{ status, headers: { "Content-Type": JSON_TYPE } },
    });
  }
  const response = errorResponse(error, request, log);
  const known = error instanceof ProblemError ? error : undefined;
  const status = known === undefined ? response.status : problems[known.code].status;
  const detail = known?.message ?? "An unexpected error occurred. Try again.";
  const headers = new Headers(response.headers);
  headers.set("Content-Type", JSON_TYPE);
  const syntax = known?.code === "json_invalid" ? "invalidSyntax" : undefined;
  return new Response(JSON.stringify(errorBody(status, detail, syntax)), { status, headers });
}

interface Page {
  readonly start: number;
  readonly count: number;
}

/** From 1. Values below count as the lowest (RFC 7644, section 3.4.2.4). */
function pageOf(c: ScimContext): Page {
  const read = (name: string, otherwise: number): number => {
    const value = Number(c.req.query(name) ?? otherwise);
    if (!Number.isInteger(value)) throw new ScimError(400, `${name} is a whole number.`, "invalidValue");
    return value;
  };
  return {
    start: Math.max(1, read("startIndex", 1)),
    count: Math.min(limits.scim_page_size_max, Math.max(0, read("count", limits.scim_page_size_default))),
  };
}

function listOf(resources: readonly object[], total: number, { start }: Page): object {
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    ...{ totalResults: total, startIndex: start, itemsPerPage: resources.length, Resources: resources },
  };
}

function addDiscovery(scim: Hono<ScimEnv>, deps: ScimDeps): void {
  scim.get("/ServiceProviderConfig", (c) => answer(c, serviceProviderConfig(baseOf(deps, c))));
  for (const [path, read] of [["ResourceTypes", resourceTypes] as const, ["Schemas", schemas] as const]) {
    scim.get(`/${path}`, (c) => {
      const all = read(baseOf(deps, c));
      return answer(c, listOf(all, all.length, { start: 1, count: all.length }));
    });
    scim.get(`/${path}/:id`, (c) => {
      const found = read(baseOf(deps, c)).find(({ id }) => id === c.req.param("id"));
      if (found === undefined) throw new ScimError(404, `There is no ${path} with this ID.`);
      return answer(c, found);
    });
  }
}

interface Versioned {
  readonly meta: { readonly version: string; readonly location: string };
}

const bareTag = (tag: string | undefined): string | undefined => tag?.trim().replace(/^W\//, "");

/** @throws ScimError 412 for another version than the client has seen. */
function assertSeen(c: ScimContext, { meta: { version } }: Versioned): void {
  const seen = bareTag(c.req.header("If-Match"));
  if (seen === undefined || seen === "*" || seen === bareTag(version)) return;
  throw new ScimError(412, "The resource has changed. Read it again, then repeat the change.");
}

function resource(c: ScimContext, shown: Versioned, status: 200 | 201 = 200): Response {
  c.header("ETag", shown.meta.version);
  if (c.req.method === "GET" && bareTag(c.req.header("If-None-Match")) === bareTag(shown.meta.version)) {
    return c.body(null, 304);
  }
  if (status === 201) c.header("Location", shown.meta.location);
  return answer(c, shown, status);
}

function addUsers(scim: Hono<ScimEnv>, deps: ScimDeps): void {
  const { db } = deps.store;
  const shown = async (c: ScimContext, rows: readonly ProvisionedUserRow[]) => {
    const ids = rows.map(({ id }) => id);
    const groups = ids.length === 0 ? [] : await groupMembers(db, { member_ids: ids });
    return rows.map((row) => presentUser(row, { base: baseOf(deps, c), groups }));
  };
  const known = async (c: ScimContext) => {
    const row = await findUser(deps, c.req.param("id") ?? "");
    const [user] = await shown(c, [row]);
    if (user === undefined) throw new Error("A found user is presented.");
    return { row, user };
  };
  const single = async (c: ScimContext, row: ProvisionedUserRow, status: 200 | 201 = 200): Promise<Response> => {
    const [user] = await shown(c, [row]);
    if (user === undefined) throw new Error("A found user is presented.");
    return resource(c, user, status);
  };
  scim.get("/Users", async (c) => {
    const page = pageOf(c);
    const filter = readUserFilter(c.req.query("filter"));
    const found = await provisionedUsers(db, { filter, offset: page.start - 1, limit: page.count });
    return answer(c, listOf(await shown(c, found.rows), found.total, page));
  });
  scim.post("/Users", async (c) => single(c, await createUser(deps, c.var.actor, readUser(await readJson(c))), 201));
  scim.get("/Users/:id", async (c) => resource(c, (await known(c)).user));
  scim.put("/Users/:id", async (c) => {
    const { row, user } = await known(c);
    assertSeen(c, user);
    return single(c, await updateUser(deps, c.var.actor, row, readUser(await readJson(c))));
  });
  scim.patch("/Users/:id", async (c) => {
    const { row, user } = await known(c);
    assertSeen(c, user);
    const input = patchedUser(row, readPatch(await readJson(c)));
    return single(c, await updateUser(deps, c.var.actor, row, input));
  });
  // The member keeps what they created, so they're deactivated.
  scim.delete("/Users/:id", async (c) => {
    const { row, user } = await known(c);
    assertSeen(c, user);
    await updateUser(deps, c.var.actor, row, { ...patchedUser(row, []), active: false });
    return c.body(null, 204);
  });
}

function addGroups(scim: Hono<ScimEnv>, deps: ScimDeps): void {
  const { db } = deps.store;
  const shown = (c: ScimContext, found: Awaited<ReturnType<typeof findGroup>>) => {
    const excluded = (c.req.query("excludedAttributes") ?? "").split(",").map((name) => name.trim());
    return presentGroup(found, baseOf(deps, c), excluded.includes("members"));
  };
  const known = (c: ScimContext) => findGroup(deps, c.req.param("id") ?? "");
  scim.get("/Groups", async (c) => {
    const page = pageOf(c);
    const all = await provisionedGroups(db, readGroupFilter(c.req.query("filter")));
    const rows = all.slice(page.start - 1, page.start - 1 + page.count);
    const groups = await Promise.all(rows.map(({ id }) => findGroup(deps, id)));
    const resources = groups.map((each) => shown(c, each));
    return answer(c, listOf(resources, all.length, page));
  });
  scim.post("/Groups", async (c) => {
    const id = await createGroup(deps, c.var.actor, readGroup(await readJson(c)));
    return resource(c, shown(c, await findGroup(deps, id)), 201);
  });
  scim.get("/Groups/:id", async (c) => resource(c, shown(c, await known(c))));
  const change =
    (read: (found: Awaited<ReturnType<typeof known>>, body: unknown) => ReturnType<typeof readGroup>) =>
    async (c: ScimContext): Promise<Response> => {
      const found = await known(c);
      assertSeen(c, shown(c, found));
      await updateGroup(deps, c.var.actor, found, read(found, await readJson(c)));
      return resource(c, shown(c, await findGroup(deps, found.group.id)));
    };
  scim.put(
    "/Groups/:id",
    change((_, body) => readGroup(body)),
  );
  scim.patch(
    "/Groups/:id",
    change((found, body) => patchedGroup(found, readPatch(body))),
  );
  scim.delete("/Groups/:id", async (c) => {
    const found = await known(c);
    assertSeen(c, shown(c, found));
    await deleteGroup(deps, c.var.actor, found);
    return c.body(null, 204);
  });
}
