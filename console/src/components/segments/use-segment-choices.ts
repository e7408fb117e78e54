import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { segmentQueries } from "../../lib/queries/segments.ts";
import type { ComboboxListProps } from "../../ui/combobox/combobox-list.tsx";
import type { ComboboxItem } from "../../ui/combobox/item-label.tsx";

/** The segments for a combobox, and a way to create one in a new tab, so that the open form keeps its input. */
export function useSegmentChoices(): Pick<ComboboxListProps<ComboboxItem>, "items" | "none" | "create"> {
  const { api } = useAppContext();
  const app = useApp();
  const may_edit = useCan("segment.write");
  const router = useRouter();
  const { data } = useQuery(segmentQueries.all(api));
  const onCreate = (): void => {
    const page = router.buildLocation({ to: "/$app/segments/$id", params: { app: app.id, id: "new" } });
    window.open(page.publicHref, "_blank", "noopener");
  };
  return {
    items: (data?.items ?? []).map(({ id, name }) => ({ id, label: name })),
    none: data === undefined ? undefined : t("No segments yet"),
    create: may_edit ? { label: t("Create segment"), onCreate } : undefined,
  };
}
