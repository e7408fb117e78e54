import type { PublishWarningResponse } from "@fanfare/contract/schema/responses/content/publish-warnings";
import { useNavigate } from "@tanstack/react-router";
import { ArrowRight, TriangleAlert } from "lucide-react";
import { useApp } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { Button } from "../../ui/elements/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";

/** A warning of the server or the console, in the page's language. */
export interface ShownWarning extends Pick<PublishWarningResponse, "tab" | "part_id" | "variant"> {
  readonly text: string;
  /** For the tab `translations`. */
  readonly language?: string | undefined;
}

export interface ContentWarnings {
  readonly id: string;
  readonly name: string;
  readonly warnings: readonly ShownWarning[];
  /** Whether the editor can fix them. */
  readonly editable: boolean;
}

/** What to publish: all items, only those without warnings, or none. */
export type WarningsAnswer = "all" | "sound" | "none";

interface WarningsDialogProps {
  readonly open: boolean;
  readonly contents: readonly ContentWarnings[];
  readonly all: number;
  readonly answer: (answer: WarningsAnswer) => void;
}

/** Lists publish warnings with links to the fields. Warnings never block publishing. */
export function WarningsDialog({ open, contents, all, answer }: WarningsDialogProps) {
  const count = contents.reduce((sum, each) => sum + each.warnings.length, 0);
  const sound = all - contents.length;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) answer("none");
      }}
      size="lg"
      title={tCount(count, "{n} warning to review", "{n} warnings to review")}
      description={t("You can still publish. Review these warnings first.")}
      actions={
        <>
          <Button onClick={() => answer("none")}>{t("Cancel")}</Button>
          {sound > 0 && (
            <Button onClick={() => answer("sound")}>
              {tCount(sound, "Publish {n} without warnings", "Publish {n} without warnings")}
            </Button>
          )}
          <Button variant="primary" onClick={() => answer("all")}>
            {all === 1 ? t("Publish anyway") : t("Publish all {n}", { n: all })}
          </Button>
        </>
      }
    >
      {all === 1
        ? contents.map((each) => <WarningList key={each.id} of={each} onLeave={() => answer("none")} />)
        : contents.map((each) => (
            <section key={each.id} aria-label={each.name} className="flex flex-col gap-2">
              <h3 className="text-sm font-semibold wrap-anywhere">
                <bdi>{each.name}</bdi>
              </h3>
              <WarningList of={each} onLeave={() => answer("none")} />
            </section>
          ))}
    </Dialog>
  );
}

interface WarningListProps {
  readonly of: ContentWarnings;
  readonly onLeave: () => void;
}

function WarningList({ of: { id, warnings, editable }, onLeave }: WarningListProps) {
  const app = useApp();
  const navigate = useNavigate();
  const show = ({ tab, language, part_id, variant }: ShownWarning): void => {
    onLeave();
    const search = {
      ...{ tab: tab ?? undefined, lang: language },
      ...{ step: part_id ?? undefined, variant: variant ?? undefined },
    };
    // Within the content's own editor, replace the history entry: only the part changes.
    const replace = location.pathname.endsWith(`/content/${id}`);
    void navigate({ to: "/$app/content/$id", params: { app: app.id, id }, search, replace });
  };
  return (
    <ul className="flex flex-col gap-2">
      {warnings.map((warning) => (
        <li
          key={`${warning.text} ${warning.part_id ?? ""}`}
          className="flex flex-wrap items-start gap-x-2.5 gap-y-1 rounded-lg border border-line p-3 text-sm"
        >
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-caution-text" />
          <span className="min-w-44 flex-1 text-pretty">{warning.text}</span>
          {editable && (
            <Button variant="ghost" size="sm" className="-my-1 max-sm:ms-4" onClick={() => show(warning)}>
              {t("Review warning")}
              <ArrowRight className="rtl:-scale-x-100" />
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
