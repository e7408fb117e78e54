import type { ArticlesResponse } from "@fanfare/contract/schema/client/articles";
import type { FeedResponse } from "@fanfare/contract/schema/client/feed";
import { read } from "../../lib/native.ts";
import type { ListedFeed, ResourceParts } from "../../ui/resource-center/resource-center.ts";
import { loadLabels } from "../../ui/text/locales.ts";
import type { ListedChecklistDeps } from "./listed-checklists.ts";
import type { PanelsDeps } from "./panels.ts";

type FeedDeps = Omit<PanelsDeps, "guidance" | "act">;

/** What a resource center needs of the page's person, server, and stage. */
export function resourceParts(panels: object): ResourceParts | undefined {
  if (!canOpenFeed(panels)) return undefined;
  return {
    feed: createListedFeed(panels),
    ...(hasStage(panels) && {
      openLists: async (...at) => (await import("./listed-checklists.ts")).openListedChecklists(panels, ...at),
    }),
    async findInFeed(content, query) {
      const answer = await panels.net.call<ArticlesResponse>("GET", "/v1/articles", { query: { content, query } });
      return answer.kind === "ok" ? answer.body.items : undefined;
    },
  };
}

/** The feed as an entry of a resource center: the number of unread items, and the panel. */
function createListedFeed(panels: FeedDeps): ListedFeed {
  const { net, identity, emitter } = panels;
  return {
    watchUnread(onCount) {
      const load = async (): Promise<void> => {
        const answer = await net.call<FeedResponse>("GET", "/v1/feed", { query: identity.claims() });
        if (answer.kind === "ok") onCount(answer.body.unread);
      };
      const offs = [
        emitter.on("unread", ({ count }) => onCount(count)),
        ...(["ready", "message", "changed"] as const).map((name) => emitter.on(name, () => void load())),
      ];
      void load();
      return () => {
        for (const off of offs) off();
      };
    },
    async open(act) {
      const locale = panels.preferences.locale ?? read(panels.window.document, "documentElement").lang;
      const [{ getPanels }, labels] = await Promise.all([import("./panels.ts"), loadLabels(locale, panels.labels)]);
      await getPanels({ ...panels, labels, act }).open("feed", undefined);
    },
  };
}

function hasStage(panels: FeedDeps): panels is FeedDeps & ListedChecklistDeps {
  return "stage" in panels;
}

/** The guide passes all of its parts (`GuideDeps`). A preview in the console has no person, and so no feed. */
function canOpenFeed(panels: object): panels is FeedDeps {
  return "net" in panels;
}
