import { Link, useNavigate } from "@tanstack/react-router";
import { AppWindow, BookOpen, ChevronsUpDown, LogOut, Menu as MenuIcon, Settings } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useApp, useAppContext, useCan, useMe } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { useSignOut } from "../../lib/session.ts";
import { useMedia } from "../../lib/use-media.ts";
import { ROLE_LABELS } from "../../model/role-labels.ts";
import { Combobox } from "../../ui/combobox/combobox.tsx";
import { cx } from "../../ui/cx.ts";
import { Avatar } from "../../ui/elements/avatar.tsx";
import { Button } from "../../ui/elements/button.tsx";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { Logo } from "../../ui/elements/logo.tsx";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "../../ui/overlay/menu.tsx";
import { ColorSchemeSwitch } from "../../ui/page/color-scheme-switch.tsx";
import { LanguageMenuItems } from "../../ui/page/language-switch.tsx";
import { Commands, SearchButton } from "./commands.tsx";
import { Navigation } from "./navigation.tsx";
import type { CreateDialogs } from "./palette-actions.tsx";
import { ServerStatus } from "./server-status.tsx";

const loadDrawer = () => import("./navigation-drawer.tsx");
/** Loads on first use, and only on narrow screens. */
const NavigationDrawer = lazy(async () => ({ default: (await loadDrawer()).NavigationDrawer }));

const CreateAppDialog = lazy(async () => {
  const { CreateAppDialog } = await import("../../components/app/create-app-dialog.tsx");
  return { default: CreateAppDialog };
});

interface ShellProps {
  readonly createDialogs: CreateDialogs;
  readonly children: ReactNode;
}

export function Shell({ createDialogs, children }: ShellProps) {
  const beside = useMedia("(min-width: 48rem)");
  // Held here rather than in the bars: resizing swaps the bars but keeps the palette open.
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
          <ServerStatus />
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
    <header className="sticky top-0 z-20 flex h-dvh w-15 shrink-0 flex-col gap-3 p-3 lg:w-58">
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

/** `compact` shows only the picture. The name stays available to screen readers. */
function AccountMenu({ compact = false }: { readonly compact?: boolean }) {
  const { member } = useMe();
  const app = useApp();
  const navigate = useNavigate();
  const { api, host } = useAppContext();
  const signOut = useSignOut(api);
  return (
    <Menu
      align="start"
      className="min-w-56"
      trigger={
        <Button
          variant="ghost"
          data-tour="account"
          className={cx("min-w-0 px-1.5", compact ? "w-9" : "flex-1 justify-start lg:px-2 max-lg:flex-none")}
        >
          <Avatar name={member.name} />
          <span className={cx("min-w-0 truncate text-ink", compact ? "sr-only" : "max-lg:sr-only")}>{member.name}</span>
          <span className="sr-only">{t(", account")}</span>
        </Button>
      }
    >
      <div className="flex flex-col px-2 pt-1.5 pb-2">
        <span className="truncate text-sm font-medium">{member.name}</span>
        <span className="truncate text-xs text-ink-3">{member.email}</span>
        <span className="mt-1 text-xs text-ink-3 capitalize">{ROLE_LABELS[member.role].inside}</span>
      </div>
      <MenuSeparator />
      <MenuItem
        icon={<Settings />}
        onClick={() => void navigate({ to: "/$app/settings/account", params: { app: app.id } })}
      >
        {t("Account")}
      </MenuItem>
      <MenuSeparator />
      <LanguageMenuItems />
      <MenuSeparator />
      <MenuLink icon={<BookOpen />} href={`${host}/docs/`}>
        {t("Documentation")}
      </MenuLink>
      <MenuItem icon={<LogOut className="rtl:-scale-x-100" />} onClick={signOut}>
        {t("Sign out")}
      </MenuItem>
    </Menu>
  );
}

/** Switches the app, or creates one. `rail` shows only the icon at medium widths. */
function AppPicker({ rail = false }: { readonly rail?: boolean }) {
  const { apps } = useMe();
  const current = useApp();
  const navigate = useNavigate();
  const may_create = useCan("app.create");
  /** Undefined until it's first opened. */
  const [creating, setCreating] = useState<boolean>();
  const items = apps.map((app) => ({
    id: app.id,
    label: app.name,
    hint: app.paused ? t("{key}, paused", { key: app.key }) : app.key,
    icon: <AppWindow className="text-ink-3" />,
  }));
  return (
    <>
      <Combobox
        label={t("Select an app")}
        placeholder={t("Find an app")}
        items={items}
        value={items.find((item) => item.id === current.id) ?? null}
        onChange={(item) => void navigate({ to: "/$app/content", params: { app: item.id } })}
        create={may_create ? { label: t("New app…"), by_name: true, onCreate: () => setCreating(true) } : undefined}
        trigger={(props) => (
          <Button
            {...props}
            data-tour="app-picker"
            aria-label={t("App: {name}", { name: current.name })}
            className={cx("min-w-0 justify-start px-2", rail ? "w-full max-lg:w-9 max-lg:justify-center" : "max-w-52")}
          >
            <AppWindow className="text-ink-3" />
            <span className={cx("min-w-0 flex-1 truncate text-start", rail && "max-lg:hidden")}>{current.name}</span>
            <ChevronsUpDown className={cx("text-ink-3", rail && "max-lg:hidden")} />
          </Button>
        )}
      />
      {creating !== undefined && (
        <Suspense>
          <CreateAppDialog open={creating} onOpenChange={setCreating} />
        </Suspense>
      )}
    </>
  );
}
