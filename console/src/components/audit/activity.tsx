import { History } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../../ui/elements/button.tsx";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import type { AuditedResource } from "./activity-panel.tsx";

const load = () => import("./activity-panel.tsx");
const ActivityPanel = lazy(async () => ({ default: (await load()).ActivityPanel }));

interface ActivityProps {
  readonly of: AuditedResource;
  /** Name of the resource, to tell the icon-only buttons of a list apart. */
  readonly name?: string;
}

/** Opens a resource's audit log entries. Renders nothing for members who can't read the audit log. */
export function Activity({ of, name }: ActivityProps) {
  const may_read = useCan("audit.read");
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
          <ActivityPanel resource={of} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
