/** Inline text. `href` is `https:`, `http:`, `mailto:`, `tel:`, or a path. */
export interface Span {
  readonly text: string;
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly code?: boolean | undefined;
  readonly href?: string | undefined;
}

/** A block of rich text: typed, never HTML. */
export type Block =
  | {
      readonly kind: "paragraph";
      readonly spans: readonly Span[];
      readonly format?: "heading" | "quote" | undefined;
    }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly (readonly Span[])[] }
  | {
      readonly kind: "image";
      readonly url: string;
      /** Description for people who can't see the image. Empty only if it's decorative. */
      readonly alt: string;
      /** The image adds nothing to the text, so that screen readers skip it. */
      readonly decorative?: boolean | undefined;
    };
