import { partsIn } from "@fanfare/contract/content/parts";
import { getRouteApi, Link } from "@tanstack/react-router";
import {
  Archive,
  ArrowLeft,
  ArrowUpToLine,
  Bug,
  CalendarClock,
  Copy,
  EllipsisVertical,
  EyeOff,
  LayoutTemplate,
  MousePointerClick,
  PartyPopper,
  Pause,
  Play,
  Redo2,
  Share2,
  Undo2,
} from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { EditOnPage } from "../../components/builder-link/edit-on-page.tsx";
import { PreviewLink } from "../../components/builder-link/preview-link.tsx";
import { ReviewBadge, StatusBadge } from "../../components/content/content-status.tsx";
import { TYPE_INFO } from "../../components/content/content-types.tsx";
import { ReportLink, ReportMenuItem } from "../../components/content/report-menu-item.tsx";
import { SaveAsTemplate } from "../../components/content/save-as-template.tsx";
import { useDuplicateContent } from "../../components/content/use-duplicate-content.ts";
import { DebugLink } from "../../components/debug-link/debug-link.tsx";
import { type Hiding, useConfirmHiding } from "../../components/publish/use-confirm-hiding.tsx";
import { useApp, useMe } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { ariaKeys } from "../../lib/shortcuts/chord-labels.ts";
import { EDITOR_SHORTCUTS } from "../../lib/shortcuts/editor-shortcuts.ts";
import { TABS } from "../../model/draft/tab-ids.ts";
import { problemsIn, tabLabel } from "../../model/draft/tabs.ts";
import { isPublished } from "../../model/publish/pause-state.ts";
import { cx } from "../../ui/cx.ts";
import { Button } from "../../ui/elements/button.tsx";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { Tooltip } from "../../ui/elements/tooltip.tsx";
import { Menu, MenuItem } from "../../ui/overlay/menu.tsx";
import { showOpenTab, TAB } from "../../ui/page/tabs.ts";
import { VariantSwitch } from "./experiment/variant-switch.tsx";
import { Presence } from "./presence.tsx";
import { PlayDialog } from "./preview/play-dialog.tsx";
import { useArchive } from "./publish/archive.tsx";
import { usePause } from "./publish/pause.tsx";
import { PublishButton, useUnpublish } from "./publish/publish.tsx";
import { ReviewButton, reviewed, waitsForReview } from "./publish/review.tsx";
import { SchedulePublishing } from "./publish/schedule-publishing.tsx";
import { SaveIndicator } from "./save/save-indicator.tsx";
import { TYPE_TEXTS } from "./settings/type-texts.ts";
import { useEditor } from "./state/editor-context.ts";
import { redoChange, undoChange } from "./state/undo.ts";

const CelebrateNow = lazy(async () => ({
  default: (await import("../../components/message/celebrate-now-dialog.tsx")).CelebrateNowDialog,
}));

const Promote = lazy(async () => ({ default: (await import("./publish/promote-dialog.tsx")).PromoteDialog }));

const CONTENT_LIST = { to: "/$app/content", label: t("All content") } as const;
const route = getRouteApi("/$app/content/$id");

const CELEBRATION_LIST = { to: "/$app/celebrations", label: t("Celebrations") } as const;

