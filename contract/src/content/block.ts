/** Inline text. `href` is `https:`, `http:`, `mailto:`, `tel:`, or a path. */
export interface Span {
  readonly text: string;
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly code?: boolean | undefined;
  readonly href?: string | undefined;
}

export interface ImageBlock {
  readonly kind: "image";
  readonly url: string;
  /** Description for people who can't see the image. Empty only if it's decorative. */
  readonly alt: string;
  /** The image adds nothing to the text, so that screen readers skip it. */
  readonly decorative?: boolean | undefined;
}

/** A text track in WebVTT. */
export interface Captions {
  readonly url: string;
  /** BCP 47 tag. */
  readonly language: string;
}

/** Width to height. */
export const VIDEO_RATIOS = ["16:9", "4:3", "1:1", "9:16"] as const;
export type VideoRatio = (typeof VIDEO_RATIOS)[number];

/** Nothing is requested from the video's host before the person plays it. */
export interface VideoBlock {
  readonly kind: "video";
  /** A file, or a video of a provider that `readVideo` knows. */
  readonly url: string;
  /** Accessible name of the player. */
  readonly title: string;
  /** Image before the video is played. */
  readonly poster?: string | undefined;
  /** Of a file. Providers have their own. */
  readonly captions?: readonly Captions[] | undefined;
  /** Reserves the space. Default: 16:9. */
  readonly ratio?: VideoRatio | undefined;
}

/** A page of an allowed host in a sandboxed frame. Nothing is requested before the person opens it. */
export interface EmbedBlock {
  readonly kind: "embed";
  readonly url: string;
  /** Accessible name of the frame. */
  readonly title: string;
  readonly height_px: number;
}

/** A block of rich text: typed, never HTML. Only blocks that load something have a `url`. */
export type Block =
  | {
      readonly kind: "paragraph";
      readonly spans: readonly Span[];
      readonly format?: "heading" | "quote" | undefined;
    }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly (readonly Span[])[] }
  | ImageBlock
  | VideoBlock
  | EmbedBlock;

export type MediaBlock = VideoBlock | EmbedBlock;

/** Blocks without text of their own. */
export type LoadedBlock = ImageBlock | MediaBlock;
