import { type QueryFilters, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { z } from "zod";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useAppContext } from "../../lib/app-context.ts";
import { queries } from "../../lib/queries/queries.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/elements/button.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx";
import { useUnsaved } from "../../ui/overlay/leave-guard.tsx";
import { Section } from "../../ui/page/section.tsx";
import { fieldMessage } from "./use-app-edit.ts";

interface ClearSettingsProps {
  /** On the button that asks. */
  readonly label: string;
  readonly question: { readonly title: string; readonly description: string; readonly action: string };
  /** What is said when it is done. */
  readonly done: string;
  readonly forget: () => Promise<unknown>;
  readonly onDone: () => void;
}

/** The way to be without a setting again whose secret goes with it. */
function ClearSettings({ label, question, done, forget, onDone }: ClearSettingsProps) {
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

interface SettingsFormProps<Body extends object> {
  readonly title: string;
  readonly description: string;
  /** What reads the setting: it is read again when it was saved or forgotten. */
  readonly query: QueryFilters;
  readonly schema: z.ZodType;
  readonly body: Body;
  readonly save: () => Promise<unknown>;
  readonly saved: { readonly title: string; readonly description: string };
  /** On the button that saves. */
  readonly action: string;
  /** Undefined while there is nothing to forget. */
  readonly forget: Omit<ClearSettingsProps, "onDone"> | undefined;
  /** The fields. `wrong` says what is wrong with one: by the schema once the form was sent, and by the server. */
  readonly children: (wrong: (field: keyof Body) => string | undefined) => ReactNode;
}

/** The form of a setting that is saved whole, with a secret that is never shown again. */
export function SettingsForm<Body extends object>({ body, schema, ...props }: SettingsFormProps<Body>) {
  const { api } = useAppContext();
  const client = useQueryClient();
  const [tried, setTried] = useState(false);
  const written = JSON.stringify(body);
  const [kept, setKept] = useState(written);
  useUnsaved(written !== kept);
  // The door offers what is set.
  const refresh = () =>
    Promise.all([client.invalidateQueries(props.query), client.invalidateQueries(queries.setup(api))]);
  const save = useMutation({
    mutationFn: props.save,
    onSuccess: async () => {
      setKept(written);
      toast.done(props.saved);
      await refresh();
    },
  });
  const problem = save.isError ? asProblem(save.error) : undefined;
  const issues = tried ? (schema.safeParse(body).error?.issues ?? []) : [];
  const wrong = (field: keyof Body) =>
    issues.find(({ path }) => path[0] === field)?.message ?? fieldMessage(problem, `/${String(field)}`);

  return (
    <Section
      title={props.title}
      description={props.description}
      actions={props.forget && <ClearSettings {...props.forget} onDone={() => void refresh()} />}
    >
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (schema.safeParse(body).success) save.mutate();
        }}
      >
        <FormProblem problem={problem?.fields.length === 0 ? problem : undefined} />
        {props.children(wrong)}
        <div>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {props.action}
          </Button>
        </div>
      </form>
    </Section>
  );
}
