import { z } from "zod";
import { type Block, VIDEO_RATIOS } from "../../content/block.ts";
import { limits } from "../../limits.ts";
import { embedHost } from "../../media/embed.ts";
import { readVideo } from "../../media/video.ts";
import { frameSchema, imageSchema, linkSchema } from "./link.ts";
import { localeSchema, textWithVariables } from "./text.ts";

const spanSchema = z.strictObject({
  text: textWithVariables(z.string().min(1, "Enter text.").max(limits.step_text_chars_max)),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  code: z.boolean().optional(),
  href: linkSchema.optional(),
});

const mediaTitleSchema = textWithVariables(
  z.string().trim().min(1, "Name it for people who use screen readers.").max(limits.media_title_chars_max),
);

const blockSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("paragraph"),
    spans: z.array(spanSchema).min(1).max(limits.paragraph_spans_max),
    format: z.enum(["heading", "quote"]).optional(),
  }),
  z.strictObject({
    kind: z.literal("list"),
    ordered: z.boolean(),
    items: z.array(z.array(spanSchema).min(1).max(limits.list_item_spans_max)).min(1).max(limits.list_items_max),
  }),
  z
    .strictObject({
      kind: z.literal("image"),
      url: imageSchema,
      alt: z.string().max(limits.picture_alt_chars_max),
      decorative: z.boolean().optional(),
    })
    .refine(({ alt, decorative }) => alt !== "" || decorative === true, {
      error: "Describe the image for people who can't see it, or mark it as decorative.",
      path: ["alt"],
    }),
  z
    .strictObject({
      kind: z.literal("video"),
      url: imageSchema.refine(
        (url) => readVideo(url) !== undefined,
        "Enter the URL of a video on YouTube, Vimeo, Loom, or Wistia, or of an MP4 or WebM file.",
      ),
      title: mediaTitleSchema,
      poster: imageSchema.optional(),
      captions: z
        .array(z.strictObject({ url: imageSchema, language: localeSchema }))
        .max(limits.captions_max)
        .optional(),
      ratio: z.enum(VIDEO_RATIOS).optional(),
    })
    .refine(({ url, captions }) => captions === undefined || readVideo(url)?.provider === "file", {
      error: "Captions are for video files. Add them at the provider for its videos.",
      path: ["captions"],
    }),
  z.strictObject({
    kind: z.literal("embed"),
    url: frameSchema.refine((url) => embedHost(url) !== undefined, "Enter a full URL that starts with https:."),
    title: mediaTitleSchema,
    height_px: z
      .int()
      .min(limits.embed_height_px_min)
      .max(limits.embed_height_px_max)
      .default(limits.embed_height_px_default),
  }),
]) satisfies z.ZodType<Block>;

export const blocksSchema = z.array(blockSchema).max(limits.step_blocks_max);
