import type { Goal } from "@fanfare/contract/schema/analytics/goal";
import { useEffect, useRef } from "react";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../../ui/elements/button.tsx";
import { SideBySide } from "../../ui/page/side-by-side.tsx";
import { describeGoalChanges, type GoalForm, mergeGoals } from "./goal-form.ts";

interface GoalConflictProps {
  /** As it was when the form was opened. */
  readonly base: GoalForm;
  readonly mine: GoalForm;
  /** As somebody else has saved it meanwhile. */
  readonly theirs: Goal;
  readonly busy: boolean;
  /** The form goes on from what they saved. */
  readonly onTheirs: () => void;
  readonly onSave: (wish: GoalForm) => void;
}

/** Somebody else saved the goal first: what each changed, and the ways out. None of them loses anything unasked. */
export function GoalConflict({ base, mine, theirs, busy, onTheirs, onSave }: GoalConflictProps) {
  const both = mergeGoals(base, mine, theirs);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section aria-labelledby="goal-conflict" className="flex flex-col gap-4">
      <h3 id="goal-conflict" ref={title} tabIndex={-1} className="text-base font-semibold outline-none">
        {t("Another member changed this goal")}
      </h3>
      <SideBySide
        theirs={{ title: t("Their changes"), changes: describeGoalChanges(base, theirs) }}
        mine={{ title: t("Your changes"), changes: describeGoalChanges(base, mine) }}
      />
      <p className="text-sm text-ink-2 text-pretty">
        {both === undefined
          ? t("You both changed the same part. Choose which changes to keep.")
          : t("You changed different parts, so you can keep both.")}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onTheirs}>{t("Use their changes")}</Button>
        <Button variant={both === undefined ? "danger" : "secondary"} busy={busy} onClick={() => onSave(mine)}>
          {t("Use my changes")}
        </Button>
        {both !== undefined && (
          <Button variant="primary" busy={busy} onClick={() => onSave(both)}>
            {t("Keep both changes")}
          </Button>
        )}
      </div>
    </section>
  );
}
