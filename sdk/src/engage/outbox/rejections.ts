import { endState } from "@fanfare/contract/events/events";
import type { Run } from "@fanfare/contract/schema/client/v1";
import type { Emitter } from "../../lib/emitter.ts";
import type { Report } from "../../lib/report.ts";
import type { Identity } from "../../net/identity.ts";
import type { ApiResult } from "../../net/net.ts";
import type { ProgressMove } from "../runs/run-tracker.ts";
import type { Command } from "./command.ts";
import type { Delivery } from "./outbox.ts";

/**
 * True when a conflict only says that the server has this move already: its answer was lost the first time, or an earlier
 * page said it too.
 */
function isDuplicateMove(move: ProgressMove, current: Run): boolean {
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

type RefusedResult = Extract<ApiResult<unknown>, { kind: "refused" }>;

/** What becomes of what the server refused. Loaded with the first refusal. */
export function handleRefusal(report: Report, what: string, answer: RefusedResult): Delivery {
  if (isCallerProblem(answer)) return { kind: "held" };
  report(`${what} refused`, answer);
  return { kind: "settled" };
}

/** The same of a message: a conflict about a run says where that stands. */
export function handleRefusedCommand(
  { report, onConflict }: { readonly report: Report; readonly onConflict: (current: Run) => void },
  message: Command,
  answer: RefusedResult,
): Delivery {
  // A conflict carries the run as it stands (contract/problem.ts: current).
  const current = answer.current as Run | undefined;
  if (message.kind !== "progress" || current === undefined || isCallerProblem(answer)) {
    return handleRefusal(report, message.kind, answer);
  }
  if (!isDuplicateMove(message.move, current)) onConflict(current);
  return { kind: "settled" };
}

/** It says nothing about the call itself: another identity or another setting makes it pass. */
function isCallerProblem({ status, code }: RefusedResult): boolean {
  return status === 401 || code === "origin_refused" || code === "app_not_found";
}

/**
 * The server will not say who sees what. What only the page's developer can cure is told to them; the page itself hears of
 * a token that ran out.
 */
export function handleRefusedBoot(
  deps: {
    readonly report: Report;
    readonly identity: Pick<Identity, "identifiedPerson">;
    readonly emitter: Pick<Emitter, "emit">;
  },
  { code, detail }: Pick<RefusedResult, "code" | "detail">,
): void {
  if (MISCONFIGURED.test(code)) warnDeveloper(detail);
  else deps.report(`refused: ${code}`, detail);
  const external_id = deps.identity.identifiedPerson()?.external_id;
  if (code === "identity_expired" && external_id !== undefined) deps.emitter.emit(code, { external_id });
}

/** The page's `init` lacks what no call can be made without. */
export function warnMissingOption(key: string): void {
  warnDeveloper(
    key ? "init() requires `host`: the URL of your Fanfare server" : "init() requires `key`: the public app key",
  );
}

/** Tells the developer that the page is set up wrongly. Nothing else is ever said unasked. */
function warnDeveloper(what: string): void {
  // biome-ignore lint/suspicious/noConsole: a wrong key would otherwise be silence, and the person does not see it
  console.warn(`Fanfare: ${what}`);
}

const MISCONFIGURED = /^app_(?:not|key)_|^origin_ref/;
