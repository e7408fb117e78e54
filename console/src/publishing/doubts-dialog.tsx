import { useNavigate } from "@tanstack/react-router";
import { ArrowRight, TriangleAlert } from "lucide-react";
import type { Doubt } from "../builder/publish-checks.ts";
import { useApp } from "../doors.ts";
import { t, tCount } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

/** A content against whose publication something speaks. */
export interface Doubtful {
  /** Undefined where it has no editor to be mended in. */
  readonly id: string | undefined;
  readonly name: string;
  readonly doubts: readonly Doubt[];
}

/** What is published after all: everything, what nothing speaks against, or nothing. */
export type DoubtsAnswer = "all" | "sound" | "none";

interface DoubtsDialogProps {
  readonly open: boolean;
  readonly doubtful: readonly Doubtful[];
  readonly all: number;
  readonly answer: (answer: DoubtsAnswer) => void;
}

/** What speaks against publishing, before it happens: each leads to its place, and none forbids it. */
export function DoubtsDialog({ open, doubtful, all, answer }: DoubtsDialogProps) {
  const doubts = doubtful.reduce((sum, each) => sum + each.doubts.length, 0);
  const sound = all - doubtful.length;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) answer("none");
      }}
      size="lg"
      title={
        all === 1
          ? tCount(doubts, "One thing before it goes live", "{n} things before it goes live")
          : tCount(doubts, "One thing before they go live", "{n} things before they go live")
      }
      description={
        all === 1
          ? t("It can be published like this. Perhaps it should not.")
          : t("They can be published like this. Perhaps not all of them should.")
      }
      actions={
        <>
          <Button onClick={() => answer("none")}>{t("Not yet")}</Button>
          {sound > 0 && (
            <Button onClick={() => answer("sound")}>
              {tCount(sound, "Publish the one without doubts", "Publish the {n} without doubts")}
            </Button>
          )}
          <Button look="primary" onClick={() => answer("all")}>
            {all === 1 ? t("Publish anyway") : t("Publish all {n}", { n: all })}
          </Button>
        </>
      }
    >
      {all === 1
        ? doubtful.map((each) => <DoubtList key={each.name} of={each} onLeave={() => answer("none")} />)
        : doubtful.map((each) => (
            <section key={each.id ?? each.name} aria-label={each.name} className="flex flex-col gap-2">
              <h3 className="text-sm font-semibold wrap-anywhere">
                <bdi>{each.name}</bdi>
              </h3>
              <DoubtList of={each} onLeave={() => answer("none")} />
            </section>
          ))}
    </Dialog>
  );
}

function DoubtList({ of: { id, doubts }, onLeave }: { readonly of: Doubtful; readonly onLeave: () => void }) {
  const app = useApp();
  const navigate = useNavigate();
  const show = (id: string, { tab, step, variant }: Doubt): void => {
    onLeave();
    const search = { tab, step, variant };
    // Within its editor it is a look at another part, and no page to come back to.
    const replace = location.pathname.endsWith(`/content/${id}`);
    void navigate({ to: "/$app/content/$id", params: { app: app.id, id }, search, replace });
  };
  return (
    <ul className="flex flex-col gap-2">
      {doubts.map((doubt) => (
        <li
          key={`${doubt.words} ${doubt.step ?? ""}`}
          className="flex items-start gap-2.5 rounded-lg border border-line p-3 text-sm"
        >
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-caution-text" />
          <span className="min-w-0 flex-1 text-pretty">{doubt.words}</span>
          {id !== undefined && (
            <Button look="ghost" size="sm" className="-my-1" onClick={() => show(id, doubt)}>
              {t("Go there")}
              <ArrowRight className="rtl:-scale-x-100" />
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
