import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { toast } from "../ui/toast.tsx";

export interface ForgetProps {
  /** On the button that asks. */
  readonly label: string;
  readonly question: { readonly title: string; readonly description: string; readonly action: string };
  /** What is said when it is done. */
  readonly done: string;
  readonly forget: () => Promise<unknown>;
  readonly onDone: () => void;
}

/** The way to be without a setting again whose secret goes with it. */
export function Forget({ label, question, done, forget, onDone }: ForgetProps) {
  const [open, setOpen] = useState(false);
  const forgetting = useMutation({
    mutationFn: forget,
    onSuccess: () => {
      setOpen(false);
      toast.done({ title: done });
      onDone();
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <ConfirmDialog
        {...question}
        open={open}
        onOpenChange={setOpen}
        busy={forgetting.isPending}
        onConfirm={() => forgetting.mutate()}
      />
    </>
  );
}
