import { type QueryFilters, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useAppContext } from "../../lib/app-context.ts";
import { queries } from "../../lib/queries/queries.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/elements/button.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { useZodForm, type ZodForm } from "../../ui/forms/use-zod-form.ts";
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx";
import { useUnsaved } from "../../ui/overlay/leave-guard.tsx";
import { Section } from "../../ui/page/section.tsx";

interface ClearSettingsProps {
  /** Label of the button that opens the confirmation. */
  readonly label: string;
  readonly question: { readonly title: string; readonly description: string; readonly action: string };
  readonly done: string;
  readonly clear: () => Promise<unknown>;
  readonly onDone: () => void;
}

/** Deletes a setting including its secret. */
function ClearSettings({ label, question, done, clear, onDone }: ClearSettingsProps) {
  const [open, setOpen] = useState(false);
  const clearing = useMutation({
    mutationFn: clear,
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
        busy={clearing.isPending}
        onConfirm={() => clearing.mutate()}
      />
    </>
  );
}

interface SettingsFormProps<Values extends FieldValues, Body> {
  readonly title: string;
  readonly description: string;
  /** Queries of the setting, refetched after saving or deleting. */
  readonly query: QueryFilters;
  readonly schema: z.ZodType<Body, Values>;
  readonly defaultValues: NoInfer<Values>;
  readonly save: (body: Body) => Promise<unknown>;
  readonly saved: { readonly title: string; readonly description: string };
  /** Label of the save button. */
  readonly action: string;
  /** Undefined if nothing is saved yet. */
  readonly clear: Omit<ClearSettingsProps, "onDone"> | undefined;
  readonly children: (fields: ZodForm<Values, Body>) => ReactNode;
}

/** Form for a setting that is saved as a whole. Its secret is never shown again. */
export function SettingsForm<Values extends FieldValues, Body>(props: SettingsFormProps<Values, Body>) {
  const { api } = useAppContext();
  const client = useQueryClient();
  // The sign-in page depends on these settings.
  const refresh = () =>
    Promise.all([client.invalidateQueries(props.query), client.invalidateQueries(queries.setup(api))]);
  const fields = useZodForm<Values, Body>({
    schema: props.schema,
    defaultValues: props.defaultValues,
    send: async (body, form) => {
      await props.save(body);
      form.reset(form.getValues());
      toast.done(props.saved);
      await refresh();
    },
  });
  useUnsaved(fields.form.formState.isDirty);
  return (
    <Section
      title={props.title}
      description={props.description}
      actions={props.clear && <ClearSettings {...props.clear} onDone={() => void refresh()} />}
    >
      <form noValidate className="flex flex-col gap-5" onSubmit={fields.submit}>
        <FormProblem problem={fields.problem} />
        {props.children(fields)}
        <div>
          <Button type="submit" variant="primary" busy={fields.busy}>
            {props.action}
          </Button>
        </div>
      </form>
    </Section>
  );
}
