import type { ThemeDetail } from "@fanfare/contract/schema/responses/content/theme";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { useOptimisticUpdate } from "../../lib/optimistic-update.ts";
import { themeQueries, themeQueryFilter } from "../../lib/queries/themes.ts";
import { toast } from "../../lib/toast.ts";

export function useThemeActions() {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const atOnce = useOptimisticUpdate();
  const all = themeQueries.all(api);
  const messages = (theme: ThemeDetail | undefined) => ({
    title:
      theme === undefined ? t("Built-in theme set as default") : t("{theme} set as default", { theme: theme.name }),
  });
  const choose = (theme: ThemeDetail | undefined): void => {
    const before = client.getQueryData(all.queryKey)?.items.find(({ is_default }) => is_default);
    void atOnce({
      ...{ shown: all, stale: themeQueryFilter },
      change: (list) => ({ items: list.items.map((each) => ({ ...each, is_default: each.id === theme?.id })) }),
      act: () => api.call("PUT /api/default-theme", { body: { id: theme?.id ?? null } }),
      done: messages(theme),
      undo: {
        act: () => api.call("PUT /api/default-theme", { body: { id: before?.id ?? null } }),
        done: messages(before),
      },
    });
  };
  const duplicate = useMutation({
    onError: (error: Error) => void toast.problem(asProblem(error)),
    onSettled: () => client.invalidateQueries(themeQueryFilter),
    mutationFn: ({ name, theme }: ThemeDetail) => {
      const copy = { ...theme, fonts: [...theme.fonts], confetti: [...theme.confetti] };
      return api.call("POST /api/themes", { body: { name: t("{name} copy", { name }), theme: copy } });
    },
    onSuccess: ({ id }) => void navigate({ to: "/$app/themes/$id", params: { app: app.id, id } }),
  });
  return { choose, duplicate: duplicate.mutate };
}
