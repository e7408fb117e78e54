import { createServer } from "node:net";
import { UserError } from "../terminal.ts";

/** Throws if the port is in use, with the variable that sets another. */
export async function checkPortFree(host: string, port: number, variable: string): Promise<void> {
  const problem = await tryListen(host, port);
  if (problem === undefined) return;
  if (problem === "EADDRINUSE") {
    throw new UserError(
      `Port ${port} on ${host} is in use by another program. Stop that program, or use another port: ${variable}=${port + 10} npm start`,
    );
  }
  throw new UserError(`Can't listen on ${host}:${port} (${problem}). Use another host or port: ${variable}=…`);
}

function tryListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
