import { type FetchQueryOptions, type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { type BaseSyntheticEvent, type ReactNode, useState } from "react";
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { t } from "../../lib/i18n/t.ts";
import { toast } from "../../lib/toast.ts";
import { showFieldErrors } from "../../ui/forms/use-zod-form.ts";
import { zodResolver } from "../../ui/forms/zod-resolver.ts";
import { DialogForm } from "../../ui/overlay/dialog-form.tsx";
import { SaveConflict, type SaveConflictProps } from "./save-conflict.tsx";

interface ResourceEditOptions<Resource, Values extends FieldValues> {
  /** Undefined for a new one. */
  readonly resource: Resource | undefined;
  readonly list: FetchQueryOptions<{ readonly items: readonly Resource[] }>;
  /** What a save changes, if more than the list. */
  readonly stale?: QueryFilters;
  readonly schema: z.ZodType<Values, Values>;
  readonly toValues: (resource: Resource | undefined) => Values;
  /** Creates the resource, or changes `over`. */
  readonly save: (values: Values, over: Resource | undefined) => Promise<unknown>;
  /** Whether the form has shown this problem at a field. */
  readonly onRefused?: (problem: ApiProblem, form: UseFormReturn<Values, unknown, Values>) => boolean;
  readonly done: { readonly created: string; readonly saved: string };
  readonly onDone: () => void;
}

interface ResourceEdit<Resource, Values extends FieldValues> {
  readonly form: UseFormReturn<Values, unknown, Values>;
  readonly problem: ApiProblem | undefined;
  /** The resource when the form opened. Following later updates would overwrite them silently. */
  readonly base: Resource | undefined;
  /** What another member saved meanwhile. */
  readonly theirs: Resource | undefined;
  readonly saveOver: (over: Resource | undefined) => (event?: BaseSyntheticEvent) => Promise<void>;
  readonly startFrom: (now: Resource) => void;
  readonly onCancel: () => void;
}

/** Edits a new or stored resource of a list. Notices that another member saved it first. */
export function useResourceEdit<Resource extends { readonly id: string }, Values extends FieldValues>(
  options: ResourceEditOptions<Resource, Values>,
): ResourceEdit<Resource, Values> {
  const { resource, list, stale = { queryKey: list.queryKey }, schema, toValues, save, onRefused, done } = options;
  const client = useQueryClient();
  const form = useForm<Values, unknown, Values>({
    resolver: zodResolver(schema),
    // Cast: complete values are valid defaults.
    defaultValues: toValues(resource) as DefaultValues<Values>,
  });
  const [problem, setProblem] = useState<ApiProblem>();
  const [base, setBase] = useState(resource);
  const [theirs, setTheirs] = useState<Resource>();
  const saveOver = (over: Resource | undefined) =>
    form.handleSubmit(async (values) => {
      setProblem(undefined);
      try {
        await save(values, over);
        await client.invalidateQueries(stale);
        toast.done({ title: over === undefined ? done.created : done.saved });
        options.onDone();
      } catch (error) {
        const refused = asProblem(error);
        if (refused.code === "revision_stale" && over !== undefined) {
          await client.invalidateQueries(stale);
          const now = await client.fetchQuery({ ...list, staleTime: 0 });
          setTheirs(now.items.find(({ id }) => id === over.id));
        } else if (onRefused?.(refused, form) !== true) {
          const is_shown = showFieldErrors(refused, form, form.getValues());
          if (!is_shown) setProblem(refused);
        }
      }
    });
  const startFrom = (now: Resource): void => {
    setBase(now);
    setTheirs(undefined);
    form.reset(toValues(now));
  };
  return { form, problem, base, theirs, saveOver, startFrom, onCancel: options.onDone };
}

interface ResourceFormProps<Resource, Values extends FieldValues> {
  readonly edit: ResourceEdit<Resource, Values>;
  /** The two changes to choose from, each since `base`. */
  readonly conflict: (
    base: Resource,
    theirs: Resource,
  ) => Pick<SaveConflictProps, "title" | "theirs" | "mine" | "merge">;
  /** Label of the button for a new resource. */
  readonly create: string;
  readonly children: ReactNode;
}

/** The form of a dialog for a resource, or the choice between two members' changes. */
export function ResourceForm<Resource, Values extends FieldValues>(props: ResourceFormProps<Resource, Values>) {
  const { edit, conflict, create, children } = props;
  const { form, problem, base, theirs, saveOver, startFrom, onCancel } = edit;
  const busy = form.formState.isSubmitting;
  if (theirs !== undefined && base !== undefined) {
    const choose = { onTheirs: () => startFrom(theirs), onMine: () => void saveOver(theirs)() };
    return <SaveConflict {...conflict(base, theirs)} {...choose} busy={busy} />;
  }
  return (
    <DialogForm
      onSubmit={saveOver(base)}
      problem={problem}
      action={base === undefined ? create : t("Save")}
      busy={busy}
      onCancel={onCancel}
    >
      {children}
    </DialogForm>
  );
}
