import { type Part, partsIn } from "@fanfare/contract/content/parts";
import { getRouteApi } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, Copy, Trash2 } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { t } from "../../../lib/i18n/t.ts";
import { PART_LABELS } from "../../../model/draft/part-labels.ts";
import { INTRO, openPartId } from "../../../model/draft/tabs.ts";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { afterPress, LateErrorsContext } from "../../../ui/forms/late-errors.ts";
import { useEditor } from "../state/editor-context.ts";
import type { PartActions } from "../state/use-part-actions.ts";

/** Not needed to draw the form. */
const Comments = lazy(() => import("../comments/comments.tsx"));

const route = getRouteApi("/$app/content/$id");

interface PartFrameProps {
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The editor's center column: the open part and its fields. */
export function FormFrame({ title, actions, children }: PartFrameProps) {
  const { state, read_only, revealed } = useEditor();
  const { step } = route.useSearch();
  const part_id = openPartId(state.draft.edition.body, step) ?? INTRO;
  return (
    <form
      id="builder-form"
      onSubmit={(event) => event.preventDefault()}
      onBlur={({ target }) => {
        if (target.matches("input,textarea,[contenteditable]")) afterPress(revealed.onFieldLeft);
      }}
      className="min-w-0 border-line max-md:px-4 max-md:py-5 md:border-s md:px-6 md:py-5 xl:border-e"
    >
      <div className="mx-auto flex max-w-152 flex-col gap-5">
        <div className="flex min-h-8 items-center justify-between gap-2">
          <h2 className="text-base font-semibold">{title}</h2>
          {actions}
        </div>
        <fieldset disabled={read_only} className="contents">
          <LateErrorsContext value={!revealed.parts.has(part_id)}>{children}</LateErrorsContext>
        </fieldset>
        <Suspense>
          <Comments part_id={part_id} />
        </Suspense>
      </div>
    </form>
  );
}

interface PartHeadProps {
  readonly part: Part;
  readonly moves: PartActions;
  readonly children: ReactNode;
}

/** Form of one part in a list, with actions on the whole part. */
export function PartFrame({ part, moves, children }: PartHeadProps) {
  const { state, read_only } = useEditor();
  const { body } = state.draft.edition;
  const parts = partsIn(body);
  const index = parts.findIndex(({ id }) => id === part.id);
  const labels = PART_LABELS[body.type];
  return (
    <FormFrame
      title={labels.position(index + 1, parts.length)}
      actions={
        !read_only && (
          <div className="flex gap-0.5">
            <IconButton label={t("Move up")} size="sm" disabled={index === 0} onClick={() => moves.move(part, -1)}>
              <ArrowUp />
            </IconButton>
            <IconButton
              label={t("Move down")}
              size="sm"
              disabled={index === parts.length - 1}
              onClick={() => moves.move(part, 1)}
            >
              <ArrowDown />
            </IconButton>
            <IconButton label={labels.duplicate} size="sm" onClick={() => moves.duplicate(part)}>
              <Copy />
            </IconButton>
            <IconButton
              label={labels.remove}
              size="sm"
              disabled={parts.length === 1 && body.type === "announcement"}
              onClick={() => moves.remove(part)}
            >
              <Trash2 />
            </IconButton>
          </div>
        )
      }
    >
      {children}
    </FormFrame>
  );
}
