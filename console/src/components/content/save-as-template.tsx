import { lazy, Suspense } from "react";
import type { TemplateNameDialogProps } from "./template-name-dialog.tsx";

const load = () => import("./template-name-dialog.tsx");
const Dialog = lazy(async () => ({ default: (await load()).TemplateNameDialog }));

interface SaveAsTemplateProps extends Omit<TemplateNameDialogProps, "open"> {
  /** Undefined until it's first opened. */
  readonly open: boolean | undefined;
}

/** Lazy-loaded dialog that names a template of the workspace. */
export function SaveAsTemplate({ open, ...props }: SaveAsTemplateProps) {
  if (open === undefined) return null;
  return (
    <Suspense>
      <Dialog open={open} {...props} />
    </Suspense>
  );
}
