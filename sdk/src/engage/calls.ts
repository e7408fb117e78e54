import type { ProgressResponse, Run } from "@fanfare/contract/schema/v1";
import type { Answer, Net } from "../net.ts";
import type { Report } from "../report.ts";
import type { Delivery } from "./outbox.ts";
import type { ProgressMove } from "./progress.ts";
import type { Choice, Subject } from "./suppressions.ts";

/** What must reach the server one by one and in order. */
export type Message =
  | { readonly kind: "progress"; readonly move: ProgressMove }
  | { readonly kind: "suppress"; readonly subject: Subject; readonly choice: Choice }
  | { readonly kind: "unsuppress"; readonly subject: Subject };

/** A message with the outbox's own id. */
export interface Call {
  readonly id: string;
  readonly message: Message;
}

export interface CallsDeps {
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
export async function deliverMessage(deps: CallsDeps, message: Message | undefined): Promise<Delivery> {
  if (!message) return { kind: "settled" };
  const answer = await say(deps, message);
  switch (answer.kind) {
    case "failed":
      return answer;
    case "ok":
    case "unchanged":
      // Only moves of runs answer that something is due (contract/schema/v1.ts).
      if (message.kind !== "progress" || ("body" in answer && (answer.body as ProgressResponse).due)) deps.onChange();
      return { kind: "settled" };
    case "refused":
      return (await import("./refused.ts")).refusedMessage(deps, message, answer);
  }
}

async function say({ net, claims }: CallsDeps, message: Message): Promise<Answer<unknown>> {
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
      return (await import("./undo.ts")).undo(net, claims(), message.subject);
  }
}
