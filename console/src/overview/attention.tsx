import type { Attention } from "@fanfare/contract/schema/overview";
import { Link } from "@tanstack/react-router";
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { usePartNames } from "../analytics/part-names.ts";
import { nearInWords, UNREADY_WORDS } from "../analytics/rates.ts";
import { PickAgain } from "../debug/pick-again.tsx";
import { useApp } from "../doors.ts";
import { list } from "../language/format.ts";
import { t, tCount } from "../language/t.ts";
import { buttonClass } from "../ui/button.tsx";

/** What somebody should look at, with the way there; or that all is well. */
export function AttentionList({ items }: { readonly items: readonly Attention[] }) {
  return (
    <section aria-labelledby="attention" className="flex flex-col gap-3">
      <h2 id="attention" className="text-md font-semibold">
        {t("Needs attention")}
      </h2>
      {items.length === 0 ? (
        <p className="flex items-center gap-2 rounded-lg border border-line px-4 py-3 text-sm text-ink-2">
          <CircleCheck className="size-4 shrink-0 text-positive" />
          {t("All is well: targets are found, webhooks arrive, the app is on.")}
        </p>
      ) : (
        <ul className="flex flex-col rounded-lg border border-line">
          {items.map((item) => (
            <li
              key={keyOf(item)}
              className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 text-sm last:border-b-0"
            >
              <TriangleAlert className="size-4 shrink-0 text-caution-text" />
              <Words item={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function keyOf(item: Attention): string {
  return "step_id" in item ? `${item.kind} ${item.content_id} ${item.step_id}` : item.kind;
}

function Words({ item }: { readonly item: Attention }) {
  const { id: app } = useApp();
  const way = buttonClass("secondary", "sm");
  switch (item.kind) {
    case "app_paused":
      return (
        <Row title={t("The app is paused")} words={t("Nobody is shown anything.")}>
          <Link to="/$app/settings" params={{ app }} className={way}>
            {t("Settings")}
          </Link>
        </Row>
      );
    case "live_updates_off":
      return (
        <Row title={t("Live updates are off")} words={t("Pages hear of changes with their next load only.")}>
          <Link to="/$app/settings" params={{ app }} className={way}>
            {t("Settings")}
          </Link>
        </Row>
      );
    case "target_missing":
    case "prepare_failed":
      return <FailingStep item={item} way={way} />;
    case "webhooks_failing":
      return (
        <Row
          title={t("Webhooks do not arrive")}
          words={tCount(
            item.dead,
            "{n} call was given up in the last day.",
            "{n} calls were given up in the last day.",
          )}
        >
          <Link to="/$app/webhooks" params={{ app }} search={{ state: "dead" }} className={way}>
            {t("Look")}
          </Link>
        </Row>
      );
    case "attributes_mixed":
      return (
        <Row
          title={t("Attributes of mixed types")}
          words={t("Values of another type than at first came for {names}: rules may not match.", {
            names: list(item.names),
          })}
        >
          <Link to="/$app/people" params={{ app }} className={way}>
            {t("People")}
          </Link>
        </Row>
      );
  }
}

type Missing = Extract<Attention, { kind: "target_missing" }>;
type Unready = Extract<Attention, { kind: "prepare_failed" }>;

/** The way leads to the step itself. */
function FailingStep({ item, way }: { readonly item: Missing | Unready; readonly way: string }) {
  const { id: app } = useApp();
  const { content_id: id, step_id: step } = item;
  const called = usePartNames(id).get(step) ?? step;
  return (
    <Row
      title={
        item.kind === "target_missing"
          ? t("{name}: a step does not find its element", { name: item.name })
          : t("{name}: the page does not get ready for a step", { name: item.name })
      }
      words={item.kind === "target_missing" ? missingInWords(item, called) : unreadyInWords(item, called)}
    >
      {item.kind === "target_missing" && <PickAgain place={{ content_id: id, step_id: step }} />}
      <Link to="/$app/content/$id" params={{ app, id }} search={{ step }} className={way}>
        {t("Open##verb")}
      </Link>
    </Row>
  );
}

function missingInWords({ missing, views, near }: Missing, step: string): string {
  const values = { missing, views, step };
  return near === undefined
    ? t("In {missing} of {views} views of the last 7 days the step “{step}” had nothing to point at.", values)
    : t("In {missing} of {views} views of the last 7 days the step “{step}” had nothing to point at; {near}", {
        ...values,
        near: nearInWords(near),
      });
}

function unreadyInWords({ failed, views, why }: Unready, step: string): string {
  return t("In {failed} of {views} views of the last 7 days the page was not ready for the step “{step}”: {why}", {
    ...{ failed, views, step },
    why: UNREADY_WORDS[why],
  });
}

function Row({
  title,
  words,
  children,
}: {
  readonly title: string;
  readonly words: string;
  readonly children: ReactNode;
}) {
  return (
    <>
      <div className="flex min-w-52 flex-1 flex-col gap-0.5">
        <span className="font-medium wrap-anywhere">{title}</span>
        <span className="text-xs text-ink-2 wrap-anywhere">{words}</span>
      </div>
      {children}
    </>
  );
}
