import { type Part, partsIn } from "@fanfare/contract/content/parts";
import { Link } from "@tanstack/react-router";
import { MessageSquare, Plus } from "lucide-react";
import { type KeyboardEvent, memo, type ReactNode } from "react";
import { tCount } from "../../../lib/i18n/t.ts";
import { isPressed } from "../../../lib/shortcuts/chord.ts";
import { ariaKeys } from "../../../lib/shortcuts/chord-labels.ts";
import { EDITOR_SHORTCUTS } from "../../../lib/shortcuts/editor-shortcuts.ts";
import { PART_LABELS } from "../../../model/draft/part-labels.ts";
import { partsPath, partTitle } from "../../../model/draft/parts.ts";
import { countUnder } from "../../../model/draft/problems.ts";
import { cx } from "../../../ui/cx.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { DragHandle } from "../../../ui/reorder/drag-handle.tsx";
import { useReorder } from "../../../ui/reorder/use-reorder.ts";
import { useOpenComments } from "../comments/open-comments.ts";
import { useEditor } from "../state/editor-context.ts";
import type { PartActions } from "../state/use-part-actions.ts";

interface PartListProps {
  readonly open: string;
  readonly moves: PartActions;
  /** Line below a part's title. */
  readonly about: (part: Part) => { readonly icon: ReactNode; readonly words: string };
  readonly before?: ListEntry;
  readonly after?: ListEntry;
}

export interface ListEntry {
  readonly id: string;
  readonly title: string;
  readonly words: string;
  readonly icon: ReactNode;
  readonly problems: number;
}

/** Parts in order: next to the form, or in a row above it on narrow screens. */
export function PartList({ open, moves, about, before, after }: PartListProps) {
  const { state, read_only, revealed } = useEditor();
  const comments = useOpenComments();
  const { body } = state.draft.edition;
  const parts = partsIn(body);
  const labels = PART_LABELS[body.type];
  const reorder = useReorder({
    ids: parts.map(({ id }) => id),
    onMove: (from, to) => {
      const part = parts[from];
      if (part !== undefined) moves.move(part, to - from);
    },
  });
  return (
    <aside
      aria-label={labels.several}
      className="flex min-w-0 gap-2 border-line p-3 max-md:overflow-x-auto max-md:border-b md:sticky md:top-24 md:max-h-[calc(100dvh-6.5rem)] md:flex-col md:self-start md:overflow-y-auto md:ps-5 md:pe-4 md:py-5 xl:ps-(--gutter)"
    >
      {before !== undefined && <EntryRow place={before} open={open} />}
      <ol ref={reorder.list} className="flex gap-1 md:flex-col">
        {parts.map((part, index) => (
          <li
            key={part.id}
            className="group relative flex rounded-md max-md:w-48 max-md:shrink-0 data-dragged:bg-raised data-dragged:shadow-float"
            {...reorder.item(index)}
          >
            {!read_only && parts.length > 1 && (
              <DragHandle
                {...reorder.handle(index)}
                className="w-5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 group-data-dragged:opacity-100 pointer-coarse:opacity-100 md:absolute md:inset-y-0 md:-start-5"
              />
            )}
            <PartRow
              part={part}
              title={partTitle(part, body.type)}
              about={about}
              read_only={read_only}
              index={index}
              current={part.id === open}
              moves={moves}
              comments={comments.get(part.id) ?? 0}
              problems={
                revealed.parts.has(part.id) ? countUnder(state.problems, `${partsPath(body.type)}.${index}`) : 0
              }
            />
          </li>
        ))}
      </ol>
      {!read_only && (
        <Button variant="ghost" icon={<Plus />} onClick={moves.add} className="max-md:h-auto md:justify-start md:px-2">
          {labels.add}
        </Button>
      )}
      {after !== undefined && <EntryRow place={after} open={open} />}
    </aside>
  );
}

const ROW = "flex min-w-0 items-center gap-2.5 rounded-md px-2 py-1.5 transition-colors hover:bg-fill";
const ROW_OPEN = "bg-fill-strong hover:bg-fill-strong";

