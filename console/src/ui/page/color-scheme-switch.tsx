import { Monitor, Moon, Sun } from "lucide-react";
import { type ColorScheme, setColorScheme, useColorScheme } from "../../lib/color-scheme.ts";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../elements/button.tsx";
import { Menu, MenuChoice } from "../overlay/menu.tsx";

const OPTIONS = [
  { value: "system", label: t("System"), icon: <Monitor /> },
  { value: "light", label: t("Light"), icon: <Sun /> },
  { value: "dark", label: t("Dark"), icon: <Moon /> },
] as const satisfies readonly { value: ColorScheme; label: string; icon: React.ReactNode }[];

export function ColorSchemeSwitch() {
  const theme = useColorScheme();
  const current = OPTIONS.find((option) => option.value === theme) ?? OPTIONS[0];
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          data-tour="theme-switch"
          aria-label={t("Theme: {name}", { name: current.label })}
          className="w-8 px-0 pointer-coarse:min-w-10"
        >
          {current.icon}
        </Button>
      }
      align="end"
    >
      <MenuChoice label={t("Theme")} value={theme} options={OPTIONS} onChange={setColorScheme} />
    </Menu>
  );
}