export function EditorHeader() {
  const { state, dispatch, read_only } = useEditor();
  const app = useApp();
  const [playing, setPlaying] = useState(false);
  const invalid = state.problems.has("name");
  const { body } = state.draft.edition;
  const { label, icon } = TYPE_INFO[body.type];
  const list = body.type === "celebration" ? CELEBRATION_LIST : CONTENT_LIST;
  return (
    <div className="z-10 border-b border-line bg-surface md:sticky md:top-0 md:rounded-t-xl">
      <div className="flex min-h-14 flex-wrap items-center gap-x-1.5 gap-y-2 px-(--gutter) py-2.5 sm:gap-x-3 lg:flex-nowrap lg:[&>:not(input)]:shrink-0">
        <Tooltip label={list.label}>
          <Link
            to={list.to}
            params={{ app: app.id }}
            aria-label={list.label}
            className="-ms-2 grid size-8 place-items-center rounded-md text-ink-2 hover:bg-fill hover:text-ink"
          >
            <ArrowLeft className="size-4 rtl:-scale-x-100" />
          </Link>
        </Tooltip>
        <h1 className="sr-only">{state.draft.name}</h1>
        <span
          title={label}
          className="-me-1 grid size-7 shrink-0 place-items-center rounded-md bg-fill text-ink-2 [&_svg]:size-4"
        >
          {icon}
        </span>
        <input
          dir="auto"
          aria-label={TYPE_TEXTS[body.type].name_of}
          aria-invalid={invalid}
          readOnly={read_only}
          value={state.draft.name}
          onChange={(event) => dispatch({ kind: "rename", name: event.target.value })}
          className={cx(
            "-mx-1.5 h-8 max-w-full min-w-12 rounded-sm border border-transparent bg-transparent px-1.5 text-md font-semibold text-ellipsis field-sizing-content hover:bg-fill focus-visible:bg-surface max-sm:basis-[calc(100%-6rem)]",
            invalid && "border-negative",
          )}
        />
        <StatusBadge of={state.server} />
        <ReviewBadge of={reviewed(state)} />
        <SaveIndicator />
        {!read_only && <UndoButtons />}
        {!read_only && <Presence />}
        <div className="ms-auto flex items-center gap-1 sm:gap-2">
          {/* Narrow screens have it in the menu, which members with view-only access don't get. */}
          {state.server.status !== "draft" && (
            <ReportLink content={state.server.id} className={cx(!read_only && "max-sm:hidden")} />
          )}
          <Button
            icon={<Play />}
            disabled={body.type !== "celebration" && partsIn(body).length === 0}
            onClick={() => setPlaying(true)}
            // The name has the room of the label on laptops.
            className="max-[90rem]:px-2"
          >
            <span className="max-[90rem]:sr-only">{t("Preview")}</span>
          </Button>
          {!read_only && (
            <>
              {body.type !== "celebration" && <EditOnPageButton />}
              {waitsForReview(state, app) ? <ReviewButton /> : <PublishButton />}
              <MoreMenu />
            </>
          )}
        </div>
      </div>
      <Tabs />
      <VariantSwitch>
        <PlayDialog open={playing} onOpenChange={setPlaying} />
      </VariantSwitch>
    </div>
  );
}

function UndoButtons() {
  const { state, store } = useEditor();
  const { undo, redo } = EDITOR_SHORTCUTS;
  return (
    <span className="flex">
      <IconButton
        label={undo.label}
        disabled={!state.can_undo}
        aria-keyshortcuts={ariaKeys(undo.chord)}
        onClick={() => undoChange(store)}
      >
        <Undo2 className="rtl:-scale-x-100" />
      </IconButton>
      <IconButton
        label={redo.label}
        disabled={!state.can_redo}
        aria-keyshortcuts={ariaKeys(redo.chord)}
        onClick={() => redoChange(store)}
      >
        <Redo2 className="rtl:-scale-x-100" />
      </IconButton>
    </span>
  );
}

