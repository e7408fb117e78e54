import { type Cause, causesOf, causeText } from "./cause.ts";

/** Why rows of imported files are rejected, as ICU messages in English. */
export const REFUSAL_TEXTS = {
  // The ID column is empty.
  id_missing: "This row has no ID. Add one.",
  fields_extra:
    "This row has {fields, plural, one {# field} other {# fields}}, but the header has {columns}. Put fields that contain a separator in quotes.",
  not_attributes: "{column}: enter a JSON object that contains only text, numbers, true or false, and lists of text.",
  field_too_long: "{column}: longer than {chars_max} characters.",
  not_number: "{column}: “{text}” isn't a number.",
  not_boolean: "{column}: “{text}” isn't yes or no.",
  id_column_missing: "Select the column that contains the IDs.",
  id_column_repeated: "Only one column can contain the IDs.",
  attribute_name_invalid:
    "“{attribute}” isn't a valid attribute name. Start with a letter, then use letters, digits, and _.",
  attribute_repeated: "Two columns map to the attribute {attribute}. Skip one of them.",
  // Message of a schema or an API error.
  row_unreadable: "This row isn't valid. Check its quotes and separators.",
  row_invalid: "{message}",
  field_invalid: "{field}: {message}",
  content_missing: "No content has this slug, or the content is archived.",
  text_missing: "This text no longer exists in the content.",
  source_language: "This is the content's source language.",
  text_changed: "The text changed after the export. Translate it again.",
  // The tags of bold, italic, and links in translations: <b>, <i>, <a>.
  tag_missing: "The translation lacks the tag {tag}. Add it and its closing tag, as in the source text.",
  tag_unknown: "The source text has no tag {tag}. Remove it from the translation.",
  tag_unclosed: "The tag {tag} isn't closed. Add its closing tag.",
  tag_unopened: "{tag} doesn't close the last open tag. Put the tags in order.",
  content_unsavable: "The content can't be saved.",
  content_edited: "Someone just edited the content. Upload the file again.",
  content_too_large:
    "With these translations, the content has {bytes} bytes. The limit is {bytes_max}. Split the content in two.",
} as const;

interface RefusalValues {
  readonly fields: number;
  readonly columns: number;
  readonly column: string;
  readonly chars_max: number;
  readonly text: string;
  readonly attribute: string;
  readonly field: string;
  /** An English sentence. */
  readonly message: string;
  readonly tag: string;
  readonly bytes: number;
  readonly bytes_max: number;
}

export const refusal = causesOf<RefusalValues>()(REFUSAL_TEXTS);

export const refusalText = (cause: Cause): string => causeText(REFUSAL_TEXTS, cause);
