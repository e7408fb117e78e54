import type { ContentSummary } from "@fanfare/contract/schema/api";
import { useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore, EyeOff, Send, X } from "lucide-react";
import { useState } from "react";
import { useApp, useDoors } from "../doors.ts";
import { t, tCount } from "../language/t.ts";
import { contentsOf } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { toast } from "../ui/toast.tsx";
import { eachOf } from "./bulk.ts";
import type { Selection } from "./selection.tsx";

/** What can be done with several contents at once; it stands where the filters stood. */
export function BulkBar({ selection }: { readonly selection: Selection }) {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const { chosen } = selection;
  const archived = chosen.every(({ status }) => status === "archived");
  const publishable = chosen.filter(({ status }) => status === "draft" || status === "changed");
  const live = chosen.filter(({ status }) => status === "live" || status === "changed");

  const run = async (
    name: string,
    items: readonly ContentSummary[],
    act: (content: ContentSummary) => Promise<unknown>,
    said: (done: number) => string,
    undo?: (content: ContentSummary) => Promise<unknown>,
  ): Promise<void> => {
    setBusy(name);
    const { done, refused } = await eachOf(items, act);
    setBusy(undefined);
    selection.clear();
    void client.invalidateQueries(contentsOf(app.id));
    for (const { item, problem } of refused.slice(0, 2))
      toast.problem(problem, t("“{name}”: not done", { name: item.name }));
    if (done.length === 0) return;
    const offer = undo && {
      action: {
        label: t("Undo"),
        onClick: () =>
          void run("undo", done, undo, (n) =>
            tCount(n, "{n} content back as it was", "{n} contents back as they were"),
          ),
      },
    };
    toast.done({ title: said(done.length), ...offer });
  };

  const published = (n: number): string =>
    tCount(n, "{n} content live in {app}", "{n} contents live in {app}", { app: app.name });
  const archive = ({ id }: ContentSummary) => api.archive(id, app.id);
  const restore = ({ id }: ContentSummary) => api.restore(id, app.id);
  const at = ({ id, revision }: ContentSummary) => ({ id, app_id: app.id, revision });
  return (
    <section
      aria-label={t("Selected contents")}
      className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-(--gutter) py-1.5"
    >
      <IconButton label={t("Clear the selection")} size="sm" onClick={selection.clear}>
        <X />
      </IconButton>
      <p role="status" className="me-2 text-sm font-medium tabular-nums">
        {tCount(chosen.length, "{n} selected", "{n} selected")}
      </p>
      {archived ? (
        <Button
          icon={<ArchiveRestore />}
          busy={busy === "restore"}
          onClick={() => void run("restore", chosen, restore, restored, archive)}
        >
          {t("Restore")}
        </Button>
      ) : (
        <>
          {publishable.length > 0 && (
            <Button
              icon={<Send />}
              busy={busy === "publish"}
              onClick={() => void run("publish", publishable, (each) => api.publish(at(each)), published)}
            >
              {publishable.length < chosen.length ? t("Publish {n}", { n: publishable.length }) : t("Publish")}
            </Button>
          )}
          {live.length > 0 && (
            <Button
              icon={<EyeOff />}
              busy={busy === "unpublish"}
              onClick={() => void run("unpublish", live, (each) => api.unpublish(at(each)), unpublished)}
            >
              {live.length < chosen.length ? t("Unpublish {n}", { n: live.length }) : t("Unpublish")}
            </Button>
          )}
          <Button
            icon={<Archive />}
            busy={busy === "archive"}
            onClick={() => void run("archive", chosen, archive, put_away, restore)}
          >
            {t("Archive")}
          </Button>
        </>
      )}
    </section>
  );
}

const restored = (n: number): string => tCount(n, "{n} content restored", "{n} contents restored");
const put_away = (n: number): string => tCount(n, "{n} content archived", "{n} contents archived");
const unpublished = (n: number): string => tCount(n, "{n} content no longer live", "{n} contents no longer live");
