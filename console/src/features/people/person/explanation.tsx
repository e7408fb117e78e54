import type { GateResult } from "@fanfare/contract/gates/evaluate";
import type { RecipientState } from "@fanfare/contract/realtime/recipient";
import type {
  ExplainedContent,
  ExplainReport,
  NamedReference,
} from "@fanfare/contract/schema/responses/people/explain";
import { EVIDENCE_TEXTS } from "@fanfare/contract/wording/evidence";
import { GATE_TEXTS } from "@fanfare/contract/wording/gates";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { tCause, tCauses } from "../../../lib/i18n/cause.ts";
import { formatExact, list } from "../../../lib/i18n/format.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { personQueries } from "../../../lib/queries/people.ts";
import { cx } from "../../../ui/cx.ts";
import { Badge } from "../../../ui/elements/badge.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { NamedText } from "./named-text.tsx";
import { ResetButton } from "./reset-button.tsx";

/** Why messages to this person alone don't reach them. */
const MESSAGE_TEXTS: Partial<Readonly<Record<RecipientState, string>>> = {
  unverified: t(
    "This person can’t receive messages sent to them, because they aren’t verified. Identify them with an identity token.",
  ),
  merged: t("This visitor was identified since. Send messages to that person’s ID instead."),
};

const route = getRouteApi("/$app/people/$id");

/** Explanation: every gate for one content item, or the deciding gate for several. */
export function Explanation({ answer, one }: { readonly answer: ExplainReport; readonly one: boolean }) {
  const [first] = answer.items;
  const messages = MESSAGE_TEXTS[answer.person.messages];
  return (
    <section aria-label={t("Answer")} className="flex flex-col gap-5">
      {messages !== undefined && <Callout tone="caution">{messages}</Callout>}
      {answer.source === "log" && (
        <p className="text-sm text-ink-2">
          {t("Decision on {when}. Past decisions show only the rules that didn’t pass.", {
            when: formatExact(Date.parse(answer.at)),
          })}
          {answer.shown.length > 0 &&
            ` ${tCount(answer.shown.length, "{n} item was shown within 10 minutes of this decision.", "{n} items were shown within 10 minutes of this decision.")}`}
        </p>
      )}
      {first === undefined && (
        <p className="text-sm text-ink-2">
          {one
            ? t("This content wasn’t live then, so it wasn’t part of the decision.")
            : t("No live content in this app.")}
        </p>
      )}
      {one && first !== undefined ? (
        <OneContent content={first} names={answer.names} started_by={answer.started_by} />
      ) : (
        <ManyContents contents={answer.items} names={answer.names} />
      )}
    </section>
  );
}

const OUTCOMES = {
  show: {
    tone: "positive",
    label: t("Is shown"),
    result: (name: string) => t("{name} is shown", { name }),
    icon: <CircleCheck className="text-positive" />,
  },
  hide: {
    tone: "negative",
    label: t("Isn’t shown"),
    result: (name: string) => t("{name} isn’t shown", { name }),
    icon: <CircleX className="text-negative-text" />,
  },
  unknown: {
    tone: "caution",
    label: t("Depends on the page"),
    result: (name: string) => t("{name}: depends on the page", { name }),
    icon: <CircleHelp className="text-caution-text" />,
  },
} as const;

interface OneContentProps {
  readonly content: ExplainedContent;
  readonly names: readonly NamedReference[];
  readonly started_by: ExplainReport["started_by"];
}

