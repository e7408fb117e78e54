import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../../ui/elements/button.tsx";
import type { ListExportDialogProps } from "./list-export-dialog.tsx";

const load = () => import("./list-export-dialog.tsx");
const ListExportDialog = lazy(async () => ({ default: (await load()).ListExportDialog }));

interface ExportButtonProps extends Omit<ListExportDialogProps, "open" | "onOpenChange"> {
  readonly size?: "sm" | "md";
}

/** Exports a list as a file. For owners and admins only. */
export function ExportButton({ size = "md", ...exportProps }: ExportButtonProps) {
  const [open, setOpen] = useState<boolean>();
  const near = { onPointerEnter: () => void load(), onFocus: () => void load() };
  return (
    <>
      <Button size={size} icon={<Download />} {...near} onClick={() => setOpen(true)}>
        {t("Export")}
      </Button>
      {open !== undefined && (
        <Suspense>
          <ListExportDialog {...exportProps} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
