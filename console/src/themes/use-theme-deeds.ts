import type { ThemeDetail } from "@fanfare/contract/schema/theme";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { toast } from "../ui/toast.tsx";
import { themesAll } from "./queries.ts";

/** What can be done with a whole theme. */
export function useThemeDeeds() {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const settled = {
    onError: (error: Error) => void toast.problem(asProblem(error)),
    onSettled: () => client.invalidateQueries(themesAll),
  };
  const choose = useMutation({
    ...settled,
    mutationFn: (theme: ThemeDetail | null) => api.chooseTheme(theme?.id ?? null),
    onSuccess: (_, theme) =>
      void toast.done({
        title:
          theme === null
            ? t("Contents that choose no theme now wear the built-in one")
            : t("Contents that choose no theme now wear {theme}", { theme: theme.name }),
      }),
  });
  const duplicate = useMutation({
    ...settled,
    mutationFn: ({ name, theme }: ThemeDetail) => {
      const copy = { ...theme, fonts: [...theme.fonts], confetti: [...theme.confetti] };
      return api.createTheme({ name: t("{name} copy", { name }), theme: copy });
    },
    onSuccess: ({ id }) => void navigate({ to: "/$app/themes/$id", params: { app: app.id, id } }),
  });
  return { choose: choose.mutate, duplicate: duplicate.mutate };
}
