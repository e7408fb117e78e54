import type { ContentSummary } from "@fanfare/contract/schema/api";
import { useNavigate } from "@tanstack/react-router";
import {
  AppWindow,
  ClipboardCopy,
  Keyboard,
  Layers,
  Link,
  LogOut,
  Megaphone,
  Monitor,
  Moon,
  Palette,
  RadioTower,
  Sun,
  Target,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { ReactNode } from "react";
import { keysOf } from "../chord-words.ts";
import type { useContentDeeds } from "../content/use-content-deeds.tsx";
import { useApp, useDoors, useMayAdminister, useMayEdit, useMe } from "../doors.ts";
import { t } from "../language/t.ts";
import { useSignOut } from "../session.ts";
import { chooseTheme } from "../theme.ts";
import { toast } from "../ui/toast.tsx";
import type { Makeable } from "./maker.tsx";
import type { PaletteItem } from "./palette-items.tsx";
import { SHEET_KEY } from "./shortcuts.ts";

const THEMES = [
  { theme: "system", label: t("Theme of the system"), icon: <Monitor /> },
  { theme: "light", label: t("Light theme"), icon: <Sun /> },
  { theme: "dark", label: t("Dark theme"), icon: <Moon /> },
] as const;

/** What the palette opens beside itself. */
export interface PaletteDeeds {
  readonly onSheet: () => void;
  readonly onMake: (what: Makeable) => void;
  readonly contents: Pick<ReturnType<typeof useContentDeeds>, "deeds" | "run">;
}

/** What one can do from anywhere, by its name. */
export function useActions({ onSheet, onMake }: PaletteDeeds): readonly PaletteItem[] {
  const { api } = useDoors();
  const { apps } = useMe();
  const app = useApp();
  const may_edit = useMayEdit();
  const administers = useMayAdminister();
  const navigate = useNavigate();
  const signOut = useSignOut(api);
  const params = { app: app.id };
  const others = apps
    .filter(({ id }) => id !== app.id)
    .map(({ id, name }) => ({
      ...{ id: `app ${id}`, label: t("Go to {name}", { name }), hint: t("App"), icon: <AppWindow /> },
      run: () => void navigate({ to: "/$app/content", params: { app: id } }),
    }));
  const make = (what: Makeable, label: string, icon: ReactNode): PaletteItem => ({
    ...{ id: `new_${what}`, label, icon },
    run: () => onMake(what),
  });
  const making = [
    make("content", t("New content"), <Layers />),
    make("theme", t("New theme"), <Palette />),
    make("goal", t("New goal"), <Target />),
    {
      ...{ id: "new_segment", label: t("New segment"), icon: <UsersRound /> },
      run: () => void navigate({ to: "/$app/segments/$id", params: { ...params, id: "new" } }),
    },
    {
      ...{ id: "new_live_update", label: t("New live update"), icon: <Megaphone /> },
      run: () => void navigate({ to: "/$app/live", params, search: { tab: "messages", compose: true } }),
    },
  ];
  const test_event = {
    ...{ id: "test_event", label: t("Send a test event"), icon: <RadioTower /> },
    run: () => void navigate({ to: "/$app/live", params, search: { tab: "send" } }),
  };
  return [
    {
      ...{ id: "copy_link", label: t("Copy the link to this page"), icon: <Link /> },
      run: () => void copy(location.href, t("The link is copied")),
    },
    {
      ...{ id: "copy_key", label: t("Copy the app’s key"), hint: app.key, icon: <ClipboardCopy /> },
      run: () => void copy(app.key, t("The key is copied")),
    },
    ...(may_edit ? making : []),
    ...(administers ? [make("webhook", t("New webhook"), <Webhook />), test_event] : []),
    ...others,
    ...THEMES.map(({ theme, label, icon }) => ({ id: `theme ${theme}`, label, icon, run: () => chooseTheme(theme) })),
    { id: "sheet", label: t("Keyboard shortcuts"), icon: <Keyboard />, keys: keysOf(SHEET_KEY), run: onSheet },
    { id: "sign_out", label: t("Sign out"), icon: <LogOut className="rtl:-scale-x-100" />, run: signOut },
  ];
}

/** What one can do with contents that were found, as they stand; and the words that such deeds begin with. */
export function useContentActions({ contents: { deeds, run } }: PaletteDeeds) {
  const may_edit = useMayEdit();
  const here = may_edit ? deeds : [];
  const itemsFor = (contents: readonly ContentSummary[]): readonly PaletteItem[] =>
    contents.flatMap((content) =>
      here
        .filter(({ fits }) => fits(content))
        .map((deed) => ({
          ...{ id: `${deed.name} ${content.id}`, label: deed.labelOf(content.name), hint: content.slug },
          ...{ icon: deed.icon, run: () => run(deed, [content]) },
        })),
    );
  return { itemsFor, verbs: here.map(({ label }) => label) };
}

async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.done({ title: said });
  } catch {
    toast.note({ title: t("The browser did not allow copying.") });
  }
}
