import type { ContentType } from "@fanfare/contract/content/body";
import { nextSlug } from "@fanfare/contract/lib/next-slug";
import { contentNameSchema } from "@fanfare/contract/schema/content/content";
import { slugSchema } from "@fanfare/contract/schema/slug";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { FileInput, LayoutTemplate } from "lucide-react";
import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t, tKnown } from "../../lib/i18n/t.ts";
import { contentQueryFilter } from "../../lib/queries/queries.ts";
import { initialDraft } from "../../model/draft/initial-draft.ts";
import { newPartId } from "../../model/draft/part-id.ts";
import { slugify } from "../../model/slug.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { zodResolver } from "../../ui/forms/zod-resolver.ts";
import { DialogForm } from "../../ui/overlay/dialog-form.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { IMPORT_DESCRIPTION } from "../content-import/source-labels.ts";
import { TYPE_INFO } from "./content-types.tsx";
import { TypeCards } from "./type-cards.tsx";

/** Loads when it's chosen. */
const ImportContent = lazy(async () => {
  const { ImportContent } = await import("../content-import/import-content-dialog.tsx");
  return { default: ImportContent };
});

const schema = z.object({ name: contentNameSchema, slug: slugSchema });
type Values = z.input<typeof schema>;

interface CreateContentDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

interface CreateAnyContentProps extends CreateContentDialogProps {
  /** Selected at first. */
  readonly type?: ContentType | undefined;
  /** Starts with the import from another tool. */
  readonly is_import?: boolean;
}

export function CreateContentDialog({ open, onOpenChange, type, is_import = false }: CreateAnyContentProps) {
  const card = useRef<HTMLButtonElement>(null);
  const [importing, setImporting] = useState(is_import);
  const change = (next: boolean): void => {
    setImporting(is_import);
    onOpenChange(next);
  };
  const close = (): void => change(false);
  return (
    <FormDialog
      open={open}
      onOpenChange={change}
      size="lg"
      initial_focus={card}
      title={importing ? t("Import from another tool") : t("New content")}
      description={
        importing ? IMPORT_DESCRIPTION : t("Choose a content type. People see the content after you publish it.")
      }
    >
      {importing ? (
        <Suspense fallback={<div aria-busy="true" className="min-h-72" />}>
          <ImportContent onClose={close} />
        </Suspense>
      ) : (
        <AnyTypeForm card={card} first={type ?? "tour"} onImport={() => setImporting(true)} onCancel={close} />
      )}
    </FormDialog>
  );
}

interface AnyTypeFormProps {
  readonly first: ContentType;
  readonly card: RefObject<HTMLButtonElement | null>;
  readonly onImport: () => void;
  readonly onCancel: () => void;
}

function AnyTypeForm({ first, card, onImport, onCancel }: AnyTypeFormProps) {
  const [type, setType] = useState(first);
  return (
    <CreateContentForm type={type} placeholder={t("Welcome to the dashboard")} onCancel={onCancel}>
      <TypeCards value={type} onChange={setType} card={card} />
      <div className="-mt-2 flex flex-wrap gap-x-5 gap-y-2">
        <TemplatesLink />
        <button type="button" onClick={onImport} className={LINK}>
          <FileInput />
          {t("Import from another tool")}
        </button>
      </div>
    </CreateContentForm>
  );
}

const LINK =
  "flex w-fit cursor-default items-center gap-2 rounded-xs text-sm font-medium text-accent-text hover:underline [&_svg]:size-4";

function TemplatesLink() {
  const app = useApp();
  return (
    <Link to="/$app/content/templates" params={{ app: app.id }} className={LINK}>
      <LayoutTemplate />
      {t("Start from a template instead")}
    </Link>
  );
}

export function CreateCelebrationDialog({ open, onOpenChange }: CreateContentDialogProps) {
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("New celebration")}
      description={TYPE_INFO.celebration.sentence}
    >
      <CreateContentForm type="celebration" placeholder={t("Tenth order")} onCancel={() => onOpenChange(false)} />
    </FormDialog>
  );
}

interface CreateContentFormProps {
  readonly type: ContentType;
  readonly placeholder: string;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}

function useCreateContent(type: ContentType) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [failed, setFailed] = useState<ApiProblem>();
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { name: "", slug: "" },
    mode: "onTouched",
  });
  const submit = form.handleSubmit(async ({ name, slug }) => {
    setFailed(undefined);
    try {
      const draft = initialDraft(type, () => newPartId(type));
      const content = await api.call("POST /api/contents", {
        query: { app_id: app.id },
        body: { name, slug, draft },
        lenient: true,
      });
      void client.invalidateQueries(contentQueryFilter(app.id));
      await navigate({ to: "/$app/content/$id", params: { app: app.id, id: content.id } });
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code !== "slug_taken") return setFailed(problem);
      form.setError("slug", {
        message: t("This slug is taken. Try {slug}.", { slug: nextSlug(slug) }),
      });
      form.setFocus("slug");
    }
  });
  return { form, submit, failed };
}

/** Slug of a name, or of the type if the name has no Latin letters or digits. */
const slugOf = (name: string, type: ContentType): string => slugify(name) || (name.trim() && slugify(type));

/** Unmounts with the dialog, so the next one starts empty. */
function CreateContentForm({ type, placeholder, onCancel, children }: CreateContentFormProps) {
  const { form, submit, failed } = useCreateContent(type);
  const { errors, isSubmitting, dirtyFields } = form.formState;
  return (
    <DialogForm
      onSubmit={submit}
      problem={failed}
      action={TYPE_INFO[type].create}
      busy={isSubmitting}
      onCancel={onCancel}
    >
      {children}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t("Name")}
          error={errors.name?.message && tKnown(errors.name.message)}
          hint={t("Shown only to your team.")}
        >
          <Input
            placeholder={placeholder}
            {...form.register("name", {
              onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
                // The slug follows the name until the author edits it.
                if (dirtyFields.slug === true && form.getValues("slug") !== "") return;
                const slug = slugOf(event.target.value, type);
                form.setValue("slug", slug, { shouldValidate: form.formState.isSubmitted });
              },
            })}
          />
        </Field>
        <Field
          label={t("Slug")}
          error={errors.slug?.message && tKnown(errors.slug.message)}
          hint={
            <Sentence
              text="Used in code: {code}"
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
          <Input
            dir="ltr"
            className="font-mono"
            placeholder={slugOf(placeholder, type)}
            spellCheck={false}
            autoCapitalize="none"
            {...form.register("slug")}
          />
        </Field>
      </div>
    </DialogForm>
  );
}
