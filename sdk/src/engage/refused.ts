import type { Run } from "@fanfare/contract/schema/v1";
import type { Emitter } from "../emitter.ts";
import type { Identity } from "../identity.ts";
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

/**
 * The server will not say who sees what. What only the page's developer can cure is told to them; the page itself hears of
 * a token that ran out.
 */
export function refusedBoot(
  deps: {
    readonly report: Report;
    readonly identity: Pick<Identity, "someone">;
    readonly emitter: Pick<Emitter, "emit">;
  },
  { code, detail }: Pick<Refusal, "code" | "detail">,
): void {
  if (MISCONFIGURED.test(code)) complain(detail);
  else deps.report(`refused: ${code}`, detail);
  const external_id = deps.identity.someone()?.external_id;
  if (code === "identity_expired" && external_id !== undefined) deps.emitter.emit(code, { external_id });
}

/** The page's `init` lacks what no call can be made without. */
export function lacking(key: string): void {
  complain(key ? "init needs `host`: where Fanfare is" : "init needs `key`: the public key of the app");
}

/** Tells the developer that the page is set up wrongly. Nothing else is ever said unasked. */
function complain(what: string): void {
  // biome-ignore lint/suspicious/noConsole: a wrong key would otherwise be silence, and the person does not see it
  console.warn(`Fanfare: ${what}`);
}

const MISCONFIGURED = /^app_(?:not|key)_|^origin_ref/;
