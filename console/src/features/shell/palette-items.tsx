import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Settings, UserRound } from "lucide-react";
import { useState } from "react";
import { TYPE_INFO } from "../../components/content/content-types.tsx";
import { useApp, useAppContext, useMe, usePermissions } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { peopleQueries } from "../../lib/queries/people.ts";
import { queries } from "../../lib/queries/queries.ts";
import { recentContent } from "../../lib/recent/recent-content.ts";
import { settingsNavItems } from "../../lib/settings-nav-items.ts";
import { shortcutTo } from "../../lib/shortcuts/global-shortcuts.ts";
import { personName } from "../../model/person-labels.ts";
import { navGroupsFor } from "./nav-items.tsx";
import { type PaletteActions, useActionItems, useContentItems } from "./palette-actions.tsx";
import { KEYWORDS } from "./palette-keywords.ts";
import {
  type PaletteGroup,
  type PaletteItem,
  parsePaletteQuery,
  rankGroups,
  rankOf,
  withoutVerbs,
} from "./palette-query.ts";

/** Maximum search results per type. */
const FOUND_MAX = 6;
const RECENT_SHOWN_MAX = 5;

/**
 * Palette results. Pages and actions match `typed` immediately. Content and people match the debounced `asked` on the
 * server.
 */
export function usePaletteGroups(
  typed: string,
  query: string,
  actions: PaletteActions,
): { readonly groups: readonly PaletteGroup[]; readonly searching: boolean } {
  const { api } = useAppContext();
  const app = useApp();
  const navigate = useNavigate();
  const { kind, words } = parsePaletteQuery(typed);
  const places = usePageItems();
  const action_group = {
    value: t("Actions"),
    items: useActionItems(actions).map((item) => ({ ...item, keywords: KEYWORDS[item.id] })),
  };
  const { itemsFor, verbs } = useContentItems(actions);
  const recent = useRecentItems();

  const doing = kind === "actions";
  const wanted = doing ? withoutVerbs(parsePaletteQuery(query).words, verbs) : parsePaletteQuery(query).words;
  const is_filtered = wanted !== "" && parsePaletteQuery(query).kind === kind;
  const find = { app_id: app.id, q: wanted, limit: FOUND_MAX };
  const contents = useQuery({ ...queries.found(api, find), enabled: is_filtered && kind !== "people" });
  const people = useQuery({ ...peopleQueries.found(api, find), enabled: is_filtered && !doing });

  const found = is_filtered && kind !== "people" ? (contents.data?.items ?? []) : [];
  const content_items = found.map((content) => ({
    ...{ id: content.id, label: content.name, hint: content.slug, icon: TYPE_INFO[content.type].icon },
    run: () => void navigate({ to: "/$app/content/$id", params: { app: app.id, id: content.id } }),
  }));
  const content_actions = itemsFor(found).filter((item) => rankOf(item, words) !== undefined);
  const person_items = (is_filtered && !doing ? (people.data?.items ?? []) : []).map((person) => ({
    ...{ id: person.id, label: personName(person), hint: person.external_id, icon: <UserRound /> },
    run: () => void navigate({ to: "/$app/people/$id", params: { app: app.id, id: person.external_id } }),
  }));
  const searching = words !== "" && (typed !== query || contents.isFetching || people.isFetching);
  const pages = rankGroups([...places, action_group], words);
  const ranked_actions = rankGroups([action_group], words);
  const related = (items: readonly PaletteItem[]): PaletteGroup => ({ value: t("Related"), items });
  const groups = {
    everything: [
      { value: t("Recent content"), items: words === "" ? recent : [] },
      ...pages.names,
      { value: t("Content"), items: content_items },
      { value: t("People"), items: person_items },
      // Names first. Keywords wait for what the server finds, so that nothing moves when it arrives.
      related(searching ? [] : pages.others),
    ],
    actions: [...ranked_actions.names, { value: t("Content"), items: content_actions }, related(ranked_actions.others)],
    people: [{ value: t("People"), items: person_items }],
  }[kind];
  return { groups: groups.filter(({ items }) => items.length > 0), searching };
}

/** Content that the member opened last, except the open one. */
function useRecentItems(): readonly PaletteItem[] {
  const app = useApp();
  const { member } = useMe();
  const navigate = useNavigate();
  const [contents] = useState(() => recentContent({ app_id: app.id, member_id: member.id }));
  return contents
    .filter(({ id }) => !location.pathname.endsWith(`/content/${id}`))
    .slice(0, RECENT_SHOWN_MAX)
    .map(({ id, name, type }) => ({
      ...{ id: `recent ${id}`, label: name, hint: TYPE_INFO[type].label, icon: TYPE_INFO[type].icon },
      run: () => void navigate({ to: "/$app/content/$id", params: { app: app.id, id } }),
    }));
}

/** Pages, which need no request. */
function usePageItems(): readonly PaletteGroup[] {
  const app = useApp();
  const permissions = usePermissions();
  const navigate = useNavigate();
  const screens = navGroupsFor(permissions)
    .flatMap(({ items }) => items)
    .map(({ label, icon, to }) => ({
      ...{ id: to, label, icon, keys: shortcutTo(to), keywords: KEYWORDS[to] },
      run: () => void navigate({ to, params: { app: app.id }, search: {} }),
    }));
  const settings = settingsNavItems(permissions).map(({ label, to, group }) => ({
    ...{
      id: to,
      label,
      hint: group === "app" ? t("{app} settings", { app: app.name }) : t("Settings"),
      icon: <Settings />,
      keywords: KEYWORDS[to],
    },
    run: () => void navigate({ to, params: { app: app.id }, search: {} }),
  }));
  return [
    { value: t("Pages"), items: screens },
    { value: t("Settings"), items: settings },
  ];
}