function EditOnPageButton() {
  const { state, store } = useEditor();
  const { step } = route.useSearch();
  const [open, setOpen] = useState<boolean>();
  const { id, name } = state.server;
  return (
    <>
      <Button
        icon={<MousePointerClick />}
        className="max-lg:px-2"
        onClick={() => {
          // The builder starts with what the server has.
          void store.flush();
          setOpen(true);
        }}
      >
        <span className="max-lg:sr-only">{t("Edit on your page")}</span>
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

function MoreMenu() {
  const { state, store, may_publish } = useEditor();
  const { duplicate, busy } = useDuplicateContent();
  const [debugging, setDebugging] = useState<boolean | undefined>();
  const [sharing, setSharing] = useState<boolean | undefined>();
  const [savingTemplate, setSavingTemplate] = useState<boolean>();
  const { archive } = useArchive();
  const setPaused = usePause();
  const unpublish = useUnpublish();
  const { confirmHiding, dialog } = useConfirmHiding();
  const hide = async (hiding: Hiding, act: () => void): Promise<void> => {
    if (await confirmHiding(hiding, [state.server])) act();
  };
  const [sending, setSending] = useState<boolean | undefined>();
  const app = useApp();
  const [scheduling, setScheduling] = useState(false);
  const [promoting, setPromoting] = useState<boolean | undefined>();
  const has_other_apps = useMe().apps.length > 1;
  const paused = state.server.status === "paused";
  const { body } = state.draft.edition;
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t("More actions")} variant="secondary">
            <EllipsisVertical />
          </IconButton>
        }
      >
        <ReportMenuItem content={state.server.id} />
        <MenuItem
          icon={paused ? <Play /> : <Pause />}
          disabled={!may_publish || (!paused && !isPublished(state.server))}
          onClick={() => (paused ? setPaused(false) : void hide("pause", () => setPaused(true)))}
        >
          {paused ? t("Resume") : t("Pause")}
        </MenuItem>
        <MenuItem
          icon={<EyeOff />}
          disabled={!may_publish || state.server.status === "draft" || state.server.status === "archived"}
          onClick={() => void hide("unpublish", unpublish)}
        >
          {t("Unpublish")}
        </MenuItem>
        <MenuItem
          icon={<CalendarClock />}
          disabled={!may_publish || state.server.status === "archived" || waitsForReview(state, app)}
          onClick={() => setScheduling(true)}
        >
          {t("Schedule publishing…")}
        </MenuItem>
        {has_other_apps && (
          <MenuItem icon={<ArrowUpToLine />} disabled={!isPublished(state.server)} onClick={() => setPromoting(true)}>
            {t("Promote to…")}
          </MenuItem>
        )}
        <MenuItem
          icon={<Copy />}
          disabled={busy}
          onClick={async () => {
            // The copy has what the server has. An unsaved change keeps the author here, with its reason.
            if (await store.flush()) duplicate(store.state().server);
          }}
        >
          {t("Duplicate")}
        </MenuItem>
        <MenuItem icon={<LayoutTemplate />} onClick={() => void store.flush().then(setSavingTemplate)}>
          {t("Save as template…")}
        </MenuItem>
        <MenuItem
          icon={<Archive />}
          disabled={!may_publish || state.server.status === "archived"}
          onClick={() => void hide("archive", archive)}
        >
          {t("Archive")}
        </MenuItem>
        {body.type === "celebration" && (
          <MenuItem icon={<PartyPopper />} onClick={() => setSending(true)}>
            {t("Send celebration…")}
          </MenuItem>
        )}
        {body.type !== "celebration" && (
          <MenuItem
            icon={<Share2 />}
            onClick={() => {
              // The link shows what the server has.
              void store.flush();
              setSharing(true);
            }}
          >
            {t("Share preview…")}
          </MenuItem>
        )}
        <MenuItem icon={<Bug />} onClick={() => setDebugging(true)}>
          {t("Debug on page…")}
        </MenuItem>
      </Menu>
      <DebugLink open={debugging} onOpenChange={setDebugging} />
      <SchedulePublishing open={scheduling} onOpenChange={setScheduling} />
      {promoting !== undefined && (
        <Suspense>
          <Promote open={promoting} onOpenChange={setPromoting} />
        </Suspense>
      )}
      <PreviewLink content={state.server} open={sharing} onOpenChange={setSharing} />
      <SaveAsTemplate
        of={{ kind: "content", content: state.server }}
        open={savingTemplate}
        onOpenChange={setSavingTemplate}
      />
      {dialog}
      {body.type === "celebration" && sending !== undefined && (
        <Suspense>
          <CelebrateNow open={sending} onOpenChange={setSending} like={body} />
        </Suspense>
      )}
    </>
  );
}

function Tabs() {
  const { state, revealed } = useEditor();
  const { body } = state.draft.edition;
  const count = body.type === "hint" || body.type === "celebration" ? undefined : partsIn(body).length;
  const tabs = TABS.map((id) => ({
    ...{ id, label: tabLabel(id, body.type), problems: problemsIn(id, state.problems) },
    count: id === "content" ? count : undefined,
  }));
  return (
    <nav
      ref={showOpenTab}
      aria-label={t("Editor sections")}
      className="relative -mb-px flex gap-5 overflow-x-auto px-(--gutter)"
    >
      {tabs.map((each) => (
        <Link
          key={each.id}
          from="/$app/content/$id"
          search={(search) => ({ ...search, tab: each.id === "content" ? undefined : each.id })}
          replace
          resetScroll={false}
          // All tabs share one path, so the search parameters decide which is active.
          activeOptions={{ exact: true }}
          className={TAB}
        >
          {each.label}
          {each.count !== undefined && <span className="text-xs text-ink-3 tabular-nums">{each.count}</span>}
          {each.problems > 0 && (each.id !== "content" || revealed.parts.size > 0) && (
            <span className="grid h-4 min-w-4 place-items-center rounded-full bg-negative px-1 text-[0.625rem]/4 font-semibold tabular-nums text-on-solid">
              <span aria-hidden="true">{each.problems}</span>
              <span className="sr-only">{tCount(each.problems, "{n} issue", "{n} issues")}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
