import { sameValue } from "@fanfare/contract/draft/draft-merge";
import type { Placement, Strategy, Target } from "@fanfare/contract/target/target";
import type { Trial } from "@fanfare/contract/target/target-trial";
import { getRouteApi } from "@tanstack/react-router";
import { MousePointerClick } from "lucide-react";
import { useState } from "react";
import { EditOnPage } from "../../../components/builder-link/edit-on-page.tsx";
import { TargetField } from "../../../components/target/target-field.tsx";
import { t } from "../../../lib/i18n/t.ts";
import { Button } from "../../../ui/elements/button.tsx";
import type { SelectOption } from "../../../ui/forms/select.tsx";
import { useEditor } from "../state/editor-context.ts";
import type { PastedTarget } from "./pasted-target.ts";
import { ProposedTarget } from "./proposed-target.tsx";

const route = getRouteApi("/$app/content/$id");

/** Opens the builder on the author's page at this part, where its element can be picked. */
function PickOnPage() {
  const { state, store } = useEditor();
  const { step } = route.useSearch();
  const [open, setOpen] = useState<boolean>();
  const { id, name } = state.server;
  return (
    <>
      <Button
        size="sm"
        icon={<MousePointerClick />}
        className="self-start"
        onClick={() => {
          // The builder starts with what the server has.
          void store.flush();
          setOpen(true);
        }}
      >
        {t("Pick on your page")}
      </Button>
      <EditOnPage
        content={open === undefined ? undefined : { id, name }}
        step_id={step}
        open={open ?? false}
        onOpenChange={setOpen}
      />
    </>
  );
}

export const PLACEMENT_OPTIONS: readonly SelectOption<Placement>[] = [
  { value: "auto", label: t("Automatic") },
  { value: "top", label: t("Above") },
  { value: "bottom", label: t("Below") },
  { value: "start", label: t("Before"), hint: t("Left, or right in right-to-left languages") },
  { value: "end", label: t("After"), hint: t("Right, or left in right-to-left languages") },
];

interface TargetEditorProps {
  readonly target: Target;
  readonly path: string;
  readonly onChange: (target: Target) => void;
  /** Whether a target in the URL belongs to this part. */
  readonly proposable?: boolean;
}

/** A target's locators, in the order in which the SDK tries them. */
export function TargetEditor({ target, path, onChange, proposable = false }: TargetEditorProps) {
  const { state, read_only } = useEditor();
  /** Last picked target. Its test results appear next to each locator that still matches. */
  const [picked, setPicked] = useState<PastedTarget>();
  const pick = (found: PastedTarget): void => {
    setPicked(found);
    onChange({ ...found.target, picked: true });
  };
  return (
    <TargetField
      target={target}
      path={path}
      problemAt={(at) => state.problems.get(at)}
      onChange={onChange}
      disabled={read_only}
      trialsOf={(strategy) => trialsOf(picked, target, strategy)}
      proposed={proposable && <ProposedTarget target={target} onTake={pick} />}
    >
      <PickOnPage />
    </TargetField>
  );
}

function trialsOf(
  picked: PastedTarget | undefined,
  { scope, outer_scopes }: Target,
  strategy: Strategy,
): readonly Trial[] | undefined {
  if (picked === undefined) return undefined;
  if (!sameValue(picked.target.scope, scope) || !sameValue(picked.target.outer_scopes, outer_scopes)) return undefined;
  return picked.failed?.[picked.target.strategies.findIndex((each) => sameValue(each, strategy))];
}
