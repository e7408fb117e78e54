import { createServer } from "node:net";
import { Refusal } from "./tool.ts";

/** Refuses to start over somebody else's port, with the variable that chooses another. */
export async function checkPortFree(host: string, port: number, variable: string): Promise<void> {
  const problem = await tryListen(host, port);
  if (problem === undefined) return;
  if (problem === "EADDRINUSE") {
    throw new Refusal(
      `Port ${port} on ${host} is taken by another program. Stop that one, or choose another port: ${variable}=${port + 10} npm start`,
    );
  }
  throw new Refusal(`Nothing can listen on ${host}:${port} (${problem}). Choose another host or port: ${variable}=…`);
}

function tryListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
