import type { ContentSummary } from "@fanfare/contract/schema/api";
import { useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore, EyeOff, Send, X } from "lucide-react";
import { useState } from "react";
import { useApp, useDoors } from "../doors.ts";
import { contentsOf } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { toast } from "../ui/toast.tsx";
import { countWords, eachOf } from "./bulk.ts";
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
    words: string,
    undo?: (content: ContentSummary) => Promise<unknown>,
  ): Promise<void> => {
    setBusy(name);
    const { done, refused } = await eachOf(items, act);
    setBusy(undefined);
    selection.clear();
    void client.invalidateQueries(contentsOf(app.id));
    for (const { item, problem } of refused.slice(0, 2)) toast.problem(problem, `“${item.name}”: not done`);
    if (done.length === 0) return;
    const offer = undo && {
      action: {
        label: "Undo",
        onClick: () => void run("undo", done, undo, "back as they were"),
      },
    };
    toast.done({ title: `${countWords(done.length)} ${words}`, ...offer });
  };

  const archive = ({ id }: ContentSummary) => api.archive(id, app.id);
  const restore = ({ id }: ContentSummary) => api.restore(id, app.id);
  const at = ({ id, revision }: ContentSummary) => ({ id, app_id: app.id, revision });
  return (
    <section
      aria-label="Selected contents"
      className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-(--gutter) py-1.5"
    >
      <IconButton label="Clear the selection" size="sm" onClick={selection.clear}>
        <X />
      </IconButton>
      <p role="status" className="me-2 text-sm font-medium tabular-nums">
        {chosen.length} selected
      </p>
      {archived ? (
        <Button
          icon={<ArchiveRestore />}
          busy={busy === "restore"}
          onClick={() => void run("restore", chosen, restore, "restored", archive)}
        >
          Restore
        </Button>
      ) : (
        <>
          {publishable.length > 0 && (
            <Button
              icon={<Send />}
              busy={busy === "publish"}
              onClick={() => void run("publish", publishable, (each) => api.publish(at(each)), `live in ${app.name}`)}
            >
              Publish{publishable.length < chosen.length && ` ${publishable.length}`}
            </Button>
          )}
          {live.length > 0 && (
            <Button
              icon={<EyeOff />}
              busy={busy === "unpublish"}
              onClick={() => void run("unpublish", live, (each) => api.unpublish(at(each)), "no longer live")}
            >
              Unpublish{live.length < chosen.length && ` ${live.length}`}
            </Button>
          )}
          <Button
            icon={<Archive />}
            busy={busy === "archive"}
            onClick={() => void run("archive", chosen, archive, "archived", restore)}
          >
            Archive
          </Button>
        </>
      )}
    </section>
  );
}
