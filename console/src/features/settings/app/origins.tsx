import { limits } from "@fanfare/contract/limits";
import type { AppDetail } from "@fanfare/contract/schema/accounts/app-settings";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Sentence } from "../../../lib/i18n/sentence.tsx";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { useUnsaved } from "../../../ui/overlay/leave-guard.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { fieldMessage, useAppEdit } from "../use-app-edit.ts";
import { useRows } from "../use-rows.ts";

/** From which pages a browser may call. */
export function OriginsSection({ detail }: { readonly detail: AppDetail }) {
  const { save, busy, problem } = useAppEdit(detail, t("Origins saved"));
  const [rows, edit] = useRows(detail.allowed_origins);
  const [dirty, setDirty] = useState(false);
  useUnsaved(dirty);
  const change = (work: () => void): void => {
    setDirty(true);
    work();
  };
  const submit = async (): Promise<void> => {
    const allowed_origins = rows.map(({ value }) => value.trim()).filter((origin) => origin !== "");
    if (!(await save({ allowed_origins }))) return;
    edit.reset(allowed_origins);
    setDirty(false);
  };
  return (
    <Section
      title={t("Allowed origins")}
      description={t("Sites whose pages can use this app’s key. Backends sign their requests and aren’t restricted.")}
    >
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {rows.length === 0 && (
          <Callout tone="caution">
            {t("All sites are allowed. Add your own origins before you go to production.")}
          </Callout>
        )}
        {rows.map(({ id, value }, index) => (
          <div key={id} className="flex items-start gap-1.5">
            <Field
              label={t("Origin {n}", { n: index + 1 })}
              hide_label
              error={fieldMessage(problem, `/allowed_origins/${index}`)}
              className="flex-1"
            >
              <Input
                dir="ltr"
                className="font-mono text-sm"
                type="url"
                inputMode="url"
                placeholder={asIs("https://shop.example")}
                value={value}
                onValueChange={(next) => change(() => edit.set(id, next))}
              />
            </Field>
            <IconButton
              label={t("Remove origin {origin}", { origin: value || index + 1 })}
              className="mt-0.5"
              onClick={() => change(() => edit.remove(id))}
            >
              <X />
            </IconButton>
          </div>
        ))}
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Plus />}
            disabled={rows.length >= limits.allowed_origins_max}
            onClick={() => change(() => edit.add(""))}
          >
            {t("Add origin")}
          </Button>
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
