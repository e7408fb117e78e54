import type { Suppression } from "@fanfare/contract/schema/client/v1";
import type { PersonSummary } from "@fanfare/contract/schema/responses/people/person";
import type { BulkAction } from "../../../components/bulk/use-bulk-action.ts";
import type { Api } from "../../../lib/api/api.ts";
import { tCount } from "../../../lib/i18n/t.ts";

type PersonAction = BulkAction<PersonSummary>;

/** Reverts the action for one person. Undefined if nothing changed. */
type Undo = (() => Promise<unknown>) | undefined;

export interface ActionDeps {
  readonly api: Pick<Api, "call">;
  readonly app_id: string;
}

/** Creates an action whose undo restores each person's previous state and skips unchanged people. */
function withUndo(
  name: string,
  doneText: PersonAction["doneText"],
  act: (external_id: string) => Promise<Undo>,
): PersonAction & Required<Pick<PersonAction, "undo">> {
  const ways_back = new Map<string, Undo>();
  return {
    name,
    doneText,
    act: async ({ id, external_id }) => void ways_back.set(id, await act(external_id)),
    undo: async ({ id }) => ways_back.get(id)?.(),
  };
}

/** A group with its label for members and its ID for the API. */
export interface NamedGroup {
  readonly id: string;
  readonly label: string;
}

export function joinGroupAction({ api, app_id }: ActionDeps, { id, label }: NamedGroup): PersonAction {
  const doneText = (n: number): string =>
    tCount(n, "{n} person added to {group}", "{n} people added to {group}", { group: label });
  return withUndo("group", doneText, async (external_id) => {
    const before = await api.call("GET /api/people/:external_id", { params: { external_id }, query: { app_id } });
    if (before.groups.some((group) => group.external_id === id)) return undefined;
    await api.call("PUT /api/people/:external_id/groups/:group_id", {
      params: { external_id, group_id: id },
      query: { app_id },
      body: {},
    });
    return () =>
      api.call("DELETE /api/people/:external_id/groups/:group_id", {
        params: { external_id, group_id: id },
        query: { app_id },
      });
  });
}

export function leaveGroupAction({ api, app_id }: ActionDeps, { id, label }: NamedGroup): PersonAction {
  const doneText = (n: number): string =>
    tCount(n, "{n} person removed from {group}", "{n} people removed from {group}", { group: label });
  return withUndo("group", doneText, async (external_id) => {
    const before = await api.call("GET /api/people/:external_id", { params: { external_id }, query: { app_id } });
    const place = before.groups.find((group) => group.external_id === id);
    if (place === undefined) return undefined;
    await api.call("DELETE /api/people/:external_id/groups/:group_id", {
      params: { external_id, group_id: id },
      query: { app_id },
    });
    return () =>
      api.call("PUT /api/people/:external_id/groups/:group_id", {
        params: { external_id, group_id: id },
        query: { app_id },
        body: { attributes: place.membership },
      });
  });
}

/** Adds people to a segment that is a list, or removes them. */
export function listAction(
  { api, app_id }: ActionDeps,
  change: "add" | "remove",
  { id, name }: { readonly id: string; readonly name: string },
): PersonAction {
  const doneText = (n: number): string =>
    change === "add"
      ? tCount(n, "{n} person added to {name}", "{n} people added to {name}", { name })
      : tCount(n, "{n} person removed from {name}", "{n} people removed from {name}", { name });
  const send = (each: "add" | "remove", external_id: string) => {
    const request = { params: { id }, query: { app_id }, body: { external_ids: [external_id] } };
    return each === "add"
      ? api.call("POST /api/segments/:id/list/add", request)
      : api.call("POST /api/segments/:id/list/remove", request);
  };
  return withUndo("group", doneText, async (external_id) => {
    const { changed } = await send(change, external_id);
    return changed === 0 ? undefined : () => send(change === "add" ? "remove" : "add", external_id);
  });
}

interface HideOptions {
  readonly content_id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly expires_at: string;
}

/** Keeps existing suppressions that last longer. */
export function hideContentAction(
  { api, app_id }: ActionDeps,
  { content_id, name, expires_at }: HideOptions,
): PersonAction {
  const isIt = ({ scope, target }: Suppression): boolean => scope === "content" && target === content_id;
  const doneText = (n: number): string =>
    tCount(n, "{name} hidden from {n} person", "{name} hidden from {n} people", { name });
  return withUndo("hide", doneText, async (external_id) => {
    const known = (
      await api.call("GET /api/people/:external_id/suppressions", { params: { external_id }, query: { app_id } })
    ).suppressions.find(isIt);
    if (known !== undefined && Date.parse(known.expires_at) >= Date.parse(expires_at)) return undefined;
    const suppression = { scope: "content", target: content_id, expires_at } as const;
    const own = (
      await api.call("POST /api/people/:external_id/suppressions", {
        params: { external_id },
        query: { app_id },
        body: suppression,
      })
    ).suppressions.find(isIt);
    return async () => {
      if (own !== undefined)
        await api.call("DELETE /api/people/:external_id/suppressions/:id", {
          params: { external_id, id: own.id },
          query: { app_id },
        });
      if (known !== undefined)
        await api.call("POST /api/people/:external_id/suppressions", {
          params: { external_id },
          query: { app_id },
          body: toSuppressionRequest(known),
        });
    };
  });
}

/** Lifts the suppression of one content item, or all suppressions without `content`. */
export function showContentAction(
  { api, app_id }: ActionDeps,
  content: { readonly id: string; readonly name: string } | undefined,
): PersonAction {
  const isIt = ({ scope, target }: Suppression): boolean =>
    content === undefined || (scope === "content" && target === content.id);
  const doneText = (n: number): string =>
    content === undefined
      ? tCount(n, "All content shown again to {n} person", "All content shown again to {n} people")
      : tCount(n, "{name} shown again to {n} person", "{name} shown again to {n} people", { name: content.name });
  return withUndo("hide", doneText, async (external_id) => {
    const hidden = (
      await api.call("GET /api/people/:external_id/suppressions", { params: { external_id }, query: { app_id } })
    ).suppressions.filter(isIt);
    if (hidden.length === 0) return undefined;
    for (const { id } of hidden)
      await api.call("DELETE /api/people/:external_id/suppressions/:id", {
        params: { external_id, id },
        query: { app_id },
      });
    return async () => {
      for (const each of hidden)
        await api.call("POST /api/people/:external_id/suppressions", {
          params: { external_id },
          query: { app_id },
          body: toSuppressionRequest(each),
        });
    };
  });
}

const toSuppressionRequest = ({ scope, target, reason, expires_at }: Suppression) => ({
  scope,
  target,
  reason,
  expires_at,
});

/** Has no undo. */
export function eraseAction({ api, app_id }: ActionDeps): PersonAction {
  return {
    name: "erase",
    act: ({ external_id }) =>
      api.call("DELETE /api/people/:external_id", { params: { external_id }, query: { app_id } }),
    doneText: (n) => tCount(n, "{n} person erased", "{n} people erased"),
  };
}
