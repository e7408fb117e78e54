import type { ContentPage, ContentSummary } from "@fanfare/contract/schema/api";
import { useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore, EyeOff, Pause, Play, Send } from "lucide-react";
import { doAtOnce, inEachPart, type Teller, withChanged } from "../at-once.ts";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import type { Selection } from "../bulk/selection.tsx";
import { type Deed, useBulk } from "../bulk/use-bulk.ts";
import { useApp, useDoors } from "../doors.ts";
import { t, tCount } from "../language/t.ts";
import { contentsOf, queries } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { heldBack, isGoingOn } from "./holding.ts";
import { contentQuery } from "./query.ts";
import type { ContentSearch } from "./search.ts";

interface ContentBulkBarProps {
  readonly selection: Selection<ContentSummary>;
  /** What the list was asked for, from which they are chosen. */
  readonly search: ContentSearch;
}

/** What can be done with several contents at once. */
export function ContentBulkBar({ selection, search }: ContentBulkBarProps) {
  const client = useQueryClient();
  const app = useApp();
  const deeds = useContentDeeds(search);
  const { chosen } = selection;
  const { under_way, run } = useBulk<ContentSummary>({
    nameOf: ({ name }) => name,
    refusedWords: (n) => tCount(n, "{n} content: not done", "{n} contents: not done"),
    undoneWords: (n) => tCount(n, "{n} content back as it was", "{n} contents back as they were"),
    onEnd: () => {
      selection.clear();
      void client.invalidateQueries(contentsOf(app.id));
    },
  });
  const busy = under_way?.name;
  const archived = chosen.every(({ status }) => status === "archived");
  const publishable = chosen.filter(({ status }) => status === "draft" || status === "changed");
  const live = chosen.filter(({ status }) => status !== "draft" && status !== "archived");
  const going_on = chosen.filter(isGoingOn);
  const paused = chosen.filter(({ status }) => status === "paused");
  return (
    <BulkBar label={t("Selected contents")} selection={selection} under_way={under_way}>
      {archived ? (
        <Button icon={<ArchiveRestore />} busy={busy === "restore"} onClick={() => run(deeds.restore, chosen)}>
          {t("Restore")}
        </Button>
      ) : (
        <>
          {publishable.length > 0 && (
            <Button icon={<Send />} busy={busy === "publish"} onClick={() => run(deeds.publish, publishable)}>
              {publishable.length < chosen.length ? t("Publish {n}", { n: publishable.length }) : t("Publish")}
            </Button>
          )}
          {going_on.length > 0 && (
            <Button icon={<Pause />} busy={busy === "pause"} onClick={() => run(deeds.pause, going_on)}>
              {going_on.length < chosen.length ? t("Pause {n}", { n: going_on.length }) : t("Pause")}
            </Button>
          )}
          {paused.length > 0 && (
            <Button icon={<Play />} busy={busy === "resume"} onClick={() => run(deeds.resume, paused)}>
              {paused.length < chosen.length ? t("Resume {n}", { n: paused.length }) : t("Resume")}
            </Button>
          )}
          {live.length > 0 && (
            <Button icon={<EyeOff />} busy={busy === "unpublish"} onClick={() => run(deeds.unpublish, live)}>
              {live.length < chosen.length ? t("Unpublish {n}", { n: live.length }) : t("Unpublish")}
            </Button>
          )}
          <Button icon={<Archive />} busy={busy === "archive"} onClick={() => run(deeds.archive, chosen)}>
            {t("Archive")}
          </Button>
        </>
      )}
    </BulkBar>
  );
}

/** How it went is said for all of them together. */
const SILENT: Teller = { done: () => undefined, problem: () => undefined };

/** A part of the list without some of its rows, which its count had, too. */
function withoutAll(part: ContentPage, ids: ReadonlySet<string>): ContentPage {
  return { ...part, items: part.items.filter(({ id }) => !ids.has(id)), total: part.total - ids.size };
}

function useContentDeeds(search: ContentSearch) {
  const { api, client } = useDoors();
  const app = useApp();
  const at = ({ id, revision }: ContentSummary) => ({ id, app_id: app.id, revision });
  const { queryKey } = queries.contents(api, contentQuery(app.id, search));
  const inList = (change: (part: ContentPage) => ContentPage, act: () => Promise<void>) =>
    doAtOnce(client, SILENT, {
      ...{ shown: { queryKey }, stale: contentsOf(app.id), act },
      change: (list) => inEachPart(list, change),
    });
  // No list has both what is archived and what is not.
  const leaving = (contents: readonly ContentSummary[], act: () => Promise<void>) => {
    const ids = new Set(contents.map(({ id }) => id));
    return inList((part) => withoutAll(part, ids), act);
  };
  // A list of one state loses them; one of all shows them in the other.
  const holding = (held: boolean) => (contents: readonly ContentSummary[], act: () => Promise<void>) =>
    search.status === "all"
      ? inList((part) => contents.reduce((now, each) => withChanged(now, each.id, heldBack(each, held)), part), act)
      : leaving(contents, act);
  const archive = ({ id }: ContentSummary) => api.archive(id, app.id);
  const restore = ({ id }: ContentSummary) => api.restore(id, app.id);
  const pause = ({ id }: ContentSummary) => api.pause(id, app.id);
  const resume = ({ id }: ContentSummary) => api.resume(id, app.id);
  return {
    publish: {
      name: "publish",
      act: (content) => api.publish(at(content)),
      said: (n) => tCount(n, "{n} content live in {app}", "{n} contents live in {app}", { app: app.name }),
    },
    unpublish: {
      name: "unpublish",
      act: (content) => api.unpublish(at(content)),
      said: (n) => tCount(n, "{n} content no longer live", "{n} contents no longer live"),
    },
    pause: {
      ...{ name: "pause", act: pause, undo: resume, at_once: holding(true) },
      said: (n) => tCount(n, "{n} content paused", "{n} contents paused"),
    },
    resume: {
      ...{ name: "resume", act: resume, undo: pause, at_once: holding(false) },
      said: (n) => tCount(n, "{n} content resumed", "{n} contents resumed"),
    },
    archive: {
      ...{ name: "archive", act: archive, undo: restore, at_once: leaving },
      said: (n) => tCount(n, "{n} content archived", "{n} contents archived"),
    },
    restore: {
      ...{ name: "restore", act: restore, undo: archive, at_once: leaving },
      said: (n) => tCount(n, "{n} content restored", "{n} contents restored"),
    },
  } satisfies Readonly<Record<string, Deed<ContentSummary>>>;
}
