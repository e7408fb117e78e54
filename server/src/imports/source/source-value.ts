/** A value as a source file has it, with its line. Code is kept as text and never run. */
export type SourceValue =
  | SourceObject
  | { readonly kind: "list"; readonly line: number; readonly items: readonly SourceValue[] }
  | { readonly kind: "text"; readonly line: number; readonly text: string }
  /** JSX, as HTML. */
  | { readonly kind: "markup"; readonly line: number; readonly text: string }
  | { readonly kind: "number"; readonly line: number; readonly value: number }
  | { readonly kind: "boolean"; readonly line: number; readonly value: boolean }
  | { readonly kind: "null"; readonly line: number }
  | { readonly kind: "code"; readonly line: number; readonly code: string };

export interface SourceObject {
  readonly kind: "object";
  readonly line: number;
  readonly fields: ReadonlyMap<string, SourceValue>;
}

/** A call with literals, such as `driver({ steps: [] })`, or a JSX element, whose attributes are one object. */
export interface SourceCall {
  /** The last name: `setOptions` of `introJs().setOptions()`. */
  readonly name: string;
  readonly args: readonly SourceValue[];
}

export interface SourceFile {
  readonly calls: readonly SourceCall[];
  /** Values of a file without calls that create tours: its export, and constants by name. */
  readonly values: readonly SourceValue[];
  /** Of a saved page: the elements with attributes of a guide. */
  readonly elements?: readonly SourceElement[];
}

/** An element of a saved page. */
export interface SourceElement {
  readonly tag: string;
  /** A selector by position. */
  readonly path: string;
  readonly text: string;
  readonly own: ReadonlyMap<string, string>;
  /** Attributes of the guide, as fields. */
  readonly attributes: SourceObject;
}
