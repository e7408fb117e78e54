import type { Log } from "../../log.ts";
import { quotable } from "../../quotable.ts";
import { failure, type HubFailure } from "./outcome.ts";

const FAULT = failure("internal", "Something went wrong on the server. The call may or may not have had an effect.");

/** A fault of ours fails the one call on which it showed, and is never silent. */
export function guarded<Outcome>(log: Log, method: string, run: () => Outcome): Outcome | HubFailure {
  try {
    return run();
  } catch (error) {
    return faultOf(log, method)(error);
  }
}

export function faultOf(log: Log, method: string): (error: unknown) => HubFailure {
  return (error) => {
    log.error("hub_call_failed", { method: quotable(method), error });
    return FAULT;
  };
}
