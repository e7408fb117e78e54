/** A test by its file and its title, or by that of the group that it is in. */
export interface ShownBy {
  readonly file: string;
  readonly title: string;
}

/** One rule of how Fanfare is used without a mouse, without sight, without hurry: what holds, and which tests show it. */
export interface Row {
  /** What it concerns: rows of the same part stand together, in the order in which they are written. */
  readonly part: string;
  readonly rule: string;
  /** Criteria of WCAG 2.2, or the pattern of the ARIA Authoring Practices Guide. */
  readonly source: string;
  readonly shown_by: readonly ShownBy[];
}

/** The tests of a file, by their titles. */
export const inFile =
  (file: string) =>
  (...titles: readonly string[]): readonly ShownBy[] =>
    titles.map((title) => ({ file, title }));

/** All that is shown, in every look. */
export const AXE = inFile("sdk/test/matrix.web.ts")("axe finds nothing, and decides every contrast");
