import type { Run } from "@fanfare/contract/schema/v1";
import type { Answer } from "../net.ts";
import type { Report } from "../report.ts";
import type { CallsDeps, Message } from "./calls.ts";
import type { Delivery } from "./outbox.ts";
import { isRepetition } from "./repetition.ts";

type Refusal = Extract<Answer<unknown>, { kind: "refused" }>;

/** What becomes of what the server refused. Loaded with the first refusal. */
export function refused(report: Report, what: string, answer: Refusal): Delivery {
  if (isAboutCaller(answer)) return { kind: "held" };
  report(`${what} refused`, answer);
  return { kind: "settled" };
}

/** The same of a message: a conflict about a run says where that stands. */
export function refusedMessage(
  { report, onConflict }: Pick<CallsDeps, "report" | "onConflict">,
  message: Message,
  answer: Refusal,
): Delivery {
  // A conflict carries the run as it stands (contract/problem.ts: current).
  const current = answer.current as Run | undefined;
  if (message.kind !== "progress" || current === undefined || isAboutCaller(answer)) {
    return refused(report, message.kind, answer);
  }
  if (!isRepetition(message.move, current)) onConflict(current);
  return { kind: "settled" };
}

/** It says nothing about the call itself: another identity or another setting makes it pass. */
function isAboutCaller({ status, code }: Refusal): boolean {
  return status === 401 || code === "origin_refused" || code === "app_not_found";
}
