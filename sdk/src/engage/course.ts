import type { EndReason } from "@fanfare/contract/events";
import type { GateJudgement, PageGate } from "@fanfare/contract/page-gates";
import type { BootResponse } from "@fanfare/contract/schema/v1";

/** What becomes of a tour on the screen: it stays, is set aside with its run open, is over elsewhere, or ends here. */
export type Course =
  | { readonly kind: "stay" }
  | { readonly kind: "set_aside" }
  | { readonly kind: "over" }
  | { readonly kind: "close"; readonly reason: EndReason };

/**
 * What the server's last answer and the page mean for what is shown. `judgements`: what its gates say now,
 * undefined when the answer does not offer it any more. Pure.
 */
export function courseOf(
  content_id: string,
  answer: BootResponse,
  judgements: readonly GateJudgement<PageGate>[] | undefined,
): Course {
  const refusal = answer.refused.find((each) => each.content_id === content_id);
  const blocks = (gate: PageGate): boolean =>
    refusal?.gate === gate || judgements?.some((each) => each.gate === gate && each.status === "block") === true;
  // A paused app and a page that it is not for take it away for now.
  if (answer.app.paused || blocks("url")) return { kind: "set_aside" };
  if (blocks("suppressed")) return { kind: "close", reason: "do_not_show_again" };
  if (blocks("snoozed")) return { kind: "close", reason: "snoozed" };
  // Another tab or device ended it; it has been counted there.
  if (refusal !== undefined) return { kind: "over" };
  return judgements === undefined ? { kind: "close", reason: "unpublished" } : { kind: "stay" };
}
