/** A value as a source file has it, with its line. Code is kept as text and never run. */
export type SourceValue =
  | SourceObject
  | SourceList
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
  /** The code of the condition under which a list has this object. */
  readonly only_if?: string;
}

export interface SourceList {
  readonly kind: "list";
  readonly line: number;
  readonly items: readonly SourceValue[];
  /** The code that changes the items before they are used, such as the function of `map`. */
  readonly changed_by?: string;
}

/** A call with literals, such as `driver({ steps: [] })`, or a JSX element, whose attributes are one object. */
export interface SourceCall {
  /** The last name: `setOptions` of `introJs().setOptions()`. */
  readonly name: string;
  /** What a chain of calls starts with: `tour` of `tour.addStep().addStep()`. */
  readonly on?: string | undefined;
  /** The variable that gets the result. */
  readonly result?: string | undefined;
  readonly args: readonly SourceValue[];
}

/** A value with the name of its variable, function, or argument. */
export interface NamedValue {
  readonly name: string | undefined;
  readonly value: SourceValue;
}

export interface SourceFile {
  readonly calls: readonly SourceCall[];
  /** Values of a file without calls that create tours: its export, and constants by name. */
  readonly values: readonly NamedValue[];
  /** Lists and objects that functions return. */
  readonly returned: readonly NamedValue[];
  /** Of a saved page: the elements with attributes of a guide. */
  readonly elements?: readonly SourceElement[];
  /** Lines of a page's scripts that can't be parsed. */
  readonly unparsed?: readonly number[];
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
