import { History } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useMayAdminister } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import type { Audited } from "./activity-panel.tsx";

const load = () => import("./activity-panel.tsx");
const ActivityPanel = lazy(async () => ({ default: (await load()).ActivityPanel }));

interface ActivityProps {
  readonly of: Audited;
  /** The name of the thing, where several stand in a list: the button is its picture alone. */
  readonly name?: string;
}

/** Opens what the audit log has of one thing; nothing for those who may not read it. */
export function Activity({ of, name }: ActivityProps) {
  const may_read = useMayAdminister();
  const [open, setOpen] = useState<boolean>();
  if (!may_read) return null;
  const near = { onPointerEnter: () => void load(), onFocus: () => void load(), onClick: () => setOpen(true) };
  return (
    <>
      {name === undefined ? (
        <Button icon={<History />} {...near}>
          {t("Activity")}
        </Button>
      ) : (
        <IconButton label={t("Activity of {name}", { name })} {...near}>
          <History />
        </IconButton>
      )}
      {open !== undefined && (
        <Suspense>
          <ActivityPanel of={of} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
