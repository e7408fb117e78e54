import { History } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../../ui/elements/button.tsx";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import type { AuditedResource } from "./activity-panel.tsx";

const loadPanel = () => import("./activity-panel.tsx");
const ActivityPanel = lazy(async () => ({ default: (await loadPanel()).ActivityPanel }));

interface ActivityProps {
  readonly of: AuditedResource;
  /** Name of the resource, to tell the icon-only buttons of a list apart. */
  readonly name?: string;
}

interface ActivityAccess {
  /** Undefined for members who can't read the audit log. */
  readonly show: (() => void) | undefined;
  readonly load: () => void;
  readonly panel: ReactNode;
}

/**
 * Access to a resource's audit log entries, such as for a menu item.
 *
 * @example
 * const { show, panel } = useActivity({ resource_type: "webhook", resource_id: id });
 */
export function useActivity(of: AuditedResource): ActivityAccess {
  const may_read = useCan("audit.read");
  const [open, setOpen] = useState<boolean>();
  return {
    show: may_read ? () => setOpen(true) : undefined,
    load: () => void loadPanel(),
    panel: open !== undefined && (
      <Suspense>
        <ActivityPanel resource={of} open={open} onOpenChange={setOpen} />
      </Suspense>
    ),
  };
}

/** Opens a resource's audit log entries. Renders nothing for members who can't read the audit log. */
export function Activity({ of, name }: ActivityProps) {
  const { show, load, panel } = useActivity(of);
  if (show === undefined) return null;
  const near = { onPointerEnter: load, onFocus: load, onClick: show };
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
      {panel}
    </>
  );
}
