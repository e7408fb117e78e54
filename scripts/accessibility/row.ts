/** A test by file and title, or a group of tests by the group's title. */
export interface ShownBy {
  readonly file: string;
  readonly title: string;
}

export interface Row {
  /** Section of the rule. Rows of a section are grouped in source order. */
  readonly part: string;
  readonly rule: string;
  /** WCAG 2.2 criteria, or a pattern of the ARIA Authoring Practices Guide. */
  readonly source: string;
  readonly shown_by: readonly ShownBy[];
}

export const inFile =
  (file: string) =>
  (...titles: readonly string[]): readonly ShownBy[] =>
    titles.map((title) => ({ file, title }));

/** All displayed content, in every combination of theme, direction, and size that is tested. */
export const AXE = inFile("sdk/test/matrix.web.ts")("axe without violations or undecided contrasts");
