/** Suggested languages of content. The API accepts any tag. */
export const SUGGESTED_LOCALES: readonly string[] = [
  ..."ar bg bn ca cs da de de-AT de-CH el en en-GB es es-MX et fa fi fr fr-CA he hi hr hu id it ja ko lt lv ms nb nl".split(
    " ",
  ),
  ..."pl pt pt-BR ro ru sk sl sr sv sw ta te th tr uk ur vi zh-Hans zh-Hant".split(" "),
];
