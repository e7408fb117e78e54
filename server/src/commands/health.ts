import { limits } from "@fanfare/contract/limits";
import { StartupError } from "../lib/operator-errors.ts";
import { readArguments } from "./arguments.ts";
import { type Command, localUrl, printResult, runningConfig } from "./command.ts";

/** `fanfare health`: exits with 0 if the server on this machine accepts traffic. For containers and monitoring. */
export const health: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: [""],
    options: {},
    usage: "Usage: fanfare health [--json]",
  });
  const signal = AbortSignal.timeout(limits.health_timeout_ms);
  const url = `${localUrl(await runningConfig(context, signal))}/readyz`;
  let response: Response;
  try {
    response = await fetch(url, {
      signal,
      // The certificate names the public host, and this request stays on the machine.
      tls: { rejectUnauthorized: false },
    });
  } catch (error) {
    throw new StartupError(`No response from ${url}: ${error instanceof Error ? error.message : error}`);
  }
  if (!response.ok) throw new StartupError(`${url} responded with status ${response.status}: ${await response.text()}`);
  return printResult(context, values.json, { status: "ready" }, () => ["ready"]);
};
