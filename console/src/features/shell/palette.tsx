import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import type { ContentType } from "@fanfare/contract/content/body";
import { systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import { useLocation } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useState } from "react";
import { EditOnPage } from "../../components/builder-link/edit-on-page.tsx";
import { useContentActions } from "../../components/content/use-content-actions.tsx";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { asIs, t, tCount } from "../../lib/i18n/t.ts";
import { cx } from "../../ui/cx.ts";
import { Spinner } from "../../ui/elements/spinner.tsx";
import { CloseOnBack } from "../../ui/overlay/close-on-back.tsx";
import type { DialogState } from "../../ui/overlay/dialog.tsx";
import { ITEM } from "../../ui/popup.ts";
import type { CreatableType, CreateDialogs, PaletteActions } from "./palette-actions.tsx";
import { usePaletteGroups } from "./palette-items.tsx";
import type { PaletteGroup, PaletteItem } from "./palette-query.ts";

const CreateContentDialog = lazy(async () => {
  const { CreateContentDialog } = await import("../../components/content/create-content-dialog.tsx");
  return { default: CreateContentDialog };
});

const ImportContentDialog = lazy(async () => {
  const { ImportContentDialog } = await import("../../components/content-import/import-content-dialog.tsx");
  return { default: ImportContentDialog };
});

const InviteDialog = lazy(async () => {
  const { InviteDialog } = await import("../../components/member/invite-dialog.tsx");
  return { default: InviteDialog };
});

/** Stays after its dialog closes, which may then show a link or a secret once. */
interface Creation {
  readonly nth: number;
  readonly type: CreatableType;
  /** Of the page that it began on. */
  readonly pathname: string;
  readonly content?: ContentType;
}

interface PaletteProps extends DialogState {
  readonly onSheet: () => void;
  readonly createDialogs: CreateDialogs;
  /** Typed before the palette was loaded. */
  readonly typed_early: RefObject<string>;
}

export function Palette({ open, onOpenChange, onSheet, createDialogs, typed_early }: PaletteProps) {
  const [creating, setCreating] = useState<Creation>();
  const [create_open, setCreateOpen] = useState(false);
  const dialogs = { ...createDialogs, content: CreateContentDialog, import: ImportContentDialog, member: InviteDialog };
  const pathname = useLocation({ select: (location) => location.pathname });
  // Unlike those of pages, these dialogs don't unmount with the page that they leave.
  const CreateDialog = creating?.pathname === pathname ? dialogs[creating.type] : undefined;
  const content_type = creating?.content === undefined ? {} : { type: creating.content };
  // Held here, because dialogs and running actions outlive the popup.
  const contents = useContentActions();
  const [edited, setEdited] = useState<ContentSummary>();
  const [editing, setEditing] = useState(false);
  const onEditOnPage = (content: ContentSummary): void => {
    setEdited(content);
    setEditing(true);
  };
  return (
    <>
      <Dialog.Root open={open} onOpenChange={onOpenChange}>
        {open && <CloseOnBack onBack={() => onOpenChange(false)} />}
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0" />
          <Dialog.Popup
            aria-label={t("Command palette")}
            className="fixed inset-x-4 top-[12vh] z-40 mx-auto flex max-h-[70vh] max-w-140 flex-col rounded-xl bg-raised text-ink shadow-dialog outline-none transition-[opacity,scale] duration-100 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
          >
            <PaletteBody
              typed_early={typed_early}
              onDone={() => onOpenChange(false)}
              actions={{
                ...{ onSheet, onEditOnPage, contents },
                onCreate: (type, content) => {
                  setCreating((last) => ({ nth: (last?.nth ?? 0) + 1, type, pathname, ...(content && { content }) }));
                  setCreateOpen(true);
                },
              }}
            />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      {contents.dialog}
      <EditOnPage key={edited?.id} content={edited} open={editing} onOpenChange={setEditing} />
      <Suspense>
        {CreateDialog && (
          <CreateDialog key={creating?.nth} {...content_type} open={create_open} onOpenChange={setCreateOpen} />
        )}
      </Suspense>
    </>
  );
}

interface PaletteBodyProps extends Pick<PaletteProps, "typed_early"> {
  readonly onDone: () => void;
  readonly actions: PaletteActions;
}

/** Mounts with the popup, so each opening starts fresh. */
function PaletteBody({ onDone, actions, typed_early }: PaletteBodyProps) {
  const [typed, setTyped] = useState(typed_early.current);
  useEffect(() => {
    typed_early.current = "";
  }, [typed_early]);
  const [query, setQuery] = useState("");
  useEffect(() => systemClock.after(limits.search_delay_ms, () => setQuery(typed.trim())), [typed]);
  const { groups, searching } = usePaletteGroups(typed.trim(), query, actions);
  const count = groups.reduce((sum, group) => sum + group.items.length, 0);
  const choose = (item: PaletteItem): void => {
    onDone();
    item.run();
  };
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      autoHighlight="always"
      keepHighlight
      value={typed}
      onValueChange={setTyped}
      itemToStringValue={(item: PaletteItem) => item.label}
    >
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        {searching ? <Spinner className="size-4 text-ink-3" /> : <Search className="size-4 text-ink-3" />}
        <Autocomplete.Input
          aria-label={t("Command palette")}
          placeholder={t("Search pages, content, and people")}
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none"
        />
      </div>
      <p className="flex gap-x-4 border-b border-line px-4 py-1.5 text-xs text-ink-3 max-sm:hidden">
        <span>
          <Sentence text="{sign} actions" parts={{ sign: <KeyHint>{asIs(">")}</KeyHint> }} />
        </span>
        <span>
          <Sentence text="{sign} people" parts={{ sign: <KeyHint>{asIs("@")}</KeyHint> }} />
        </span>
      </p>
      <Autocomplete.Status className="sr-only">{tCount(count, "{n} result", "{n} results")}</Autocomplete.Status>
      <Autocomplete.Empty className="px-4 py-8 text-center text-sm text-ink-3 empty:hidden">
        {searching ? t("Searching…") : t("No results")}
      </Autocomplete.Empty>
      <Autocomplete.List className="min-h-0 flex-1 scroll-py-1 overflow-y-auto p-1.5 empty:p-0">
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
            <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-xs font-medium text-ink-3">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: PaletteItem) => <PaletteRow key={item.id} item={item} onChoose={() => choose(item)} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

function PaletteRow({ item, onChoose }: { readonly item: PaletteItem; readonly onChoose: () => void }) {
  return (
    <Autocomplete.Item value={item} onClick={onChoose} className={cx(ITEM, "py-1.5")}>
      <span className="text-ink-3">{item.icon}</span>
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {item.hint !== undefined && <span className="truncate text-xs text-ink-3">{item.hint}</span>}
      {item.keys !== undefined && (
        <span aria-hidden="true" className="flex gap-1 text-xs text-ink-3">
          {item.keys.map((key) => (
            <KeyHint key={key}>{key}</KeyHint>
          ))}
        </span>
      )}
    </Autocomplete.Item>
  );
}

function KeyHint({ children }: { readonly children: ReactNode }) {
  return <kbd className="rounded-xs border border-line px-1 font-sans">{children}</kbd>;
}
