import { limits } from "@fanfare/contract/limits";
import { originSchema } from "@fanfare/contract/schema/accounts/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/responses/accounts/app-settings";
import { X } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { z } from "zod";
import { Sentence } from "../../../lib/i18n/sentence.tsx";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { AddButton } from "../../../ui/forms/add-button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { useZodForm, type ZodForm } from "../../../ui/forms/use-zod-form.ts";
import { useUnsaved } from "../../../ui/overlay/leave-guard.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { useAppEdit } from "../use-app-edit.ts";

interface OriginsValues {
  allowed_origins: { value: string }[];
}

/** Errors belong to the row's field, which clears them. Empty rows aren't saved. */
const formSchema = z
  .object({ allowed_origins: z.array(z.object({ value: z.string().trim().pipe(z.literal("").or(originSchema)) })) })
  .transform(({ allowed_origins }) => ({
    allowed_origins: allowed_origins.map(({ value }) => value).filter((origin) => origin !== ""),
  }));

const originRows = (origins: readonly string[]): OriginsValues => ({
  allowed_origins: origins.map((value) => ({ value })),
});

/** Origins that browsers may connect from. */
export function OriginsSection({ detail }: { readonly detail: AppDetail }) {
  const edit = useAppEdit(detail, t("Origins saved"));
  const fields = useZodForm({
    schema: formSchema,
    defaultValues: originRows(detail.allowed_origins),
    send: async (body, { reset }) => {
      await edit(body);
      reset(originRows(body.allowed_origins));
    },
  });
  const { form, submit, busy } = fields;
  const rows = useFieldArray({ control: form.control, name: "allowed_origins" });
  const dirty = form.formState.isDirty;
  useUnsaved(dirty);
  return (
    <Section
      title={t("Allowed origins")}
      description={t("Sites whose pages can use this app’s key. Backends sign their requests and aren’t restricted.")}
    >
      <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
        <OriginsNotice fields={fields} saved={detail.allowed_origins} />
        {rows.fields.map(({ id }, index) => (
          <OriginRow key={id} fields={fields} index={index} onRemove={() => rows.remove(index)} />
        ))}
        <div className="flex flex-wrap gap-2">
          <AddButton
            disabled={rows.fields.length >= limits.allowed_origins_max}
            onAdd={() => rows.append({ value: "" }, { shouldFocus: false })}
          >
            {t("Add origin")}
          </AddButton>
          {dirty && (
            <Button type="submit" variant="primary" busy={busy}>
              {t("Save origins")}
            </Button>
          )}
        </div>
        <p className="text-xs text-ink-3">
          <Sentence
            text="{pattern} matches all subdomains."
            parts={{
              pattern: (
                <code dir="ltr" className="font-mono">
                  https://*.shop.example
                </code>
              ),
            }}
          />
        </p>
      </form>
    </Section>
  );
}

interface OriginsNoticeProps {
  readonly fields: ZodForm<OriginsValues>;
  readonly saved: readonly string[];
}

/** The first origin cuts off the pages of all other sites, so this says so before it's saved. */
function OriginsNotice({ fields: { form }, saved }: OriginsNoticeProps) {
  const rows = form.watch("allowed_origins");
  const restricts = rows.some(({ value }) => value.trim() !== "");
  if (restricts && saved.length === 0) {
    return (
      <Callout tone="caution">
        {t(
          "From now on, only these origins can use this app. When you save, pages on all other sites lose access immediately.",
        )}
      </Callout>
    );
  }
  if (rows.length > 0 && saved.length > 0) return null;
  return (
    <Callout tone="caution">{t("All sites are allowed. Add your own origins before you go to production.")}</Callout>
  );
}

interface OriginRowProps {
  readonly fields: ZodForm<OriginsValues>;
  readonly index: number;
  readonly onRemove: () => void;
}

function OriginRow({ fields: { form, errorOf }, index, onRemove }: OriginRowProps) {
  const origin = form.watch(`allowed_origins.${index}.value`);
  return (
    <div data-row="" className="flex items-start gap-1.5">
      <Field
        label={t("Origin {n}", { n: index + 1 })}
        hide_label
        error={errorOf(`allowed_origins.${index}.value`)}
        className="flex-1"
      >
        <Input
          dir="ltr"
          className="font-mono text-sm"
          type="url"
          inputMode="url"
          placeholder={asIs("https://shop.example")}
          {...form.register(`allowed_origins.${index}.value`)}
        />
      </Field>
      <IconButton
        label={t("Remove origin {origin}", { origin: origin || index + 1 })}
        className="mt-0.5"
        onClick={onRemove}
      >
        <X />
      </IconButton>
    </div>
  );
}
