import { Monitor, Moon, Sun } from "lucide-react";
import { t } from "../language/t.ts";
import { chooseTheme, type Theme, useTheme } from "../theme.ts";
import { Button } from "../ui/button.tsx";
import { Menu, MenuChoice } from "../ui/menu.tsx";

const OPTIONS = [
  { value: "system", label: t("System"), icon: <Monitor /> },
  { value: "light", label: t("Light"), icon: <Sun /> },
  { value: "dark", label: t("Dark"), icon: <Moon /> },
] as const satisfies readonly { value: Theme; label: string; icon: React.ReactNode }[];

export function ThemeSwitch() {
  const theme = useTheme();
  const current = OPTIONS.find((option) => option.value === theme) ?? OPTIONS[0];
  return (
    <Menu
      trigger={
        <Button
          look="ghost"
          data-tour="theme-switch"
          aria-label={t("Theme: {name}", { name: current.label })}
          className="w-8 px-0 pointer-coarse:min-w-10"
        >
          {current.icon}
        </Button>
      }
      align="end"
    >
      <MenuChoice label={t("Theme")} value={theme} options={OPTIONS} onChange={chooseTheme} />
    </Menu>
  );
}
