import { limits } from "@fanfare/contract/limits";

export interface ConvertedImage {
  /** WebP. */
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Tried in this order until the file is small enough. */
const QUALITIES = [82, 65, 45] as const;
const FORMATS: ReadonlySet<string> = new Set(["gif", "jpeg", "png", "webp"]);

/**
 * Reads an image by its bytes, whatever its name says, and converts it to WebP of at most `image_edge_px_max` pixels.
 * The pixels are encoded again, so that nothing else of the file remains: no location of a photo, no appended script.
 * Returns the reason if it can't be used.
 */
export async function convertImage(file: Uint8Array): Promise<ConvertedImage | string> {
  if (isSvg(file)) return "SVG files can contain scripts. Export the image as PNG or WebP.";
  try {
    const { format } = await new Bun.Image(file).metadata();
    if (!FORMATS.has(format)) return UNKNOWN;
    if (isAnimated(file)) return "The image is animated. Upload a still image.";
    for (const quality of QUALITIES) {
      const edge = limits.image_edge_px_max;
      const image = new Bun.Image(file, { maxPixels: limits.image_pixels_max })
        .resize(edge, edge, { fit: "inside", withoutEnlargement: true })
        .webp({ quality });
      const bytes = await image.bytes();
      if (bytes.length <= limits.image_stored_bytes_max) return { bytes, width: image.width, height: image.height };
    }
    return "The image has too much detail to be stored. Export it in a smaller size.";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ERR_IMAGE_TOO_MANY_PIXELS")
      return `The image has more than ${limits.image_pixels_max / 1_000_000} million pixels. Export it in a smaller size.`;
    if (code === "ERR_IMAGE_DECODE_FAILED") return "The file is damaged or incomplete. Export the image again.";
    if (code === "ERR_IMAGE_UNKNOWN_FORMAT" || code === "ERR_IMAGE_FORMAT_UNSUPPORTED") return UNKNOWN;
    throw error;
  }
}

const UNKNOWN = "The file isn't a PNG, JPEG, WebP, or GIF image.";
const SVG_HEAD_BYTES = 1_024;

function isSvg(file: Uint8Array): boolean {
  return /^\s*<(?:\?xml|!doctype svg|!--|svg)/i.test(new TextDecoder().decode(file.subarray(0, SVG_HEAD_BYTES)));
}

/** A still of it would be a surprise. */
function isAnimated(file: Uint8Array): boolean {
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (text.toString("latin1", 0, 4) === "GIF8") return countGifFrames(file) > 1;
  if (text.toString("latin1", 8, 16) === "WEBPVP8X") return ((file[WEBP_FLAGS_AT] ?? 0) & WEBP_ANIMATION) !== 0;
  // The chunk that makes a PNG animated comes before its pixels.
  const [animation, pixels] = [text.indexOf("acTL", 0, "latin1"), text.indexOf("IDAT", 0, "latin1")];
  return text.toString("latin1", 1, 4) === "PNG" && animation >= 0 && animation < pixels;
}

const WEBP_FLAGS_AT = 20;
const WEBP_ANIMATION = 0x02;
const GIF_HEADER_BYTES = 13;

/** Counts up to two frames (GIF89a specification, sections 18 to 23). */
function countGifFrames(file: Uint8Array): number {
  const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1));
  let at = GIF_HEADER_BYTES + tableBytes(file[10] ?? 0);
  const skipBlocks = (): void => {
    for (let length = file[at] ?? 0; length > 0; length = file[at] ?? 0) at += length + 1;
    at++;
  };
  let frames = 0;
  while (at < file.length && frames < 2) {
    const kind = file[at];
    if (kind === 0x21) at += 2;
    else if (kind === 0x2c) {
      frames++;
      at += 10 + tableBytes(file[at + 9] ?? 0) + 1;
    } else break;
    skipBlocks();
  }
  return frames;
}
