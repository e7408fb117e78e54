import { textDirection } from "@fanfare/contract/lib/text-direction";
import { limits } from "@fanfare/contract/limits";
import { hasMarks, tagProblems } from "@fanfare/contract/translation/marked-text";
import { type Translations, translationOf } from "@fanfare/contract/translation/translation";
import { REFUSAL_TEXTS, refusal } from "@fanfare/contract/wording/refusals";
import { useId } from "react";
import { tCause } from "../../../lib/i18n/cause.ts";
import { localeOption } from "../../../lib/i18n/locale-options.ts";
import { t } from "../../../lib/i18n/t.ts";
import { type SourceText, TEXT, type TextGroup, withText } from "../../../model/draft/translation-texts.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Input, Textarea } from "../../../ui/forms/input.tsx";
import { useEditor } from "../state/editor-context.ts";
import { MarkedText, MarkedTextField } from "./marked-text-field.tsx";

interface GroupProps {
  readonly group: TextGroup;
  readonly tag: string;
  /** Source language. "" if not set. */
  readonly source: string;
  readonly translations: Translations;
  readonly onChange: (translations: Translations) => void;
}

export function TranslationGroup({ group, tag, source, translations, onChange }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="@container rounded-lg border border-line">
      <h3 id={id} dir="auto" className="rounded-t-lg border-b border-line bg-sunken px-4 py-2.5 text-sm font-semibold">
        {group.title}
      </h3>
      <div className="flex flex-col divide-y divide-line">
        {group.texts.map((each) => (
          <TranslatedText
            key={each.key}
            source_text={each}
            tag={tag}
            source={source}
            value={translationOf(translations[tag] ?? {}, each.key, each) ?? ""}
            onChange={(text) => onChange(withText(translations, tag, each, text))}
          />
        ))}
      </div>
    </section>
  );
}

interface TextProps {
  readonly source_text: SourceText;
  readonly tag: string;
  readonly source: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function TranslatedText({ source_text, tag, source, value, onChange }: TextProps) {
  const { state, read_only } = useEditor();
  const { key, text, spans = [], place } = source_text;
  const field = {
    value,
    lang: tag,
    dir: textDirection(tag),
    readOnly: read_only,
    maxLength: limits.translation_chars_max,
    placeholder: t("Not translated yet"),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
  };
  const [wrong_tag] = value === "" || spans.length === 0 ? [] : tagProblems(value, spans);
  const problem =
    state.problems.get(`translations.${tag}.${key}`) ??
    (wrong_tag?.kind === "tag_missing"
      ? t("Format the matching words as in the source text.")
      : wrong_tag && tCause(REFUSAL_TEXTS, refusal(wrong_tag.kind, { tag: wrong_tag.tag })));
  return (
    <Field
      label={
        <span className="flex flex-col gap-0.5">
          <span className="text-xs font-normal text-ink-3">{place}</span>
          <span
            lang={source === "" ? undefined : source}
            dir="auto"
            className="font-normal whitespace-pre-wrap text-ink-2"
          >
            {spans.length === 0 ? text : <MarkedText spans={spans} />}
          </span>
          <span className="sr-only">{t("{language} translation", { language: localeOption(tag).label })}</span>
        </span>
      }
      error={problem}
      className="px-4 py-3 @min-[40rem]:grid @min-[40rem]:grid-cols-2 @min-[40rem]:gap-x-6 @min-[40rem]:*:nth-3:col-start-2"
    >
      {hasMarks(spans) ? (
        <MarkedTextField source={spans} tag={tag} value={value} onChange={onChange} />
      ) : place === TEXT ? (
        <Textarea {...field} rows={1} className="min-h-9" />
      ) : (
        <Input {...field} />
      )}
    </Field>
  );
}
