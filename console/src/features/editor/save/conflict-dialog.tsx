import { useRef } from "react";
import { useMe } from "../../../lib/app-context.ts";
import { Sentence } from "../../../lib/i18n/sentence.tsx";
import { t } from "../../../lib/i18n/t.ts";
import { draftFrom } from "../../../model/draft/draft.ts";
import { describeChanges } from "../../../model/draft/merge.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { SideBySide } from "../../../ui/page/side-by-side.tsx";
import { useEditor } from "../state/editor-context.ts";

/**
 * Edit conflict: the other member's changes and three ways to resolve it. No choice discards changes without
 * confirmation.
 */
export function ConflictDialog() {
  const { state, store } = useEditor();
  const conflict = state.save.kind === "conflict" ? state.save : undefined;
  const theirs = conflict?.theirs;
  const me = useMe().member.name;
  const mine_too = theirs?.updated_by === me;
  const who = theirs?.updated_by ?? t("Someone");
  const together = conflict?.merged !== undefined;
  // A hasty Enter must not discard changes.
  const safe = useRef<HTMLButtonElement>(null);
  const words = useRef<HTMLParagraphElement>(null);
  return (
    <Dialog
      open={conflict !== undefined}
      onOpenChange={() => undefined}
      firm
      initial_focus={together ? safe : words}
      size="lg"
      title={mine_too ? t("You edited it in another window") : t("{who} also edited this content", { who })}
      description={theirs !== undefined && <Saved mine_too={mine_too} at={theirs.updated_at} />}
      actions={
        <>
          <Button onClick={store.takeTheirs}>{mine_too ? t("Use other changes") : t("Use their changes")}</Button>
          <Button onClick={store.keepMine} variant={together ? "secondary" : "danger"}>
            {mine_too ? t("Use these changes") : t("Use my changes")}
          </Button>
          {together && (
            <Button ref={safe} variant="primary" onClick={store.keepBoth}>
              {t("Keep both changes")}
            </Button>
          )}
        </>
      }
    >
      {theirs !== undefined && (
        <SideBySide
          theirs={{
            title: mine_too ? t("Changes in the other window") : t("Changes by {who}", { who }),
            changes: describeChanges(state.base, draftFrom(theirs)),
          }}
          mine={{
            title: mine_too ? t("Changes in this window") : t("Your changes"),
            changes: describeChanges(state.base, state.draft),
          }}
        />
      )}
      <p ref={words} tabIndex={-1} className="text-sm text-ink-2 text-pretty outline-none">
        {together
          ? t("You changed different parts, so you can keep both.")
          : t("You both changed the same part. Choose which changes to keep.")}
      </p>
    </Dialog>
  );
}

function Saved({ mine_too, at }: { readonly mine_too: boolean; readonly at: string }) {
  const parts = { when: <RelativeTime at={at} /> };
  return mine_too ? (
    <Sentence text="The other changes were saved {when}, while you were editing." parts={parts} />
  ) : (
    <Sentence text="Their changes were saved {when}, while you were editing." parts={parts} />
  );
}
