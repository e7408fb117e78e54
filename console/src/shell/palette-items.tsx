import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Layers, Settings, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { useApp, useDoors, useMayAdminister, useMe } from "../doors.ts";
import { t } from "../language/t.ts";
import { nameOf } from "../people/person-words.ts";
import { peopleQueries } from "../people/queries.ts";
import { queries } from "../queries.ts";
import { placesFor } from "../settings/places.ts";
import { keysTo } from "./everywhere.ts";
import { type PaletteDeeds, useActions, useContentActions } from "./palette-actions.tsx";
import { fits, wishOf, withoutVerbs } from "./palette-words.ts";
import { PLACES } from "./places.tsx";

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  /** The keys that do the same, from the list that the sheet shows. */
  readonly keys?: readonly string[] | undefined;
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

/** All that fits: screens and actions at once by `typed`, contents and people as the server finds them by `asked`. */
export function usePaletteGroups(
  typed: string,
  asked: string,
  deeds: PaletteDeeds,
): { readonly groups: readonly PaletteGroup[]; readonly searching: boolean } {
  const { api } = useDoors();
  const app = useApp();
  const navigate = useNavigate();
  const { kind, words } = wishOf(typed);
  const places = usePlaces();
  const actions = useActions(deeds).filter((item) => fits(item, words));
  const { itemsFor, verbs } = useContentActions(deeds);

  const doing = kind === "actions";
  const wanted = doing ? withoutVerbs(wishOf(asked).words, verbs) : wishOf(asked).words;
  const asking = wanted !== "" && wishOf(asked).kind === kind;
  const find = { app_id: app.id, q: wanted, limit: FOUND_MAX };
  const contents = useQuery({ ...queries.found(api, find), enabled: asking && kind !== "people" });
  const people = useQuery({ ...peopleQueries.found(api, find), enabled: asking && !doing });

  const found = asking && kind !== "people" ? (contents.data?.items ?? []) : [];
  const content_items = found.map((content) => ({
    ...{ id: content.id, label: content.name, hint: content.slug, icon: <Layers /> },
    run: () => void navigate({ to: "/$app/content/$id", params: { app: app.id, id: content.id } }),
  }));
  const content_actions = itemsFor(found).filter((item) => fits(item, words));
  const person_items = (asking && !doing ? (people.data?.items ?? []) : []).map((person) => ({
    ...{ id: person.id, label: nameOf(person), hint: person.external_id, icon: <UserRound /> },
    run: () => void navigate({ to: "/$app/people/$id", params: { app: app.id, id: person.external_id } }),
  }));
  const everything = [
    ...places.map((group) => ({ ...group, items: group.items.filter((item) => fits(item, words)) })),
    { value: t("Actions"), items: actions },
    { value: t("Content"), items: content_items },
    { value: t("People"), items: person_items },
  ];
  const groups = {
    everything,
    actions: [
      { value: t("Actions"), items: actions },
      { value: t("Content"), items: content_actions },
    ],
    people: [{ value: t("People"), items: person_items }],
  }[kind];
  const waiting = typed !== asked || contents.isFetching || people.isFetching;
  return { groups: groups.filter(({ items }) => items.length > 0), searching: words !== "" && waiting };
}

/** Where one can go without asking the server. */
function usePlaces(): readonly PaletteGroup[] {
  const app = useApp();
  const { member } = useMe();
  const navigate = useNavigate();
  const administers = useMayAdminister();
  const screens = PLACES.filter((place) => administers || place.administered !== true).map(({ label, icon, to }) => ({
    ...{ id: to, label, icon, keys: keysTo(to) },
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
  return [
    { value: t("Screens"), items: screens },
    { value: t("Settings"), items: settings },
  ];
}
