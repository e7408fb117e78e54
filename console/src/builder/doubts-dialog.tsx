import { useNavigate } from "@tanstack/react-router";
import { ArrowRight, TriangleAlert } from "lucide-react";
import { t, tCount } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import type { Doubt } from "./publish-checks.ts";

interface DoubtsDialogProps {
  /** Undefined while nobody is asked. */
  readonly doubts: readonly Doubt[] | undefined;
  readonly onClose: () => void;
  readonly onPublish: () => void;
}

/** What speaks against publishing, before it happens: each leads to its place, and none forbids it. */
export function DoubtsDialog({ doubts, onClose, onPublish }: DoubtsDialogProps) {
  const navigate = useNavigate({ from: "/$app/content/$id" });
  const show = ({ tab, step, variant }: Doubt): void => {
    onClose();
    void navigate({ search: { tab, step, variant }, replace: true });
  };
  return (
    <Dialog
      open={doubts !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      size="lg"
      title={tCount(doubts?.length ?? 0, "One thing before it goes live", "{n} things before it goes live")}
      description={t("It can be published like this. Perhaps it should not.")}
      actions={
        <>
          <Button onClick={onClose}>{t("Not yet")}</Button>
          <Button look="primary" onClick={onPublish}>
            {t("Publish anyway")}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-2">
        {doubts?.map((doubt) => (
          <li
            key={`${doubt.words} ${doubt.step ?? ""}`}
            className="flex items-start gap-2.5 rounded-lg border border-line p-3 text-sm"
          >
            <TriangleAlert className="mt-0.5 size-4 shrink-0 text-caution-text" />
            <span className="min-w-0 flex-1 text-pretty">{doubt.words}</span>
            <Button look="ghost" size="sm" onClick={() => show(doubt)}>
              {t("Go there")}
              <ArrowRight className="rtl:-scale-x-100" />
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
