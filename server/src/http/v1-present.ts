import type { Edition } from "@fanfare/contract/content";
import { HOLDOUT } from "@fanfare/contract/experiment";
import { PRIVATE_GATES } from "@fanfare/contract/gates";
import { explanationOf, type GateResult } from "@fanfare/contract/rules";
import type { Decision, ExplainResponse, Refusal, Suppression } from "@fanfare/contract/schema/v1";
import type { Admitted, Refused } from "../engage/decisions.ts";
import type { Explanation } from "../engage/explain.ts";
import type { Worded } from "../engage/wording.ts";
import { toIso } from "../store/columns.ts";
import type { SuppressionRow } from "../store/suppressions.ts";

/** The only place where what is stored becomes what `/v1` says. Every field is named: nothing passes by being there. */
export function presentSuppression(row: SuppressionRow): Suppression {
  const { id, scope, target, reason } = row;
  return { id, scope, target, reason, created_at: toIso(row.created_at), expires_at: toIso(row.expires_at) };
}

/** A content for the page that may show it, in the words of its person's language. */
export function presentDecision(
  { content, pending_gates, past, page_rule, cap_left, due, variant }: Admitted,
  done: readonly string[] | undefined,
  { body, locale, untranslated }: Worded,
  theme?: string | undefined,
): Decision {
  const { content_id, slug, name, version_id, version_number } = content;
  return {
    content_id,
    slug,
    name: variant === HOLDOUT ? "" : name,
    version_id,
    version_number,
    edition: presentEdition(content.edition, body),
    pending_gates,
    history: past.history,
    run: past.open,
    ...(page_rule === undefined ? {} : { page_rule }),
    ...(cap_left === undefined ? {} : { cap_left }),
    ...(due === undefined ? {} : { due }),
    ...(done === undefined ? {} : { done }),
    ...(locale === undefined ? {} : { locale }),
    ...(untranslated === undefined ? {} : { untranslated }),
    ...(variant === undefined ? {} : { variant }),
    ...(theme === undefined ? {} : { theme }),
  };
}

/** Of the targeting a page gets the addresses, which it must judge itself; whatever else is targeted stays here. */
function presentEdition(edition: Edition, body: Edition["body"]): Edition {
  const { trigger, frequency, priority, tags, targeting, delay_ms } = edition;
  const { include, exclude } = targeting.urls;
  const delay = delay_ms === undefined ? {} : { delay_ms };
  return { body, targeting: { urls: { include, exclude } }, trigger, frequency, priority, tags, ...delay };
}

/** A content that the person's own past hides: which gate, and nothing else of it. */
export function presentRefusal({ content, gate }: Refused): Refusal {
  return { content_id: content.content_id, slug: content.slug, gate };
}

/** What is private is told to members alone: the page hears that it is so, and not why. */
function publicEvidence({ gate, status, evidence }: GateResult): GateResult {
  if (!PRIVATE_GATES.includes(gate)) return { gate, status, evidence };
  return { gate, status, evidence: PRIVATE_EVIDENCE[status] };
}

const PRIVATE_EVIDENCE = {
  pass: "It is meant for this person now.",
  block: "It is not meant for this person now. Members find out why in the console.",
  unknown: "Whether it is meant for this person is not known. Members find out why in the console.",
} as const satisfies Record<GateResult["status"], string>;

/** Why a content is shown or is not, for the page itself. */
export function presentExplanation({ content, verdict }: Explanation): ExplainResponse {
  const { content_id, version_id } = content;
  return { content_id, version_id, ...explanationOf(verdict.evidence.map(publicEvidence)) };
}
