import { endState } from "@fanfare/contract/events";
import type { ProgressResponse, Run, SuppressionsResponse } from "@fanfare/contract/schema/v1";
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
  /** The server's list changed by our own call. */
  readonly onSuppressions: () => void;
  readonly report: Report;
}

/** Says one message. What the server refuses for good is dropped, and reported. */
export async function deliverMessage(deps: CallsDeps, message: Message | undefined): Promise<Delivery> {
  if (message === undefined) return { kind: "settled" };
  const answer = await say(deps, message);
  switch (answer.kind) {
    case "failed":
      return answer;
    case "ok":
    case "unchanged":
      if (message.kind !== "progress") deps.onSuppressions();
      return { kind: "settled" };
    case "refused": {
      if (isAboutCaller(answer)) return { kind: "held" };
      // A conflict carries the run as it stands (contract/problem.ts: current).
      const current = answer.current as Run | undefined;
      if (message.kind === "progress" && current !== undefined) {
        if (!isRepetition(message.move, current)) deps.onConflict(current);
      } else {
        deps.report(`${message.kind} refused`, answer);
      }
      return { kind: "settled" };
    }
  }
}

/** A refusal that says nothing about the call itself: another identity or another setting makes it pass. */
export function isAboutCaller(answer: { readonly status: number; readonly code: string }): boolean {
  return answer.status === 401 || answer.code === "origin_refused" || answer.code === "app_not_found";
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
    case "unsuppress": {
      // The id is the server's; what is undone may have been made a moment ago, or elsewhere.
      const listed = await net.call<SuppressionsResponse>("GET", "/v1/suppressions", { query: claims() });
      if (listed.kind !== "ok") return listed;
      const { scope, target } = message.subject;
      const found = listed.body.suppressions.find((each) => each.scope === scope && each.target === target);
      if (found === undefined) return { kind: "unchanged" };
      return net.call("DELETE", `/v1/suppressions/${found.id}`, { query: claims(), keepalive: true });
    }
  }
}

/** True when a conflict only says that the server has this move already: its answer was lost the first time. */
function isRepetition(move: ProgressMove, current: Run): boolean {
  if (move.run_id !== current.run_id) return false;
  switch (move.action) {
    case "start":
      return current.state === "active";
    case "step":
      return current.seq === move.seq + 1 && current.step_id === move.step_id;
    case "end":
      return current.state === endState(move.reason);
  }
}
