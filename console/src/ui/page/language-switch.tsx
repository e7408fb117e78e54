import { Languages } from "lucide-react";
import { language, languages, setLanguage } from "../../lib/i18n/language.ts";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../elements/button.tsx";
import { Menu, MenuChoice } from "../overlay/menu.tsx";

const OPTIONS = languages.map(({ tag, own_name }) => ({ value: tag, label: own_name, lang: tag }));

/** Language menu for pages without a session. */
export function LanguageSwitch() {
  return (
    <Menu
      trigger={
        <Button variant="ghost" aria-label={t("Language: {name}", { name: language.own_name })}>
          <Languages />
          {language.own_name}
        </Button>
      }
      align="end"
    >
      <LanguageMenuItems />
    </Menu>
  );
}

/** Languages by their own name, for readers who don't know another one. Use inside a menu. */
export function LanguageMenuItems() {
  return <MenuChoice label={t("Language")} value={language.tag} options={OPTIONS} onChange={setLanguage} />;
}
