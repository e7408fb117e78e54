import { SERVER_TEXT_SEPARATOR } from "../../lib/api/api-problem.ts";
import { language } from "../../lib/i18n/language.ts";

/**
 * Words that may end in the server's own, which are English: below the page's, small, and read aloud as English. A text that
 * nobody has translated is shown for what it is. On an English page the words and nothing else.
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
    {text}
  </span>
);

const isEnglish = (text: string): boolean => /\p{Script=Latin}/u.test(text) && !/\p{Script=Arabic}/u.test(text);