function OneContent({ content, names, started_by }: OneContentProps) {
  const { icon, result } = OUTCOMES[content.outcome];
  const deciding = content.gates.find(({ gate }) => gate === content.gate);
  const { id: external_id } = route.useParams();
  const is_hidden = useHidden(external_id, content.content_id);
  const seen_enough = content.gates.some(({ gate, status }) => gate === "frequency" && status === "block");
  return (
    <>
      <div className="flex flex-wrap items-start gap-3 rounded-lg border border-line bg-sunken p-4 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0">
        {icon}
        <div className="flex min-w-48 flex-1 flex-col gap-0.5">
          <p className="text-base font-semibold wrap-anywhere">{result(content.name)}</p>
          <p className="text-sm text-ink-2 wrap-anywhere">
            <NamedText text={describeVerdict(content, deciding)} names={names} />
          </p>
          {started_by.length > 0 && content.outcome !== "show" && (
            <p className="text-sm text-ink-2 wrap-anywhere">
              {t("A button can still start it: {names}", { names: list(started_by.map(({ name }) => name)) })}
            </p>
          )}
        </div>
        {(seen_enough || is_hidden) && (
          <ResetButton external_id={external_id} content={{ id: content.content_id, name: content.name }} />
        )}
      </div>
      <ol aria-label={t("Rules in order")} className="flex flex-col">
        {content.gates.map(({ gate, status, causes }) => (
          <li
            key={gate}
            className={cx(
              "grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 border-b border-line py-2.5 last:border-b-0 sm:grid-cols-[1.25rem_minmax(0,13rem)_minmax(0,1fr)]",
              gate === content.gate && "-mx-3 rounded-md border-b-0 bg-negative-soft px-3",
            )}
          >
            <span className="pt-0.5 [&_svg]:size-4">{STATUS_ICONS[status]}</span>
            <span className="flex flex-wrap items-center gap-2 text-sm font-medium">
              {tCause(GATE_TEXTS, { code: gate, values: {} })}
              {gate === content.gate && <Badge tone="negative">{t("Deciding rule")}</Badge>}
            </span>
            <span className="text-sm text-ink-2 wrap-anywhere max-sm:col-start-2">
              <NamedText text={tCauses(EVIDENCE_TEXTS, causes)} names={names} />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Whether the person hid or snoozed this content. */
function useHidden(external_id: string, content_id: string): boolean {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useQuery(personQueries.suppressions(api, app.id, external_id));
  return (data?.suppressions ?? []).some(
    ({ scope, target, reason }) => scope === "content" && target === content_id && reason !== "admin",
  );
}

const STATUS_ICONS: Readonly<Record<"pass" | "block" | "unknown", ReactNode>> = {
  pass: <CircleCheck role="img" aria-label={t("Passes")} className="text-positive" />,
  block: <CircleX role="img" aria-label={t("Blocks")} className="text-negative-text" />,
  unknown: <CircleHelp role="img" aria-label={t("Unknown")} className="text-ink-3" />,
};

function describeVerdict({ outcome }: ExplainedContent, deciding: GateResult | undefined): string {
  if (outcome === "show") return t("All rules that can be checked here pass.");
  if (outcome === "hide")
    return deciding === undefined ? t("A rule blocks this content.") : tCauses(EVIDENCE_TEXTS, deciding.causes);
  return t("All server checks passed. To check the rest, enter a page URL or run {call} on the page.", {
    call: "fanfare.explain()",
  });
}

interface ManyContentsProps {
  readonly contents: readonly ExplainedContent[];
  readonly names: readonly NamedReference[];
}

function ManyContents({ contents, names }: ManyContentsProps) {
  const navigate = route.useNavigate();
  return (
    <ul aria-label={t("All live content")} className="flex flex-col">
      {contents.map((each) => {
        const { tone, label } = OUTCOMES[each.outcome];
        const deciding = each.gates.find(({ gate }) => gate === each.gate);
        return (
          <li
            key={each.content_id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3 last:border-b-0"
          >
            <span className="flex min-w-48 flex-1 flex-col gap-0.5">
              <bdi className="w-fit text-sm font-medium wrap-anywhere">{each.name}</bdi>
              <span className="text-xs text-ink-3 wrap-anywhere">
                <NamedText text={describeVerdict(each, deciding)} names={names} />
              </span>
            </span>
            <Badge tone={tone} dot>
              {label}
            </Badge>
            <Button
              size="sm"
              aria-label={t("Show all rules for {name}", { name: each.name })}
              onClick={() =>
                void navigate({ search: (search) => ({ ...search, content: each.content_id }), resetScroll: false })
              }
            >
              {t("Show all rules")}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
