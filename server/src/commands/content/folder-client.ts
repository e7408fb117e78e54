import { resolve } from "node:path";
import type { FolderFile } from "@fanfare/contract/content-folder";
import { ProblemError, problems } from "@fanfare/contract/problem";
import {
  type FolderPlan,
  folderPlanSchema,
  folderResponseSchema,
} from "@fanfare/contract/schema/content/content-folder";
import { type PromotionsResponse, promotionsResponseSchema } from "@fanfare/contract/schema/responses/content/content";
import {
  type PublishWarningResponse,
  publishWarningsSchema,
} from "@fanfare/contract/schema/responses/content/publish-warnings";
import { z } from "zod";
import { StartupError, UsageError } from "../../lib/operator-errors.ts";
import type { ControlClient } from "../../operations/control-client.ts";
import { type CommandContext, createClient, readText } from "../command.ts";

export interface PushChoice {
  readonly prune: boolean;
  readonly overwrite: boolean;
  readonly source: string | undefined;
}

export interface PlanChoice {
  readonly prune?: boolean;
  /** Also ask where changed content is live, and for how many people. */
  readonly audiences?: boolean;
}

/** The server that has the content: this installation, or another one by its URL. */
export interface FolderClient {
  read(): Promise<readonly FolderFile[]>;
  plan(files: readonly FolderFile[], choice?: PlanChoice): Promise<FolderPlan>;
  push(files: readonly FolderFile[], choice: PushChoice): Promise<FolderPlan>;
  /** About publishing the draft of this content. */
  warnings(id: string): Promise<readonly PublishWarningResponse[]>;
  publish(content: { readonly id: string; readonly revision: number }): Promise<void>;
  /** What is live in another app of the same server, and not in this one. */
  promotable(from: string): Promise<PromotionsResponse["items"]>;
  promote(from: string, items: readonly PromotedVersion[]): Promise<void>;
}

export interface PromotedVersion {
  readonly content_id: string;
  readonly version_id: string;
}

/** Through the running server of the data directory, or its database. */
export function localFolder(client: ControlClient, app: string | undefined): FolderClient {
  const at = app === undefined ? {} : { app };
  return {
    read: async () => (await client("content_folder.read", at)).files,
    plan: (files, choice) => client("content_folder.plan", { ...at, files: [...files], ...choice }),
    push: (files, { overwrite, prune, source }) =>
      client("content_folder.push", {
        ...at,
        files: [...files],
        ...{ overwrite, prune },
        ...(source === undefined ? {} : { source }),
      }),
    warnings: async (id) => (await client("content.warnings", { ...at, id })).items,
    publish: async ({ id, revision }) => void (await client("content.publish", { ...at, id, revision })),
    promotable: async (from) => (await client("content.promotions", { ...at, from })).items,
    promote: async (from, items) => void (await client("content.promote", { ...at, from, items: [...items] })),
  };
}

const appsSchema = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) });
const problemSchema = z.object({ code: z.string(), detail: z.string() });

/** Over HTTP, with an API token. */
export async function remoteFolder(
  options: { readonly server: string; readonly token: string; readonly app: string | undefined },
  send: typeof fetch = fetch,
): Promise<FolderClient> {
  const call = async (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => {
    const url = `${options.server.replace(/\/+$/, "")}/api/${path}`;
    const authorization = { Authorization: `Bearer ${options.token}` };
    const json = body === undefined ? {} : { "Content-Type": "application/json" };
    let response: Response;
    try {
      response = await send(url, {
        ...{ method, headers: { ...authorization, ...json, ...headers }, redirect: "error" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch (error) {
      const reason = String(error instanceof Error ? error.message : error).replace(/[.?]+$/, "");
      throw new StartupError(`Can't reach ${url}: ${reason}. Check the address, and that the server is running.`);
    }
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok) return answer;
    const problem = problemSchema.safeParse(answer);
    const known = Object.keys(problems).find((code): code is keyof typeof problems => code === problem.data?.code);
    if (known !== undefined) throw new ProblemError(known, problem.data?.detail ?? "");
    throw new StartupError(`${url} responded with status ${response.status}.`);
  };
  const app = options.app ?? onlyApp(appsSchema.parse(await call("GET", "apps")).items);
  const query = `?app_id=${encodeURIComponent(app)}`;
  return {
    read: async () => folderResponseSchema.parse(await call("GET", `content-folder${query}`)).files,
    plan: async (files, choice) =>
      folderPlanSchema.parse(await call("POST", `content-folder/plan${query}`, { files, ...choice })),
    push: async (files, { source, ...choice }) =>
      folderPlanSchema.parse(
        await call("PUT", `content-folder${query}`, { files, ...choice, ...(source === undefined ? {} : { source }) }),
      ),
    warnings: async (id) => publishWarningsSchema.parse(await call("GET", `contents/${id}/warnings${query}`)).items,
    publish: async ({ id, revision }) =>
      void (await call("POST", `contents/${id}/publish${query}`, undefined, { "If-Match": `"${revision}"` })),
    promotable: async (from) =>
      promotionsResponseSchema.parse(await call("GET", `promotions${query}&from_app_id=${encodeURIComponent(from)}`))
        .items,
    promote: async (from, items) => void (await call("POST", `promotions${query}`, { from_app_id: from, items })),
  };
}

function onlyApp(apps: readonly { readonly id: string; readonly name: string }[]): string {
  const [only, ...more] = apps;
  if (only !== undefined && more.length === 0) return only.id;
  const names = apps.map(({ id, name }) => `${id} (${name})`).join(", ");
  throw new UsageError(`Choose an app with --app. The server has ${names || "no app that this token can see"}.`);
}

/** Options of a command that name a server. */
export interface ServerChoice {
  readonly server?: string | undefined;
  readonly "token-file"?: string | undefined;
  readonly app?: string | undefined;
}

/** The server of the command line: this installation, or the one of `--server`. */
export async function clientFor(
  context: CommandContext,
  { server, "token-file": token_file, app }: ServerChoice,
): Promise<FolderClient> {
  if ((server === undefined) !== (token_file === undefined)) throw new UsageError("Use --server with --token-file.");
  if (server === undefined || token_file === undefined) return localFolder(createClient(context), app);
  return remoteFolder({ server, token: await readToken(resolveToken(context, token_file)), app });
}

function resolveToken({ directory }: CommandContext, path: string): string {
  return path === "-" ? path : resolve(directory, path);
}

/** Reads a token from a file, or from standard input with `-`. */
export async function readToken(path: string): Promise<string> {
  const text = path === "-" ? await Bun.stdin.text() : await readText(path);
  return text.trim();
}
