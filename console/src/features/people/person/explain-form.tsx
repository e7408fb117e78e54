import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { z } from "zod";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { queries } from "../../../lib/queries/queries.ts";
import { Combobox } from "../../../ui/combobox/combobox.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input, inputClass } from "../../../ui/forms/input.tsx";
import { useZodForm } from "../../../ui/forms/use-zod-form.ts";

const route = getRouteApi("/$app/people/$id");
const ALL_CONTENT = { id: "", label: t("All live content") };
const FOUND_MAX = 20;

const formSchema = z.object({ content: z.string(), url: z.string().trim(), at: z.string() });

/** Selects what to explain. Submitting puts it in the URL, so that members can share the link. */
export function ExplainForm() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { form, submit } = useZodForm({
    schema: formSchema,
    defaultValues: {
      content: search.content ?? "",
      url: search.url ?? "",
      at: search.at === undefined ? "" : localTime(search.at),
    },
    send: ({ content, url, at }) => {
      const moment = at === "" ? undefined : new Date(at).toISOString();
      void navigate({
        search: ({ kind: _, ...search }) => ({ ...search, content, url: url === "" ? undefined : url, at: moment }),
        resetScroll: false,
      });
    },
  });
  return (
    <form
      onSubmit={submit}
      aria-label={t("Explain")}
      className="grid items-end gap-3 sm:grid-cols-2 2xl:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_14rem_auto]"
    >
      <Controller
        control={form.control}
        name="content"
        render={({ field: { value, onChange } }) => <ContentField value={value} onChange={onChange} />}
      />
      <Field label={t("Page URL")} optional>
        <Input
          dir="ltr"
          type="text"
          inputMode="url"
          spellCheck={false}
          placeholder={asIs("https://shop.example/orders")}
          {...form.register("url")}
        />
      </Field>
      <Field label={t("When")} optional>
        <Input dir="ltr" type="datetime-local" {...form.register("at")} />
      </Field>
      <Button type="submit" variant="primary" className="h-9 sm:justify-self-start">
        {t("Check rules")}
      </Button>
    </form>
  );
}

interface ContentFieldProps {
  /** Id of a content; "" is all that is live. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

function ContentField({ value, onChange }: ContentFieldProps) {
  const { api } = useAppContext();
  const app = useApp();
  const [typed, setTyped] = useState("");
  const found = useQuery(queries.found(api, { app_id: app.id, q: typed, limit: FOUND_MAX }));
  const known = useQuery({ ...queries.content(api, app.id, value), enabled: value !== "" });
  const choices = (found.data?.items ?? []).map(({ id, name, slug }) => ({ id, label: name, hint: slug }));
  const chosen = value === "" ? ALL_CONTENT : { id: value, label: known.data?.name ?? "…" };
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span aria-hidden="true" className="text-sm font-medium">
        {t("Content")}
      </span>
      <Combobox
        label={t("Content")}
        items={typed === "" ? [ALL_CONTENT, ...choices] : choices}
        value={chosen}
        onChange={({ id }) => onChange(id)}
        onQuery={setTyped}
        placeholder={t("Search by name or slug")}
        searching={found.isFetching}
        trigger={(props) => (
          <button
            {...props}
            type="button"
            aria-label={t("Content: {label}", { label: chosen.label })}
            className={inputClass("flex w-full cursor-default items-center justify-between gap-2 pe-2 text-start")}
          >
            <span dir="auto" className="truncate">
              {chosen.label}
            </span>
            <ChevronsUpDown className="size-4 shrink-0 text-ink-3" />
          </button>
        )}
      />
    </div>
  );
}

/** Formats an instant for `datetime-local` in the browser's time zone. */
function localTime(iso: string): string {
  const date = new Date(iso);
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
