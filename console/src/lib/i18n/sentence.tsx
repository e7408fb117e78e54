import { Fragment, type ReactNode } from "react";
import { language } from "./language.ts";
import { splitTemplate } from "./t.ts";

interface SentenceProps {
  /** English text with a placeholder for each element. */
  readonly text: string;
  readonly parts: Readonly<Record<string, ReactNode>>;
}

/**
 * A translated text that contains elements.
 *
 * @example
 * <Sentence text="No people yet. Read {link}." parts={{ link: <a href="…">{t("the guide")}</a> }} />
 */
export function Sentence({ text, parts }: SentenceProps) {
  return splitTemplate(text).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text are static
    <Fragment key={index}>{typeof part === "string" ? part : isolated(parts[part.name])}</Fragment>
  ));
}

/** Isolates the direction of an element in a right-to-left sentence. */
const isolated = (part: ReactNode): ReactNode => (language.direction === "ltr" ? part : <bdi>{part}</bdi>);
