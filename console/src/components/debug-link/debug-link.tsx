import type { DebugTarget } from "@fanfare/contract/schema/people/debug-link";
import { lazy, Suspense } from "react";

const load = () => import("./debug-link-dialog.tsx");
const Dialog = lazy(async () => ({ default: (await load()).DebugLinkDialog }));

/** Lazy-loaded dialog. Keep `open` undefined until it's first opened. */
export function DebugLink({
  open,
  onOpenChange,
  url,
  place,
}: {
  readonly open: boolean | undefined;
  readonly onOpenChange: (open: boolean) => void;
  readonly url?: string | undefined;
  readonly place?: DebugTarget | undefined;
}) {
  if (open === undefined) return null;
  return (
    <Suspense>
      <Dialog open={open} onOpenChange={onOpenChange} url={url} place={place} />
    </Suspense>
  );
}
