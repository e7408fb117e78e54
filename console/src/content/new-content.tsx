import type { ContentType } from "@fanfare/contract/content";
import { contentNameSchema } from "@fanfare/contract/schema/content";
import { slugSchema } from "@fanfare/contract/schema/slug";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type RefObject, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import type { ApiProblem } from "../api-problem.ts";
import { newPartId } from "../builder/part-id.ts";
import { useApp, useDoors } from "../doors.ts";
import { Sentence } from "../language/sentence.tsx";
import { t, tKnown } from "../language/t.ts";
import { asProblem, contentsOf } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { Input } from "../ui/input.tsx";
import { firstDraft } from "./first-draft.ts";
import { nextSlug, slugify } from "./slug.ts";
import { TypeCards } from "./type-cards.tsx";
import { TYPE_WORDS } from "./types.tsx";

const schema = z.object({ name: contentNameSchema, slug: slugSchema });
type Values = z.input<typeof schema>;

interface NewContentProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function NewContent({ open, onOpenChange }: NewContentProps) {
  const card = useRef<HTMLButtonElement>(null);
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      initial_focus={card}
      title={t("New content")}
      description={t("What shall people meet? Nobody sees it before you publish it.")}
    >
      <NewContentForm card={card} onCancel={() => onOpenChange(false)} />
    </FormDialog>
  );
}

interface NewContentFormProps {
  readonly card: RefObject<HTMLButtonElement | null>;
  readonly onCancel: () => void;
}

/** Unmounts with the dialog, so that the next one begins empty. */
function NewContentForm({ card, onCancel }: NewContentFormProps) {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [type, setType] = useState<ContentType>("tour");
  const [failed, setFailed] = useState<ApiProblem>();
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { name: "", slug: "" },
    mode: "onTouched",
  });
  const { errors, isSubmitting, dirtyFields } = form.formState;

  const submit = form.handleSubmit(async ({ name, slug }) => {
    setFailed(undefined);
    try {
      const draft = firstDraft(type, name, slug, () => newPartId(type));
      const content = await api.createContent({ app_id: app.id, name, slug, draft });
      void client.invalidateQueries(contentsOf(app.id));
      await navigate({ to: "/$app/content/$id", params: { app: app.id, id: content.id } });
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code !== "slug_taken") return setFailed(problem);
      form.setError("slug", {
        message: t("Another content has this slug. {slug} may be free.", { slug: nextSlug(slug) }),
      });
      form.setFocus("slug");
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <FormProblem problem={failed} />
      <TypeCards value={type} onChange={setType} card={card} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t("Name")}
          error={errors.name?.message && tKnown(errors.name.message)}
          hint={t("For you and your team.")}
        >
          <Input
            placeholder={t("Welcome to the dashboard")}
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
          label={t("Slug")}
          error={errors.slug?.message && tKnown(errors.slug.message)}
          hint={
            <Sentence
              text="What code calls it: {code}"
              parts={{
                code: (
                  <code dir="ltr" className="font-mono">
                    fanfare.start(…)
                  </code>
                ),
              }}
            />
          }
        >
          <Input dir="ltr" className="font-mono" spellCheck={false} autoCapitalize="none" {...form.register("slug")} />
        </Field>
      </div>
      <DialogFoot>
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <Button type="submit" look="primary" busy={isSubmitting}>
          {TYPE_WORDS[type].create}
        </Button>
      </DialogFoot>
    </form>
  );
}
