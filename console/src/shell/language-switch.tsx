import { Languages } from "lucide-react";
import { chooseLanguage, language, languages } from "../language/language.ts";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { Menu, MenuChoice } from "../ui/menu.tsx";

const OPTIONS = languages.map(({ tag, own_name }) => ({ value: tag, label: own_name, lang: tag }));

/** Choosing the language outside, where there is no account yet. */
export function LanguageSwitch() {
  return (
    <Menu
      trigger={
        <Button look="ghost" aria-label={t("Language: {name}", { name: language.own_name })}>
          <Languages />
          {language.own_name}
        </Button>
      }
      align="end"
    >
      <LanguageChoice />
    </Menu>
  );
}

/** Every language by the name that it has in itself: who looks for it may read no other. Inside a menu. */
export function LanguageChoice() {
  return <MenuChoice label={t("Language")} value={language.tag} options={OPTIONS} onChange={chooseLanguage} />;
}
