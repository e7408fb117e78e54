import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../../language/t.ts";
import { Button } from "../../ui/button.tsx";
import type { AuditQuery } from "../calls.ts";

const AuditExport = lazy(async () => ({ default: (await import("./export-dialog.tsx")).AuditExport }));

/** All that fits the filter, as a file. */
export function ExportMenu({ filter }: { readonly filter: AuditQuery }) {
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <Button icon={<Download />} onClick={() => setOpen(true)}>
        {t("Export")}
      </Button>
      {open !== undefined && (
        <Suspense>
          <AuditExport open={open} onOpenChange={setOpen} filter={filter} />
        </Suspense>
      )}
    </>
  );
}
