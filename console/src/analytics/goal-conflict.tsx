import type { Goal } from "@fanfare/contract/schema/goal";
import { useEffect, useRef } from "react";
import { TwoSides } from "../editor/two-sides.tsx";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { type GoalWish, goalChanges, goalOfBoth } from "./goal-wish.ts";

interface GoalConflictProps {
  /** As it was when the form was opened. */
  readonly base: GoalWish;
  readonly mine: GoalWish;
  /** As somebody else has saved it meanwhile. */
  readonly theirs: Goal;
  readonly busy: boolean;
  /** The form goes on from what they saved. */
  readonly onTheirs: () => void;
  readonly onSave: (wish: GoalWish) => void;
}

/** Somebody else saved the goal first: what each changed, and the ways out. None of them loses anything unasked. */
export function GoalConflict({ base, mine, theirs, busy, onTheirs, onSave }: GoalConflictProps) {
  const both = goalOfBoth(base, mine, theirs);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section aria-labelledby="goal-conflict" className="flex flex-col gap-4">
      <h3 id="goal-conflict" ref={title} tabIndex={-1} className="text-base font-semibold outline-none">
        {t("Somebody changed this goal too")}
      </h3>
      <TwoSides
        theirs={{ title: t("What was changed meanwhile"), changes: goalChanges(base, theirs) }}
        mine={{ title: t("What you changed"), changes: goalChanges(base, mine) }}
      />
      <p className="text-sm text-ink-2 text-pretty">
        {both === undefined
          ? t(
              "The same part was changed twice, so only one of the two can stay. The other one is replaced for everyone.",
            )
          : t("The changes are in different parts, so both can be kept.")}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onTheirs}>{t("Use theirs")}</Button>
        <Button look={both === undefined ? "danger" : "secondary"} busy={busy} onClick={() => onSave(mine)}>
          {t("Use mine")}
        </Button>
        {both !== undefined && (
          <Button look="primary" busy={busy} onClick={() => onSave(both)}>
            {t("Keep both")}
          </Button>
        )}
      </div>
    </section>
  );
}
