import { Link } from "@tanstack/react-router";
import { Archive, ArrowLeft, Bug, EllipsisVertical, EyeOff, Pause, Play } from "lucide-react";
import { useState } from "react";
import { isGoingOn } from "../content/holding.ts";
import { StatusBadge } from "../content/status.tsx";
import { TYPE_WORDS } from "../content/types.tsx";
import { DebugLink } from "../debug/debug-link.tsx";
import { useApp } from "../doors.ts";
import { t, tCount } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { showOpenTab, TAB } from "../ui/tab-row.ts";
import { Tooltip } from "../ui/tooltip.tsx";
import { useArchive } from "./archive.tsx";
import { useBuilder } from "./context.ts";
import { partsOf } from "./parts.ts";
import { usePausing } from "./pausing.tsx";
import { PlayDialog } from "./play-dialog.tsx";
import { PublishButton, useUnpublish } from "./publish.tsx";
import { SaveIndicator } from "./save-indicator.tsx";
import { TABS } from "./tab-ids.ts";
import { problemsIn, tabLabel } from "./tabs.ts";
import { TYPE_SAYINGS } from "./type-sayings.ts";
import { VariantScope } from "./variant-scope.tsx";

/** What is edited, how it stands, and what can be done with the whole of it. Stays in sight. */
export function BuilderHeader() {
  const { state, dispatch, read_only } = useBuilder();
  const app = useApp();
  const [playing, setPlaying] = useState(false);
  const invalid = state.problems.has("name");
  const { body } = state.draft.edition;
  const { label, icon } = TYPE_WORDS[body.type];
  return (
    <div className="z-10 border-b border-line bg-surface md:sticky md:top-0 md:rounded-t-xl">
      <div className="flex min-h-14 flex-wrap items-center gap-x-1.5 gap-y-2 px-(--gutter) py-2.5 sm:gap-x-3 lg:flex-nowrap lg:[&>:not(input)]:shrink-0">
        <Tooltip label={t("All content")}>
          <Link
            to="/$app/content"
            params={{ app: app.id }}
            aria-label={t("All content")}
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
          aria-label={TYPE_SAYINGS[body.type].name_of}
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
        <SaveIndicator />
        <div className="ms-auto flex items-center gap-1 sm:gap-2">
          <Button
            icon={<Play />}
            disabled={body.type !== "celebration" && partsOf(body).length === 0}
            onClick={() => setPlaying(true)}
            className="max-lg:px-2"
          >
            <span className="max-lg:sr-only">{t("Preview")}</span>
          </Button>
          {!read_only && (
            <>
              <PublishButton />
              <MoreMenu />
            </>
          )}
        </div>
      </div>
      <Tabs />
      <VariantScope>
        <PlayDialog open={playing} onOpenChange={setPlaying} />
      </VariantScope>
    </div>
  );
}

function MoreMenu() {
  const { state } = useBuilder();
  const [debugging, setDebugging] = useState<boolean | undefined>();
  const { archive } = useArchive();
  const setPaused = usePausing();
  const unpublish = useUnpublish();
  const paused = state.server.status === "paused";
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t("More")} look="secondary">
            <EllipsisVertical />
          </IconButton>
        }
      >
        <MenuItem
          icon={paused ? <Play /> : <Pause />}
          disabled={!paused && !isGoingOn(state.server)}
          onClick={() => setPaused(!paused)}
        >
          {paused ? t("Resume") : t("Pause")}
        </MenuItem>
        <MenuItem
          icon={<EyeOff />}
          disabled={state.server.status === "draft" || state.server.status === "archived"}
          onClick={unpublish}
        >
          {t("Unpublish")}
        </MenuItem>
        <MenuItem icon={<Archive />} disabled={state.server.status === "archived"} onClick={archive}>
          {t("Archive")}
        </MenuItem>
        <MenuItem icon={<Bug />} onClick={() => setDebugging(true)}>
          {t("Debug in the page…")}
        </MenuItem>
      </Menu>
      <DebugLink open={debugging} onOpenChange={setDebugging} />
    </>
  );
}

function Tabs() {
  const { state } = useBuilder();
  const { body } = state.draft.edition;
  const count = body.type === "hint" || body.type === "celebration" ? undefined : partsOf(body).length;
  const tabs = TABS.map((id) => ({
    ...{ id, label: tabLabel(id, body.type), problems: problemsIn(id, state.problems) },
    count: id === "content" ? count : undefined,
  }));
  return (
    <nav
      ref={showOpenTab}
      aria-label={t("Parts of the editor")}
      className="relative -mb-px flex gap-5 overflow-x-auto px-(--gutter)"
    >
      {tabs.map((each) => (
        <Link
          key={each.id}
          from="/$app/content/$id"
          search={(search) => ({ ...search, tab: each.id === "content" ? undefined : each.id })}
          replace
          resetScroll={false}
          // They all stand on one path: the search decides which one is open.
          activeOptions={{ exact: true }}
          className={TAB}
        >
          {each.label}
          {each.count !== undefined && <span className="text-xs text-ink-3 tabular-nums">{each.count}</span>}
          {each.problems > 0 && (
            <span className="grid h-4 min-w-4 place-items-center rounded-full bg-negative px-1 text-[0.625rem]/4 font-semibold tabular-nums text-on-solid">
              {each.problems}
              <span className="sr-only">{tCount(each.problems, " problem", " problems")}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
