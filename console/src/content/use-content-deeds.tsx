import type { ContentSummary } from "@fanfare/contract/schema/api";
import { Archive, ArchiveRestore, EyeOff, Pause, Play, Send } from "lucide-react";
import type { ReactNode } from "react";
import { type Deed, type UnderWay, useBulk } from "../bulk/use-bulk.ts";
import { useApp, useDoors } from "../doors.ts";
import { t, tCount } from "../language/t.ts";
import { useDoubts } from "../publishing/use-doubts.tsx";
import { contentsOf } from "../queries.ts";
import { isGoingOn, isPublishable } from "./holding.ts";
import { listAtOnce } from "./list-at-once.ts";
import type { ContentSearch } from "./search.ts";

/** Something that is done with contents as a whole. */
export interface ContentDeed extends Deed<ContentSummary> {
  readonly name: "publish" | "pause" | "resume" | "unpublish" | "archive" | "restore";
  readonly icon: ReactNode;
  readonly label: string;
  /** With some of those that are chosen. */
  readonly labelOfSome: (n: number) => string;
  /** With the one of this name. */
  readonly labelOf: (name: string) => string;
  /** With which it can be done as they stand. */
  readonly fits: (content: ContentSummary) => boolean;
}

interface ContentDeeds {
  readonly deeds: readonly ContentDeed[];
  readonly run: (deed: ContentDeed, contents: readonly ContentSummary[]) => void;
  readonly under_way: UnderWay | undefined;
  /** Whose button is busy. */
  readonly busy: string | undefined;
  /** Asks what is doubtful, before something is published. */
  readonly dialog: ReactNode;
}

/** What can be done with contents, for the list and the palette. `search`: what the list that shows them was asked for. */
export function useContentDeeds(search?: ContentSearch, onEnd: () => void = () => undefined): ContentDeeds {
  const { client } = useDoors();
  const app = useApp();
  const deeds = useDeeds(search);
  const { ask, asking, dialog } = useDoubts();
  const { under_way, run } = useBulk<ContentSummary>({
    nameOf: ({ name }) => name,
    refusedWords: (n) => tCount(n, "{n} content: not done", "{n} contents: not done"),
    undoneWords: (n) => tCount(n, "{n} content back as it was", "{n} contents back as they were"),
    onEnd: () => {
      onEnd();
      void client.invalidateQueries(contentsOf(app.id));
    },
  });
  const begin = async (deed: ContentDeed, contents: readonly ContentSummary[]): Promise<void> => {
    const wanted = deed.name === "publish" ? await ask(contents) : contents;
    if (wanted.length > 0) run(deed, wanted);
  };
  return {
    ...{ deeds, under_way, dialog, run: (deed, contents) => void begin(deed, contents) },
    busy: asking ? "publish" : under_way?.name,
  };
}

/** In the order in which they are offered. */
function useDeeds(search: ContentSearch | undefined): readonly ContentDeed[] {
  const doors = useDoors();
  const { api } = doors;
  const app = useApp();
  const at_once = search && listAtOnce(doors, app.id, search);
  const at = ({ id, revision }: ContentSummary) => ({ id, app_id: app.id, revision });
  const archive = ({ id }: ContentSummary) => api.archive(id, app.id);
  const restore = ({ id }: ContentSummary) => api.restore(id, app.id);
  const pause = ({ id }: ContentSummary) => api.pause(id, app.id);
  const resume = ({ id }: ContentSummary) => api.resume(id, app.id);
  return [
    {
      ...{ name: "publish", icon: <Send />, label: t("Publish") },
      labelOfSome: (n) => t("Publish {n}", { n }),
      labelOf: (name) => t("Publish “{name}”", { name }),
      ...{ fits: isPublishable, act: (content) => api.publish(at(content)) },
      said: (n) => tCount(n, "{n} content live in {app}", "{n} contents live in {app}", { app: app.name }),
      saidOf: ({ name }) => t("{name} is live in {app}", { name, app: app.name }),
    },
    {
      ...{ name: "pause", icon: <Pause />, label: t("Pause") },
      labelOfSome: (n) => t("Pause {n}", { n }),
      labelOf: (name) => t("Pause “{name}”", { name }),
      ...{ fits: isGoingOn, act: pause, undo: resume, at_once: at_once?.holding(true) },
      said: (n) => tCount(n, "{n} content paused", "{n} contents paused"),
      saidOf: ({ name }) => t("{name} is paused", { name }),
    },
    {
      ...{ name: "resume", icon: <Play />, label: t("Resume") },
      labelOfSome: (n) => t("Resume {n}", { n }),
      labelOf: (name) => t("Resume “{name}”", { name }),
      fits: ({ status }) => status === "paused",
      ...{ act: resume, undo: pause, at_once: at_once?.holding(false) },
      said: (n) => tCount(n, "{n} content resumed", "{n} contents resumed"),
      saidOf: ({ name }) => t("{name} is resumed", { name }),
    },
    {
      ...{ name: "unpublish", icon: <EyeOff />, label: t("Unpublish") },
      labelOfSome: (n) => t("Unpublish {n}", { n }),
      labelOf: (name) => t("Unpublish “{name}”", { name }),
      fits: ({ status }) => status !== "draft" && status !== "archived",
      act: (content) => api.unpublish(at(content)),
      said: (n) => tCount(n, "{n} content no longer live", "{n} contents no longer live"),
      saidOf: ({ name }) => t("{name} is no longer live", { name }),
    },
    {
      ...{ name: "archive", icon: <Archive />, label: t("Archive") },
      labelOfSome: () => t("Archive"),
      labelOf: (name) => t("Archive “{name}”", { name }),
      fits: ({ status }) => status !== "archived",
      ...{ act: archive, undo: restore, at_once: at_once?.leaving },
      said: (n) => tCount(n, "{n} content archived", "{n} contents archived"),
      saidOf: ({ name }) => t("{name} was archived", { name }),
    },
    {
      ...{ name: "restore", icon: <ArchiveRestore />, label: t("Restore") },
      labelOfSome: () => t("Restore"),
      labelOf: (name) => t("Restore “{name}”", { name }),
      fits: ({ status }) => status === "archived",
      ...{ act: restore, undo: archive, at_once: at_once?.leaving },
      said: (n) => tCount(n, "{n} content restored", "{n} contents restored"),
      saidOf: ({ name }) => t("{name} is back", { name }),
    },
  ];
}
