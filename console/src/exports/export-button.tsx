import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import type { ListExportProps } from "./list-export.tsx";

const load = () => import("./list-export.tsx");
const ListExport = lazy(async () => ({ default: (await load()).ListExport }));

interface ExportButtonProps extends Omit<ListExportProps, "open" | "onOpenChange"> {
  readonly size?: "sm" | "md";
}

/** Asks for a list as a file. For those who may have it: owners and admins. */
export function ExportButton({ size = "md", ...asked }: ExportButtonProps) {
  const [open, setOpen] = useState<boolean>();
  const near = { onPointerEnter: () => void load(), onFocus: () => void load() };
  return (
    <>
      <Button size={size} icon={<Download />} {...near} onClick={() => setOpen(true)}>
        {t("Export")}
      </Button>
      {open !== undefined && (
        <Suspense>
          <ListExport {...asked} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
