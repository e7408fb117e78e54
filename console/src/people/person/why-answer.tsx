import type { ExplainAnswer, ExplainedContent, Mentioned } from "@fanfare/contract/schema/explain";
import { getRouteApi } from "@tanstack/react-router";
import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { exactly } from "../../language/format.ts";
import { t, tCount, tKnown } from "../../language/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { GATE_WORDS } from "./gate-words.ts";
import { NamedText } from "./named-text.tsx";

const route = getRouteApi("/$app/people/$id");

/** What was answered: of one content every rule, of many what decides of each. */
export function Answered({ answer, one }: { readonly answer: ExplainAnswer; readonly one: boolean }) {
  const [first] = answer.items;
  return (
    <section aria-label={t("Answer")} className="flex flex-col gap-5">
      {answer.source === "log" && (
        <p className="text-sm text-ink-2">
          {t("As it was decided on {when}. Of a decision that is past only the rules that did not pass are kept.", {
            when: exactly(Date.parse(answer.at)),
          })}
          {answer.shown.length > 0 &&
            ` ${tCount(answer.shown.length, "Within ten minutes after that, {n} was shown.", "Within ten minutes after that, {n} was shown.")}`}
        </p>
      )}
      {first === undefined && (
        <p className="text-sm text-ink-2">
          {one ? t("It took no part in that decision: it was not live then.") : t("Nothing is live in this app.")}
        </p>
      )}
      {one && first !== undefined ? (
        <OneContent content={first} names={answer.names} />
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
    verdict: (name: string) => t("{name}: is shown", { name }),
    icon: <CircleCheck className="text-positive" />,
  },
  hide: {
    tone: "negative",
    label: t("Is not shown"),
    verdict: (name: string) => t("{name}: is not shown", { name }),
    icon: <CircleX className="text-negative-text" />,
  },
  unknown: {
    tone: "caution",
    label: t("Up to the page"),
    verdict: (name: string) => t("{name}: up to the page", { name }),
    icon: <CircleHelp className="text-caution-text" />,
  },
} as const;

interface OneContentProps {
  readonly content: ExplainedContent;
  readonly names: readonly Mentioned[];
}

function OneContent({ content, names }: OneContentProps) {
  const { icon, verdict } = OUTCOMES[content.outcome];
  const deciding = content.gates.find(({ gate }) => gate === content.gate);
  return (
    <>
      <div className="flex items-start gap-3 rounded-lg border border-line bg-sunken p-4 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0">
        {icon}
        <div className="flex min-w-0 flex-col gap-0.5">
          <p className="text-base font-semibold wrap-anywhere">{verdict(content.name)}</p>
          <p className="text-sm text-ink-2 wrap-anywhere">
            <NamedText text={verdictWords(content, deciding?.evidence)} names={names} />
          </p>
        </div>
      </div>
      <ol aria-label={t("Rules in their order")} className="flex flex-col">
        {content.gates.map(({ gate, status, evidence }) => (
          <li
            key={gate}
            className={cx(
              "grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 border-b border-line py-2.5 last:border-b-0 sm:grid-cols-[1.25rem_minmax(0,13rem)_minmax(0,1fr)]",
              gate === content.gate && "-mx-3 rounded-md border-b-0 bg-negative-soft px-3",
            )}
          >
            <span className="pt-0.5 [&_svg]:size-4">{STATUS_ICONS[status]}</span>
            <span className="flex flex-wrap items-center gap-2 text-sm font-medium">
              {GATE_WORDS[gate]}
              {gate === content.gate && <Badge tone="negative">{t("Decides")}</Badge>}
            </span>
            <span className="text-sm text-ink-2 wrap-anywhere max-sm:col-start-2">
              <NamedText text={tKnown(evidence)} names={names} />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

const STATUS_ICONS: Readonly<Record<"pass" | "block" | "unknown", ReactNode>> = {
  pass: <CircleCheck role="img" aria-label={t("Passes")} className="text-positive" />,
  block: <CircleX role="img" aria-label={t("Blocks")} className="text-negative-text" />,
  unknown: <CircleHelp role="img" aria-label={t("Not known here")} className="text-ink-3" />,
};

function verdictWords({ outcome }: ExplainedContent, evidence: string | undefined): string {
  if (outcome === "show") return t("Every rule that can be judged here passes.");
  if (outcome === "hide") return evidence === undefined ? t("A rule blocks it.") : tKnown(evidence);
  return t(
    "All that the server knows passes. What is left only a page can tell: give its address, or ask {call} there.",
    { call: "fanfare.explain()" },
  );
}

interface ManyContentsProps {
  readonly contents: readonly ExplainedContent[];
  readonly names: readonly Mentioned[];
}

/** Everything that is live, each with what decides. */
function ManyContents({ contents, names }: ManyContentsProps) {
  const navigate = route.useNavigate();
  return (
    <ul aria-label={t("Everything that is live")} className="flex flex-col">
      {contents.map((each) => {
        const { tone, label } = OUTCOMES[each.outcome];
        const evidence = each.gates.find(({ gate }) => gate === each.gate)?.evidence;
        return (
          <li
            key={each.content_id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3 last:border-b-0"
          >
            <span className="flex min-w-48 flex-1 flex-col gap-0.5">
              <bdi className="w-fit text-sm font-medium wrap-anywhere">{each.name}</bdi>
              <span className="text-xs text-ink-3 wrap-anywhere">
                <NamedText
                  text={evidence === undefined ? verdictWords(each, undefined) : tKnown(evidence)}
                  names={names}
                />
              </span>
            </span>
            <Badge tone={tone} dot>
              {label}
            </Badge>
            <Button
              size="sm"
              aria-label={t("All rules of {name}", { name: each.name })}
              onClick={() =>
                void navigate({ search: (search) => ({ ...search, content: each.content_id }), resetScroll: false })
              }
            >
              {t("All rules")}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
