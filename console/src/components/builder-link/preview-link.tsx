import { lazy, Suspense } from "react";
import type { PreviewLinkDialogProps } from "./preview-link-dialog.tsx";

const load = () => import("./preview-link-dialog.tsx");
const Dialog = lazy(async () => ({ default: (await load()).PreviewLinkDialog }));

interface PreviewLinkProps extends Omit<PreviewLinkDialogProps, "open"> {
  /** Undefined until it's first opened. */
  readonly open: boolean | undefined;
}

/** Lazy-loaded dialog for links that show the draft to people without an account. */
export function PreviewLink({ open, ...props }: PreviewLinkProps) {
  if (open === undefined) return null;
  return (
    <Suspense>
      <Dialog open={open} {...props} />
    </Suspense>
  );
}
