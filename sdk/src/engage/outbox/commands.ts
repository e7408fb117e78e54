import type { ProgressResponse, Run } from "@fanfare/contract/schema/client/v1";
import type { Report } from "../../lib/report.ts";
import type { ApiResult, Net } from "../../net/net.ts";
import type { Choice, Subject } from "../decide/suppressions.ts";
import type { ProgressMove } from "../runs/run-tracker.ts";
import type { Delivery } from "./outbox.ts";

/** What must reach the server one by one and in order. */
export type Command =
  | { readonly kind: "progress"; readonly move: ProgressMove }
  | { readonly kind: "suppress"; readonly subject: Subject; readonly choice: Choice }
  | { readonly kind: "unsuppress"; readonly subject: Subject };

/** A message with the outbox's own id. */
export interface QueuedCommand {
  readonly id: string;
  readonly message: Command;
}

export interface CommandDeps {
  readonly net: Net;
  /** What a body says of the caller where no token does. */
  readonly claims: () => { readonly external_id?: string };
  readonly onConflict: (current: Run) => void;
  /** What this person may see changed by our own call. */
  readonly onChange: () => void;
  readonly report: Report;
}

/**
 * Says one message. What the server refuses for good is dropped, and reported. Some of the code for it is loaded when it is
 * needed: where it cannot be had this rejects, and the message waits as without the server.
 */
export async function deliverCommand(deps: CommandDeps, message: Command | undefined): Promise<Delivery> {
  if (!message) return { kind: "settled" };
  const answer = await sendCommand(deps, message);
  switch (answer.kind) {
    case "failed":
      return answer;
    case "ok":
    case "unchanged":
      // Only moves of runs answer that something is due (contract/schema/v1.ts).
      if (message.kind !== "progress" || ("body" in answer && (answer.body as ProgressResponse).due)) deps.onChange();
      return { kind: "settled" };
    case "refused":
      return (await import("./rejections.ts")).handleRefusedCommand(deps, message, answer);
  }
}

async function sendCommand({ net, claims }: CommandDeps, message: Command): Promise<ApiResult<unknown>> {
  switch (message.kind) {
    case "progress":
      return net.call<ProgressResponse>("POST", "/v1/progress", {
        json: { ...claims(), ...message.move },
        keepalive: true,
      });
    case "suppress": {
      const { subject, choice } = message;
      return net.call("POST", "/v1/suppressions", { json: { ...claims(), ...subject, ...choice }, keepalive: true });
    }
    case "unsuppress":
      return (await import("./lift-suppression.ts")).liftSuppression(net, claims(), message.subject);
  }
}
