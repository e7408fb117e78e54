import type { VariantId } from "@fanfare/contract/content/experiment";
import { CircleCheckBig } from "lucide-react";
import { useState } from "react";
import { t } from "../../../lib/i18n/t.ts";
import { toast } from "../../../lib/toast.ts";
import { ARM_LABELS } from "../../../model/draft/arm-labels.ts";
import { endExperiment } from "../../../model/draft/variants.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { ChoiceCards } from "../../../ui/forms/choice-cards.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { DialogFooter } from "../../../ui/overlay/dialog-footer.tsx";
import { useEditor } from "../state/editor-context.ts";

/** Chooses the variant that everyone sees from the next publish on. */
export function EndExperiment() {
  const { state, dispatch } = useEditor();
  const { edition } = state.draft;
  const [open, setOpen] = useState(false);
  const [winner, setWinner] = useState<VariantId>("a");
  const variants = edition.experiment?.variants ?? [];
  const end = (): void => {
    const { body, translations, rollout, experiment } = edition;
    dispatch({ kind: "replace", draft: { ...state.draft, edition: endExperiment(edition, winner) } });
    setOpen(false);
    toast.note({
      title: t("Experiment ends when you publish"),
      description: t("Until then, people keep their variant. The results stay in the report."),
      action: {
        label: t("Undo"),
        onClick: () => {
          dispatch({ kind: "set_body", body });
          dispatch({ kind: "set_rules", change: { translations, rollout, experiment } });
        },
      },
    });
  };
  return (
    <>
      <Button icon={<CircleCheckBig />} onClick={() => setOpen(true)}>
        {t("End experiment")}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t("End experiment")}
        description={t("Everyone sees the variant that you choose, including people in the holdout.")}
      >
        {variants.length > 0 && (
          <ChoiceCards<VariantId>
            label={t("Variant for everyone")}
            value={winner}
            options={[
              { value: "a", label: ARM_LABELS.a, hint: t("Original") },
              ...variants.map(({ id, name }) => ({ value: id, label: ARM_LABELS[id], hint: name })),
            ]}
            onChange={setWinner}
          />
        )}
        <p className="text-sm text-ink-2">
          {t("People who saw another variant see this one only if the frequency shows them the content again.")}
        </p>
        <DialogFooter>
          <Button onClick={() => setOpen(false)}>{t("Cancel")}</Button>
          <Button variant="primary" onClick={end}>
            {t("End experiment")}
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  );
}
