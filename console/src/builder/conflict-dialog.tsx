import { useRef } from "react";
import { useMe } from "../doors.ts";
import { TwoSides } from "../editor/two-sides.tsx";
import { Sentence } from "../language/sentence.tsx";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { useBuilder } from "./context.ts";
import { draftOf } from "./draft.ts";
import { describeChanges } from "./merge.ts";

/** Somebody else saved first: who, what, and three ways out. None of them loses anything without being asked. */
export function ConflictDialog() {
  const { state, store } = useBuilder();
  const conflict = state.save.kind === "conflict" ? state.save : undefined;
  const theirs = conflict?.theirs;
  const me = useMe().member.name;
  const mine_too = theirs?.updated_by === me;
  const who = theirs?.updated_by ?? t("Somebody");
  const together = conflict?.merged !== undefined;
  // Enter, pressed in haste, must not throw anything away.
  const safe = useRef<HTMLButtonElement>(null);
  const words = useRef<HTMLParagraphElement>(null);
  return (
    <Dialog
      open={conflict !== undefined}
      onOpenChange={() => undefined}
      firm
      initial_focus={together ? safe : words}
      size="lg"
      title={mine_too ? t("You edited this in another window") : t("{who} edited this too", { who })}
      description={theirs !== undefined && <Saved mine_too={mine_too} at={theirs.updated_at} />}
      actions={
        <>
          <Button onClick={store.takeTheirs}>{mine_too ? t("Use the other") : t("Use theirs")}</Button>
          <Button onClick={store.keepMine} look={together ? "secondary" : "danger"}>
            {mine_too ? t("Use this") : t("Use mine")}
          </Button>
          {together && (
            <Button ref={safe} look="primary" onClick={store.keepBoth}>
              {t("Keep both")}
            </Button>
          )}
        </>
      }
    >
      {theirs !== undefined && (
        <TwoSides
          theirs={{
            title: mine_too ? t("What the other window changed") : t("What {who} changed", { who }),
            changes: describeChanges(store.base(), draftOf(theirs)),
          }}
          mine={{
            title: mine_too ? t("What changed here") : t("What you changed"),
            changes: describeChanges(store.base(), state.draft),
          }}
        />
      )}
      <p ref={words} tabIndex={-1} className="text-sm text-ink-2 text-pretty outline-none">
        {together
          ? t("The changes are in different parts, so both can be kept.")
          : t(
              "The same part was changed twice, so only one of the two can stay. The other one is replaced for everyone.",
            )}
      </p>
    </Dialog>
  );
}

function Saved({ mine_too, at }: { readonly mine_too: boolean; readonly at: string }) {
  const parts = { when: <RelativeTime at={at} /> };
  return mine_too ? (
    <Sentence text="That version was saved {when}, while you were working on the one before." parts={parts} />
  ) : (
    <Sentence text="Their version was saved {when}, while you were working on the one before." parts={parts} />
  );
}
