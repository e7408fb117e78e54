import { once } from "node:events";
import { resolve } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { StartupError, UsageError } from "../lib/operator-errors.ts";
import { readArguments } from "./arguments.ts";
import { type Command, localUrl, runningConfig } from "./command.ts";
import { readToken } from "./content/folder-client.ts";

const USAGE = `Usage: fanfare mcp --token-file file [--server https://fanfare.example]

Serves the tools of /mcp over standard input and output, for assistants that start a program.
Without --server, it uses the server on this machine.`;

const IDENTITY = { name: "fanfare", version: "0.1.0" } as const;

/** `fanfare mcp`: the MCP server of a running Fanfare over standard input and output. Prints only the protocol. */
export const mcp: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: [""],
    options: { server: { type: "string" }, "token-file": { type: "string" } },
    usage: USAGE,
  });
  const file = values["token-file"];
  // Standard input belongs to the protocol, so that the token can't come from there.
  if (file === undefined || file === "-") throw new UsageError(USAGE);
  const token = await readToken(resolve(context.directory, file));
  const remote = await connect(values.server ?? localUrl(await runningConfig(context)), token);
  const closed = once(process.stdin, "close");
  const handle = serveStdio(() => forward(remote), { onerror: ({ message }) => context.printError(message) });
  await closed;
  await handle.close();
  await remote.close();
  return 0;
};

async function connect(server: string, token: string): Promise<Client> {
  const url = `${server.replace(/\/+$/, "")}/mcp`;
  // Loaded only here: every other command starts without the client.
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const client = new Client(IDENTITY);
  const headers = { Authorization: `Bearer ${token}` };
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    return client;
  } catch (error) {
    throw new StartupError(`Can't use ${url}: ${error instanceof Error ? error.message : error}`);
  }
}

/** The server decides about tools and permissions, so that an older program offers the tools and prompts of a newer server. */
function forward(remote: Client): Server {
  const instructions = remote.getInstructions();
  // Without prompts for the token's scopes, the client would print a hint to standard output.
  const has_prompts = remote.getServerCapabilities()?.prompts !== undefined;
  const server = new Server(IDENTITY, {
    capabilities: { tools: {}, ...(has_prompts ? { prompts: {} } : {}) },
    ...(instructions === undefined ? {} : { instructions }),
  });
  server.setRequestHandler("tools/list", () => remote.listTools());
  server.setRequestHandler("tools/call", ({ params: { name, arguments: input } }) =>
    remote.callTool({ name, ...(input === undefined ? {} : { arguments: input }) }),
  );
  if (!has_prompts) return server;
  server.setRequestHandler("prompts/list", () => remote.listPrompts());
  server.setRequestHandler("prompts/get", ({ params: { name, arguments: input } }) =>
    remote.getPrompt({ name, ...(input === undefined ? {} : { arguments: input }) }),
  );
  return server;
}
