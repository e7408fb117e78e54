import { textDirection } from "@fanfare/contract/lib/text-direction";
import type { TemplateDetail, TemplateSummary } from "@fanfare/contract/schema/responses/content/template";
import type { PageTheme } from "@fanfare/contract/theme/theme";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { TemplateNameDialog } from "../../components/content/template-name-dialog.tsx";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useAppContext, useCan } from "../../lib/app-context.ts";
import { language } from "../../lib/i18n/language.ts";
import { t } from "../../lib/i18n/t.ts";
import { templateQueries } from "../../lib/queries/templates.ts";
import { toast } from "../../lib/toast.ts";
import { slugify } from "../../model/slug.ts";
import { editionOf } from "../../model/templates/saved-template.ts";
import { templateNeeds } from "../../model/templates/template.ts";
import { Button } from "../../ui/elements/button.tsx";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx";
import { Dialog, type DialogState } from "../../ui/overlay/dialog.tsx";
import type { TemplateSearch } from "./search.ts";
import { Gallery, GalleryCard } from "./template-card.tsx";
import { Needs, Play } from "./template-dialog.tsx";
import { textFilter } from "./template-filter.ts";
import { useCreateFromTemplate } from "./use-create-from-template.ts";

interface SavedTemplatesProps {
  readonly shown: readonly TemplateSummary[];
  readonly theme: PageTheme | undefined;
  readonly theme_id: string | undefined;
}

/** Templates that members saved and that fit the filters. */
export function useSavedTemplates(search: TemplateSearch): readonly TemplateSummary[] {
  const { api } = useAppContext();
  const { data } = useQuery(templateQueries.all(api));
  return filterSaved(data?.items ?? [], search);
}

/** The workspace's own templates that fit the filters. Nothing if there are none. */
export function SavedTemplates({ shown, theme, theme_id }: SavedTemplatesProps) {
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="saved-templates" className="flex flex-col gap-3 pt-5">
      <h2 id="saved-templates" className="px-(--gutter) text-base font-medium">
        {t("Your templates")}
      </h2>
      <Gallery
        items={shown}
        list={{ "aria-labelledby": "saved-templates" }}
        card={(template, onOpen) => <SavedCard template={template} theme={theme} onOpen={onOpen} />}
        dialog={(template, state) => <SavedDialog {...{ template, theme, theme_id }} {...state} />}
      />
    </section>
  );
}

/** Those that fit the filters. They have no goal. */
function filterSaved(items: readonly TemplateSummary[], { q, type, goal }: TemplateSearch): readonly TemplateSummary[] {
  const fits = textFilter(q);
  return items.filter(
    (template) =>
      goal === "all" && (type === "all" || template.type === type) && fits(template.name, template.description),
  );
}

interface SavedCardProps {
  readonly template: TemplateSummary;
  readonly theme: PageTheme | undefined;
  readonly onOpen: () => void;
}

function SavedCard({ template, theme, onOpen }: SavedCardProps) {
  const { api } = useAppContext();
  const { data } = useQuery(templateQueries.one(api, template.id));
  const edition = useMemo(() => data && editionOf(data), [data]);
  const { name, description, type } = template;
  return (
    <GalleryCard
      name={name}
      summary={description}
      type={type}
      edition={edition}
      direction={textDirection(edition?.locale ?? language.tag)}
      theme={theme}
      onOpen={onOpen}
    />
  );
}

interface SavedDialogProps extends DialogState, Omit<SavedTemplatesProps, "shown"> {
  readonly template: TemplateSummary;
}

/** Leaves room for the number of the next free slug. */
const SLUG_NAME_CHARS = 60;

/** Plays a saved template, creates content from it, and renames or deletes it. */
function SavedDialog({ template, open, onOpenChange, theme, theme_id }: SavedDialogProps) {
  const { api } = useAppContext();
  const query = useQuery(templateQueries.one(api, template.id));
  const may_edit = useCan("content.write");
  const { create, busy } = useCreateFromTemplate();
  const { name, description } = template;
  const use = ({ draft }: TemplateDetail): void => {
    const { theme: own, ...rest } = editionOf({ draft });
    const chosen = theme_id ?? own;
    create({
      name,
      slug: slugify(name.slice(0, SLUG_NAME_CHARS)) || "from-template",
      draft: { ...rest, ...(chosen && { theme: chosen }) },
    });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="full"
      title={name}
      description={description}
      actions={
        may_edit && (
          <>
            <SavedActions template={template} onDeleted={() => onOpenChange(false)} />
            <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
            <Button
              variant="primary"
              busy={busy}
              disabled={query.data === undefined}
              onClick={() => query.data && use(query.data)}
            >
              {t("Use template")}
            </Button>
          </>
        )
      }
    >
      <QueryView query={query} shape={<Skeleton className="h-80" />}>
        {(detail) => {
          const edition = editionOf(detail);
          return (
            <div className="grid min-h-0 flex-1 gap-5 max-lg:grid-rows-[minmax(18rem,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_18rem]">
              <Play edition={edition} name={name} language={edition.locale ?? language.tag} theme={theme} />
              <Needs needs={templateNeeds(edition)} />
            </div>
          );
        }}
      </QueryView>
    </Dialog>
  );
}

function SavedActions({ template, onDeleted }: { readonly template: TemplateSummary; readonly onDeleted: () => void }) {
  const { api } = useAppContext();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<"rename" | "delete">();
  const close = (open: boolean): void => setDialog((before) => (open ? before : undefined));
  const { name } = template;
  const remove = useMutation({
    mutationFn: () => api.call("DELETE /api/templates/:id", { params: { id: template.id } }),
    onSuccess: () => {
      toast.done({ title: t("{name} deleted", { name }) });
      setDialog(undefined);
      onDeleted();
    },
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t delete template"), () => remove.mutate()),
    onSettled: () => client.invalidateQueries(templateQueries.all(api)),
  });
  return (
    <span className="me-auto flex gap-1">
      <IconButton label={t("Rename {name}", { name })} onClick={() => setDialog("rename")}>
        <Pencil />
      </IconButton>
      <IconButton label={t("Delete {name}", { name })} onClick={() => setDialog("delete")}>
        <Trash2 />
      </IconButton>
      <TemplateNameDialog of={{ kind: "saved", template }} open={dialog === "rename"} onOpenChange={close} />
      <ConfirmDialog
        open={dialog === "delete"}
        onOpenChange={close}
        title={t("Delete {name}?", { name })}
        description={t("This deletes the template for all members. Content that was created from it stays.")}
        action={t("Delete template")}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </span>
  );
}
