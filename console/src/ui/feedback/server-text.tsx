import { typographic } from "@fanfare/contract/wording/typographic";
import { SERVER_TEXT_SEPARATOR } from "../../lib/api/api-problem.ts";
import { language } from "../../lib/i18n/language.ts";

/**
 * A text that may end with the server's English text, which is set smaller, below, and marked as English. Untranslated
 * texts are marked as well. Plain text on English pages.
 */
export function ServerText({ text }: { readonly text: string }) {
  if (language.tag === "en") return text;
  const [own = "", server] = text.split(SERVER_TEXT_SEPARATOR, 2);
  if (server === undefined) return isEnglish(own) ? <English text={own} /> : own;
  return (
    <>
      {own}
      <span className="mt-1 block text-xs opacity-80">
        <English text={server} />
      </span>
    </>
  );
}

const English = ({ text }: { readonly text: string }) => (
  <span lang="en" dir="ltr" className="inline-block text-start">
    {typographic(text)}
  </span>
);

const isEnglish = (text: string): boolean => /\p{Script=Latin}/u.test(text) && !/\p{Script=Arabic}/u.test(text);