function EntryRow({ place, open }: { readonly place: ListEntry; readonly open: string }) {
  const { revealed } = useEditor();
  const current = place.id === open;
  const problems = revealed.parts.has(place.id) ? place.problems : 0;
  return (
    <Link
      from="/$app/content/$id"
      search={(search) => ({ ...search, step: place.id })}
      replace
      resetScroll={false}
      data-step-link
      aria-current={current ? "page" : undefined}
      className={cx(ROW, "max-md:w-44 max-md:shrink-0", current && ROW_OPEN)}
    >
      <span
        className={cx(
          "grid size-5.5 shrink-0 place-items-center rounded-full [&_svg]:size-3.5",
          problems > 0 ? "bg-negative text-on-solid" : "text-ink-2",
        )}
      >
        {place.icon}
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span dir="auto" className="line-clamp-2 text-sm font-medium wrap-anywhere rtl:text-right">
          {place.title}
        </span>
        <span dir="auto" className="truncate text-xs text-ink-3 rtl:text-right">
          {place.words}
        </span>
      </span>
      <Problems count={problems} />
    </Link>
  );
}

interface PartRowProps {
  readonly part: Part;
  readonly title: string;
  readonly about: PartListProps["about"];
  readonly read_only: boolean;
  readonly index: number;
  readonly current: boolean;
  readonly moves: PartActions;
  /** Number of unresolved ones. */
  readonly comments: number;
  readonly problems: number;
}

const ROW_SHORTCUTS = ["up", "down", "duplicate"] as const;

/** Typing changes the draft with each key, but only one of up to 50 rows. */
const PartRow = memo(function PartRow(props: PartRowProps) {
  const { part, title, read_only, index, current, moves, comments, problems } = props;
  const { icon, words } = props.about(part);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (read_only) return;
    const pressed = ROW_SHORTCUTS.find((name) => isPressed(EDITOR_SHORTCUTS[name].chord, event));
    if (pressed === undefined) return;
    event.preventDefault();
    if (pressed === "duplicate") moves.duplicate(part);
    else moves.move(part, pressed === "up" ? -1 : 1);
  };
  return (
    <Link
      from="/$app/content/$id"
      search={(search) => ({ ...search, step: part.id })}
      replace
      resetScroll={false}
      data-step-link
      aria-current={current ? "page" : undefined}
      aria-keyshortcuts={ariaKeys(...ROW_SHORTCUTS.map((name) => EDITOR_SHORTCUTS[name].chord))}
      onKeyDown={onKeyDown}
      className={cx(ROW, "flex-1", current && ROW_OPEN)}
    >
      <span
        className={cx(
          "grid size-5.5 shrink-0 place-items-center rounded-full text-xs font-semibold tabular-nums",
          problems > 0
            ? "bg-negative text-on-solid"
            : current
              ? "bg-accent text-on-solid"
              : "bg-fill-strong text-ink-2",
        )}
      >
        {index + 1}
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span dir="auto" className="line-clamp-2 text-sm font-medium wrap-anywhere rtl:text-right">
          {title}
        </span>
        <span className="flex min-w-0 items-center gap-1 text-xs text-ink-3 [&_svg]:size-3 [&_svg]:shrink-0">
          {icon}
          <bdi className="truncate">{words}</bdi>
        </span>
      </span>
      {comments > 0 && <CommentMark count={comments} />}
      <Problems count={problems} />
    </Link>
  );
});

function CommentMark({ count }: { readonly count: number }) {
  return (
    <span className="flex shrink-0 items-center gap-0.5 text-xs text-ink-2 tabular-nums [&_svg]:size-3.5">
      <MessageSquare />
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{tCount(count, "{n} comment", "{n} comments")}</span>
    </span>
  );
}

function Problems({ count }: { readonly count: number }) {
  return count === 0 ? null : <span className="sr-only">{tCount(count, "{n} issue", "{n} issues")}</span>;
}
