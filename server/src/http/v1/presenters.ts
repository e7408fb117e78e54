import type { Edition, Trigger } from "@fanfare/contract/content/content";
import { HOLDOUT } from "@fanfare/contract/content/experiment";
import { explainGates, type GateResult, gateResult } from "@fanfare/contract/gates/evaluate";
import { PRIVATE_GATES } from "@fanfare/contract/gates/gates";
import type {
  BootResponse,
  Decision,
  ExplainResponse,
  HiddenContent,
  Suppression,
} from "@fanfare/contract/schema/client/v1";
import type { Cause } from "@fanfare/contract/wording/cause";
import { evidence } from "@fanfare/contract/wording/evidence";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Boot } from "../../engage/boot.ts";
import { type BootItem, earlyItems } from "../../engage/boot-items.ts";
import type { PersonallyHiddenContent } from "../../engage/decide/decisions.ts";
import type { Explanation } from "../../engage/explain/explain.ts";
import type { Person } from "../../people/person/find-person.ts";
import { toIso } from "../../store/columns.ts";
import type { SuppressionRow } from "../../store/statements/people/suppressions.ts";

/** Converts stored rows to `/v1` responses. Lists every field explicitly, so that nothing is exposed accidentally. */
export function presentSuppression(row: SuppressionRow): Suppression {
  const { id, scope, target, reason } = row;
  return { id, scope, target, reason, created_at: toIso(row.created_at), expires_at: toIso(row.expires_at) };
}

/** The response without its decisions (boot-text.ts) and time. */
export type BootBody = Omit<BootResponse, "decisions" | "server_time">;

export function presentBoot(
  app: AppRecord,
  { id, external_id, verified, channel_id }: Person,
  anonymous: BootResponse["anonymous"],
  { items, hidden, suppressions, themes, extras, messages, next_change_ms }: Boot,
): BootBody {
  // Identified people may use other devices meanwhile.
  const early = external_id === null ? earlyItems(items) : 0;
  return {
    app: { key: app.key, paused: app.paused, config_version: app.config_version },
    person: { id, external_id, verified },
    channel_id,
    anonymous,
    ...(early === 0 ? {} : { early }),
    refused: hidden.map(presentRefusal),
    suppressions: suppressions.map(presentSuppression),
    ...(themes === undefined ? {} : { themes }),
    ...(extras === undefined ? {} : { extras }),
    messages,
    ...(next_change_ms === undefined ? {} : { again_at: toIso(next_change_ms) }),
  };
}

export function presentDecision({
  eligible,
  localized,
  done,
  group_done,
  skipped,
  answers,
  theme,
}: BootItem): Decision {
  const { content, pending_gates, past, page_rule, cap_left, due, variant, on_request } = eligible;
  const { body, locale, untranslated, button_actions } = localized;
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
    run: past.open && {
      ...past.open,
      ...(skipped === undefined ? {} : { skipped }),
      ...(answers === undefined ? {} : { answers }),
    },
    ...(page_rule === undefined ? {} : { page_rule }),
    ...(cap_left === undefined ? {} : { cap_left }),
    ...(due === undefined ? {} : { due }),
    ...(on_request === undefined ? {} : { on_request }),
    ...(content.listed && (past.open === null || past.asked) ? { listed: true } : {}),
    ...(done === undefined ? {} : { done }),
    ...(group_done === undefined ? {} : { group_done }),
    ...(locale === undefined ? {} : { locale }),
    ...(untranslated === undefined ? {} : { untranslated }),
    ...(variant === undefined ? {} : { variant }),
    ...(theme === undefined ? {} : { theme }),
    ...(button_actions === undefined ? {} : { button_actions }),
  };
}

/** Pages get only what they evaluate themselves: the URLs of the targeting, and triggers without property conditions. */
function presentEdition(edition: Edition, body: Edition["body"]): Edition {
  const { frequency, priority, tags, targeting, delay_ms } = edition;
  const trigger = withoutProps(edition.trigger);
  const { include, exclude } = targeting.urls;
  const delay = delay_ms === undefined ? {} : { delay_ms };
  return { body, targeting: { urls: { include, exclude } }, trigger, frequency, priority, tags, ...delay };
}

function withoutProps(trigger: Trigger): Trigger {
  if (trigger.kind !== "event") return trigger;
  const { props: _, ...rest } = trigger;
  return rest;
}

/** Content hidden by the person's own history. Contains only the gate. */
function presentRefusal({ content, gate }: PersonallyHiddenContent): HiddenContent {
  return { content_id: content.content_id, slug: content.slug, gate };
}

/** Removes the causes of private gates, so that pages get only their status, and a trigger's property conditions. */
function publicEvidence(result: GateResult): GateResult {
  if (result.gate === "event")
    return gateResult(
      result,
      result.causes.filter(({ code }) => code !== "event_matching"),
    );
  return PRIVATE_GATES.includes(result.gate) ? gateResult(result, [PRIVATE_EVIDENCE[result.status]]) : result;
}

const PRIVATE_EVIDENCE = {
  pass: evidence("included"),
  block: evidence("not_included"),
  unknown: evidence("inclusion_unknown"),
} as const satisfies Record<GateResult["status"], Cause>;

export function presentExplanation({ content, result }: Explanation): ExplainResponse {
  const { content_id, version_id } = content;
  return { content_id, version_id, ...explainGates(result.evidence.map(publicEvidence)) };
}
