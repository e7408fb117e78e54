import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { AppWindow, Keyboard, Layers, Monitor, Moon, Settings, Sun, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { useApp, useDoors, useMayAdminister, useMe } from "../doors.ts";
import { t } from "../language/t.ts";
import { nameOf } from "../people/person-words.ts";
import { peopleQueries } from "../people/queries.ts";
import { queries } from "../queries.ts";
import { placesFor } from "../settings/places.ts";
import { chooseTheme } from "../theme.ts";
import { PLACES } from "./places.tsx";

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly icon: ReactNode;
  readonly run: () => void;
}

export interface PaletteGroup {
  /** What the group is called; the library asks for this name. */
  readonly value: string;
  readonly items: readonly PaletteItem[];
}

/** So many of each kind that the server finds. */
const FOUND_MAX = 6;

const THEMES = [
  { theme: "system", label: t("Theme of the system"), icon: <Monitor /> },
  { theme: "light", label: t("Light theme"), icon: <Sun /> },
  { theme: "dark", label: t("Dark theme"), icon: <Moon /> },
] as const;

/** All that fits: screens and actions at once by `typed`, contents and people as the server finds them by `asked`. */
export function usePaletteGroups(
  typed: string,
  asked: string,
  onSheet: () => void,
): { readonly groups: readonly PaletteGroup[]; readonly searching: boolean } {
  const { api } = useDoors();
  const app = useApp();
  const navigate = useNavigate();
  const places = usePlaces(onSheet);
  const enabled = asked !== "";
  const find = { app_id: app.id, q: asked, limit: FOUND_MAX };
  const contents = useQuery({ ...queries.found(api, find), enabled });
  const people = useQuery({ ...peopleQueries.found(api, find), enabled });

  const content_items = (enabled ? (contents.data?.items ?? []) : []).map((content) => ({
    ...{ id: content.id, label: content.name, hint: content.slug, icon: <Layers /> },
    run: () => void navigate({ to: "/$app/content/$id", params: { app: app.id, id: content.id } }),
  }));
  const person_items = (enabled ? (people.data?.items ?? []) : []).map((person) => ({
    ...{ id: person.id, label: nameOf(person), hint: person.external_id, icon: <UserRound /> },
    run: () => void navigate({ to: "/$app/people/$id", params: { app: app.id, id: person.external_id } }),
  }));
  const groups = [
    ...places.map((group) => ({ ...group, items: group.items.filter((item) => fits(item, typed)) })),
    { value: t("Content"), items: content_items },
    { value: t("People"), items: person_items },
  ].filter((group) => group.items.length > 0);
  const waiting = typed !== asked || contents.isFetching || people.isFetching;
  return { groups, searching: typed !== "" && waiting };
}

/** Each word somewhere in the label or the hint. */
function fits({ label, hint = "" }: PaletteItem, typed: string): boolean {
  const text = `${label} ${hint}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Where one can go, and what one can do, without asking the server. */
function usePlaces(onSheet: () => void): readonly PaletteGroup[] {
  const app = useApp();
  const { apps, member } = useMe();
  const navigate = useNavigate();
  const administers = useMayAdminister();
  const screens = PLACES.filter((place) => administers || place.administered !== true).map(({ label, icon, to }) => ({
    ...{ id: to, label, icon },
    run: () => void navigate({ to, params: { app: app.id }, search: {} }),
  }));
  const settings = placesFor(member.role).map(({ label, to, group }) => ({
    ...{
      id: to,
      label,
      hint: group === "app" ? t("Settings of {app}", { app: app.name }) : t("Settings"),
      icon: <Settings />,
    },
    run: () => void navigate({ to, params: { app: app.id }, search: {} }),
  }));
  const others = apps
    .filter(({ id }) => id !== app.id)
    .map(({ id, name }) => ({
      ...{ id: `app ${id}`, label: t("Go to {name}", { name }), hint: t("App"), icon: <AppWindow /> },
      run: () => void navigate({ to: "/$app/content", params: { app: id } }),
    }));
  const actions = [
    ...others,
    ...THEMES.map(({ theme, label, icon }) => ({ id: `theme ${theme}`, label, icon, run: () => chooseTheme(theme) })),
    { id: "sheet", label: t("Keyboard shortcuts"), icon: <Keyboard />, run: onSheet },
  ];
  return [
    { value: t("Screens"), items: screens },
    { value: t("Settings"), items: settings },
    { value: t("Actions"), items: actions },
  ];
}
