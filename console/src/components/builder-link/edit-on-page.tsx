import { lazy, Suspense } from "react";
import type { EditOnPageDialogProps } from "./edit-on-page-dialog.tsx";

const load = () => import("./edit-on-page-dialog.tsx");
const Dialog = lazy(async () => ({ default: (await load()).EditOnPageDialog }));

interface EditOnPageProps extends Omit<EditOnPageDialogProps, "content"> {
  /** Undefined until it's first opened. */
  readonly content: EditOnPageDialogProps["content"] | undefined;
}

/** Lazy-loaded dialog that opens the builder on the customer's page. */
export function EditOnPage({ content, ...props }: EditOnPageProps) {
  if (content === undefined) return null;
  return (
    <Suspense>
      <Dialog content={content} {...props} />
    </Suspense>
  );
}
