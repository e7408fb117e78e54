import type { Clock } from "@fanfare/contract/lib/clock";
import type { ProgressResponse, Run } from "@fanfare/contract/schema/client/v1";
import type { Report } from "../../lib/report.ts";
import type { Storage } from "../../lib/storage.ts";
import type { Identity } from "../../net/identity.ts";
import type { ApiResult, Net } from "../../net/net.ts";
import type { Command } from "./command.ts";
import type { Delivery } from "./outbox.ts";

export interface CommandDeps {
  /** Where it's noted when the person hid something. Absent on pages of Fanfare, which show nothing early. */
  readonly storage?: Storage;
  /** Prefix of names shared by all tabs of the site. */
  readonly named?: string;
  readonly clock?: Clock;
  readonly net: Net;
  readonly identity: Pick<Identity, "claims" | "epoch">;
  /** True once the server has responded for this person. */
  readonly isAccepted: () => boolean;
  /** Query that names the page's socket, so that the page can ignore the server's signal of its own change. */
  readonly origin: () => { readonly socket_id?: string };
  readonly onConflict: (current: Run) => void;
  /** Called when the SDK's own request changed what this person may see. */
  readonly onChange: () => void;
  readonly report: Report;
}

/**
 * Sends one command. Commands that the server permanently refuses are dropped and reported. Rejects if lazily loaded
 * code can't be loaded; the command then waits as it does offline.
 */
export async function deliverCommand(
  deps: CommandDeps,
  message: Command | undefined,
  leaving: boolean,
): Promise<Delivery> {
  if (!message) return { kind: "settled" };
  // Takes a file and two requests, for which neither the page nor the person may stay.
  if (leaving && message.kind === "unsuppress") return { kind: "held" };
  const answer = await sendCommand(deps, message);
  switch (answer.kind) {
    case "failed":
      return answer;
    case "ok":
    case "unchanged":
      // Only responses to run progress report due content (contract/schema/v1.ts).
      if (message.kind !== "progress" || ("body" in answer && (answer.body as ProgressResponse).due)) deps.onChange();
      return { kind: "settled" };
    case "refused":
      // The server refuses who the page claims it is, not the command.
      if (!deps.isAccepted()) return { kind: "held" };
      return (await import("./rejections.ts")).handleRefusedCommand(deps, message, answer);
  }
}

async function sendCommand(deps: CommandDeps, message: Command): Promise<ApiResult<unknown>> {
  if (message.kind === "unsuppress") {
    return (await import("./lift-suppression.ts")).liftSuppression(deps, message.subject);
  }
  // For pages with a response from before it (decide/early-response.ts).
  if (message.kind === "suppress") deps.storage?.set(`${deps.named}:chose`, `${deps.clock?.now()}`);
  const [path, change] =
    message.kind === "progress"
      ? ["progress", message.move]
      : ["suppressions", { ...message.subject, ...message.choice }];
  const json = { ...deps.identity.claims(), ...change };
  return deps.net.call("POST", `/v1/${path}`, { json, query: deps.origin(), keepalive: true });
}
