import { Link } from "@tanstack/react-router";
import { Menu as MenuIcon } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useMe } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { useMedia } from "../../lib/use-media.ts";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { Logo } from "../../ui/elements/logo.tsx";
import { ColorSchemeSwitch } from "../../ui/page/color-scheme-switch.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { AppPicker } from "./app-picker.tsx";
import { Commands, SearchButton } from "./commands.tsx";
import { Navigation } from "./navigation.tsx";
import type { CreateDialogs } from "./palette-actions.tsx";

const loadDrawer = () => import("./navigation-drawer.tsx");
/** Only where there is no room for the navigation beside the page, and then with the first press. */
const NavigationDrawer = lazy(async () => ({ default: (await loadDrawer()).NavigationDrawer }));

interface ShellProps {
  readonly createDialogs: CreateDialogs;
  readonly children: ReactNode;
}

/** The frame of every page: where one is, in which app, as whom. */
export function Shell({ createDialogs, children }: ShellProps) {
  const beside = useMedia("(min-width: 48rem)");
  // Here and not in the bars: a window that gets narrower changes one for the other, and keeps what is open.
  const [palette, setPalette] = useState<boolean>();
  const search = (): void => setPalette(true);
  return (
    <>
      <a
        href="#main"
        className="fixed start-3 top-3 z-50 -translate-y-20 rounded-md bg-ink px-3 py-2 text-sm font-medium text-surface focus-visible:translate-y-0"
      >
        {t("Skip to content")}
      </a>
      <div className="mx-auto flex min-h-dvh max-w-512 flex-col md:flex-row">
        {beside ? <Sidebar onSearch={search} /> : <TopBar onSearch={search} />}
        <main
          id="main"
          tabIndex={-1}
          className="flex min-w-0 flex-1 flex-col bg-surface outline-none [--gutter:1rem] sm:[--gutter:1.5rem] md:my-2 md:me-2 md:rounded-xl md:shadow-sheet lg:[--gutter:2rem]"
        >
          {children}
        </main>
      </div>
      <Commands palette={palette} onPalette={setPalette} createDialogs={createDialogs} />
    </>
  );
}

interface BarProps {
  readonly onSearch: () => void;
}

function Sidebar({ onSearch }: BarProps) {
  const { workspace } = useMe();
  return (
    <header className="sticky top-0 flex h-dvh w-15 shrink-0 flex-col gap-4 p-3 lg:w-58">
      <Link
        to="/"
        className="flex h-9 items-center gap-2.5 rounded-md px-1 max-lg:justify-center max-lg:px-0"
        aria-label={t("{workspace}, home", { workspace: workspace.name })}
      >
        <Logo />
        <span className="min-w-0 truncate text-base font-semibold max-lg:sr-only">{workspace.name}</span>
      </Link>
      <AppPicker rail />
      <SearchButton onOpen={onSearch} />
      <Navigation rail />
      <div className="mt-auto flex items-center gap-1 max-lg:flex-col">
        <AccountMenu />
        <ColorSchemeSwitch />
      </div>
    </header>
  );
}

function TopBar({ onSearch }: BarProps) {
  const [open, setOpen] = useState<boolean | undefined>();
  const load = () => void loadDrawer();
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b border-line bg-canvas px-3">
      <IconButton label={t("Menu")} onPointerEnter={load} onFocus={load} onClick={() => setOpen(true)}>
        <MenuIcon />
      </IconButton>
      <AppPicker />
      <div className="ms-auto flex items-center gap-1">
        <SearchButton compact onOpen={onSearch} />
        <ColorSchemeSwitch />
        <AccountMenu compact />
      </div>
      {open !== undefined && (
        <Suspense>
          <NavigationDrawer open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </header>
  );
}
