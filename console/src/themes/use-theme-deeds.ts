import type { ThemeDetail } from "@fanfare/contract/schema/theme";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useAtOnce } from "../at-once.ts";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { toast } from "../ui/toast.tsx";
import { themeQueries, themesAll } from "./queries.ts";

/** What can be done with a whole theme. */
export function useThemeDeeds() {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const atOnce = useAtOnce();
  const all = themeQueries.all(api);
  const words = (theme: ThemeDetail | undefined) => ({
    title:
      theme === undefined
        ? t("Contents that choose no theme now wear the built-in one")
        : t("Contents that choose no theme now wear {theme}", { theme: theme.name }),
  });
  const choose = (theme: ThemeDetail | undefined): void => {
    const before = client.getQueryData(all.queryKey)?.items.find(({ is_default }) => is_default);
    void atOnce({
      ...{ shown: all, stale: themesAll },
      change: (list) => ({ items: list.items.map((each) => ({ ...each, is_default: each.id === theme?.id })) }),
      act: () => api.chooseTheme(theme?.id ?? null),
      done: words(theme),
      undo: { act: () => api.chooseTheme(before?.id ?? null), done: words(before) },
    });
  };
  const duplicate = useMutation({
    onError: (error: Error) => void toast.problem(asProblem(error)),
    onSettled: () => client.invalidateQueries(themesAll),
    mutationFn: ({ name, theme }: ThemeDetail) => {
      const copy = { ...theme, fonts: [...theme.fonts], confetti: [...theme.confetti] };
      return api.createTheme({ name: t("{name} copy", { name }), theme: copy });
    },
    onSuccess: ({ id }) => void navigate({ to: "/$app/themes/$id", params: { app: app.id, id } }),
  });
  return { choose, duplicate: duplicate.mutate };
}
