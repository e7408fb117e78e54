import { targetSchema } from "@fanfare/contract/schema/content/target";
import type { Target } from "@fanfare/contract/target/target";
import { MousePointerClick } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../../ui/elements/button.tsx";
import type { PointOnPageDialogProps } from "./point-on-page-dialog.tsx";

const load = () => import("./point-on-page-dialog.tsx");
const Dialog = lazy(async () => ({ default: (await load()).PointOnPageDialog }));

interface PointOnPageProps extends Pick<PointOnPageDialogProps, "tracker_id" | "onChosen"> {
  readonly tracker: Omit<PointOnPageDialogProps["tracker"], "target"> & { readonly target: Target };
  readonly label?: string;
  /** Whether the dialog is open from the beginning. */
  readonly starts_open?: boolean;
}

/** Chooses a tracker's element on the customer's page. */
export function PointOnPage({
  tracker,
  label = t("Point at it on your page"),
  starts_open,
  ...props
}: PointOnPageProps) {
  const [open, setOpen] = useState<boolean | undefined>(starts_open || undefined);
  const target = targetSchema.safeParse(tracker.target).success ? tracker.target : null;
  return (
    <>
      <Button size="sm" icon={<MousePointerClick />} className="self-start" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open !== undefined && (
        <Suspense>
          <Dialog tracker={{ ...tracker, target }} {...props} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
