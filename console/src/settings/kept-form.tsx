import { type QueryFilters, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { z } from "zod";
import { useDoors } from "../doors.ts";
import { asProblem, queries } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { useUnsaved } from "../ui/leave-guard.tsx";
import { Section } from "../ui/section.tsx";
import { toast } from "../ui/toast.tsx";
import { Forget, type ForgetProps } from "./forget.tsx";
import { wordsFor } from "./use-app-edit.ts";

interface KeptFormProps<Body extends object> {
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
  readonly forget: Omit<ForgetProps, "onDone"> | undefined;
  /** The fields. `wrong` says what is wrong with one: by the schema once the form was sent, and by the server. */
  readonly children: (wrong: (field: keyof Body) => string | undefined) => ReactNode;
}

/** The form of a setting that is saved whole, with a secret that is never shown again. */
export function KeptForm<Body extends object>({ body, schema, ...props }: KeptFormProps<Body>) {
  const { api } = useDoors();
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
    issues.find(({ path }) => path[0] === field)?.message ?? wordsFor(problem, `/${String(field)}`);

  return (
    <Section
      title={props.title}
      description={props.description}
      actions={props.forget && <Forget {...props.forget} onDone={() => void refresh()} />}
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
          <Button type="submit" look="primary" busy={save.isPending}>
            {props.action}
          </Button>
        </div>
      </form>
    </Section>
  );
}
