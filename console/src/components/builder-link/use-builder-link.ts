import { createBuilderLinkRequestSchema } from "@fanfare/contract/schema/client/builder";
import type { BuilderLink } from "@fanfare/contract/schema/responses/accounts/builder";
import { type FormEvent, useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useApp } from "../../lib/app-context.ts";
import { lastPage, recentPages, rememberPage, withScheme } from "../../lib/last-page.ts";
import { rememberBuiltPage } from "../../lib/recent/built-pages.ts";
import { zodResolver } from "../../ui/forms/zod-resolver.ts";

const formSchema = createBuilderLinkRequestSchema.pick({ url: true });

export interface OpenedLink extends BuilderLink {
  readonly page: string;
  readonly place: LinkPlace;
}

/** Where the link opens. `blocked`: the browser blocked the new tab. */
type LinkPlace = "tab" | "blocked" | "device";

interface LinkDeps {
  /** What the page is remembered for. Undefined: only for the app. */
  readonly of: string | undefined;
  readonly create: (url: string) => Promise<BuilderLink>;
}

/** The link to the page that was asked for. Its tab opens in the click, because pop-up blockers block it after an await. */
export function useBuilderLink({ of, create }: LinkDeps) {
  const app = useApp();
  const [link, setLink] = useState<OpenedLink>();
  const [problem, setProblem] = useState<ApiProblem>();
  const form = useForm<z.input<typeof formSchema>>({
    resolver: zodResolver(formSchema),
    defaultValues: { url: lastPage(app.id, of) },
  });
  const submit = (place: "tab" | "device", event?: FormEvent): void => {
    const tab = place === "tab" ? window.open("", "_blank") : null;
    if (tab !== null) tab.opener = null;
    setProblem(undefined);
    const open = form.handleSubmit(
      async ({ url }) => {
        try {
          const made = await create(url);
          tab?.location.replace(made.url);
          rememberPage(app.id, url, of);
          if (of !== undefined) rememberBuiltPage(app.id, of, url);
          setLink({ ...made, page: url, place: place === "tab" && tab === null ? "blocked" : place });
        } catch (error) {
          tab?.close();
          setProblem(asProblem(error));
        }
      },
      () => tab?.close(),
    );
    void open(event);
  };
  const { errors, isSubmitting: busy } = form.formState;
  return {
    link,
    problem,
    submit,
    busy,
    field: form.register("url", { setValueAs: withScheme }),
    error: errors.url?.message,
    /** Other pages that were opened before. */
    recent: recentPages(app.id).filter((each) => each !== form.watch("url")),
    pick: (url: string) => form.setValue("url", url, { shouldValidate: true }),
  };
}
