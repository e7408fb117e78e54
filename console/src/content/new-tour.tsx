import { systemClock } from "@fanfare/contract/clock";
import { uuidv7 } from "@fanfare/contract/ids";
import { systemRng } from "@fanfare/contract/rng";
import { contentNameSchema } from "@fanfare/contract/schema/content";
import { slugSchema } from "@fanfare/contract/schema/slug";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { newStep } from "../builder/steps.ts";
import { useApp, useDoors } from "../doors.ts";
import { asProblem, contentsOf } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { nextSlug, slugify } from "./slug.ts";

const schema = z.object({ name: contentNameSchema, slug: slugSchema });
type Values = z.input<typeof schema>;

interface NewTourProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function NewTour({ open, onOpenChange }: NewTourProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New tour"
      description="A few cards that lead people to what matters. Nobody sees it before you publish it."
    >
      <NewTourForm onCancel={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** Unmounts with the dialog, so that the next one begins empty. */
function NewTourForm({ onCancel }: { readonly onCancel: () => void }) {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { name: "", slug: "" },
    mode: "onTouched",
  });
  const { errors, isSubmitting, dirtyFields } = form.formState;

  const submit = form.handleSubmit(async ({ name, slug }) => {
    try {
      const step = newStep(`stp_${uuidv7(systemClock, systemRng)}`, name.slice(0, 120));
      const content = await api.createContent({
        app_id: app.id,
        name,
        slug,
        draft: { body: { type: "tour", steps: [{ ...step, blocks: [] }] } },
      });
      void client.invalidateQueries(contentsOf(app.id));
      await navigate({ to: "/$app/content/$id", params: { app: app.id, id: content.id } });
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code !== "slug_taken") return form.setError("root", { message: problem.detail });
      form.setError("slug", { message: `Another content has this slug. ${nextSlug(slug)} may be free.` });
      form.setFocus("slug");
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      {errors.root?.message !== undefined && <Callout tone="problem">{errors.root.message}</Callout>}
      <Field label="Name" error={errors.name?.message} hint="For you and your team; visitors do not see it.">
        <Input
          autoFocus
          placeholder="Welcome to the dashboard"
          {...form.register("name", {
            onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
              // The slug follows the name until somebody writes one of their own.
              if (dirtyFields.slug === true && form.getValues("slug") !== "") return;
              form.setValue("slug", slugify(event.target.value), { shouldValidate: form.formState.isSubmitted });
            },
          })}
        />
      </Field>
      <Field
        label="Slug"
        error={errors.slug?.message}
        hint={
          <>
            What code calls it: <code className="font-mono">fanfare.start(…)</code>
          </>
        }
      >
        <Input className="font-mono" spellCheck={false} autoCapitalize="none" {...form.register("slug")} />
      </Field>
      <div className="-mx-5 -mb-5 flex justify-end gap-2 rounded-b-xl border-t border-line bg-sunken px-5 py-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={isSubmitting}>
          Create tour
        </Button>
      </div>
    </form>
  );
}
