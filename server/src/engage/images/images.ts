import type { MemberId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import { contentReferences } from "../../store/statements/content/content-references.ts";
import {
  countImages,
  deleteImage,
  type ImageInfo,
  type ImageRow,
  imageByHash,
} from "../../store/statements/content/images.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import { isUniqueViolation, type WriteDeps } from "../../store/store.ts";
import { type ConvertedImage, convertImage } from "./convert-image.ts";

const HASH_CHARS = 22;

/** Converts one image after the other, because each takes up to 100 MB of memory. */
export type ConvertInTurn = typeof convertImage;

export function createImageConverter(): ConvertInTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (file) => {
    const converted = last.then(() => convertImage(file));
    last = converted.catch(() => {});
    return converted;
  };
}

/** @throws ProblemError `image_not_found`. */
export async function existingImage({ store }: Pick<WriteDeps, "store">, hash: string): Promise<ImageInfo> {
  const row = await imageByHash(store.db, hash);
  if (row !== undefined) return row;
  throw new ProblemError("image_not_found", "Image not found. It may have been deleted. Reload the list.");
}

/**
 * Stores an uploaded file as an image. The same picture is stored once: a second upload returns the first one.
 *
 * @throws ProblemError `image_unreadable` or `images_full`.
 */
export async function uploadImage(
  deps: WriteDeps & { readonly convert: ConvertInTurn },
  file: { readonly name: string; readonly bytes: Uint8Array },
  member_id: MemberId | null,
): Promise<ImageInfo> {
  const converted = await deps.convert(file.bytes);
  if (typeof converted === "string") throw new ProblemError("image_unreadable", `${converted} Nothing was stored.`);
  return await storeImage(deps, { name: file.name, ...converted }, member_id);
}

async function storeImage(
  deps: WriteDeps,
  { name, bytes, width, height }: ConvertedImage & { readonly name: string },
  member_id: MemberId | null,
): Promise<ImageInfo> {
  const { store, clock } = deps;
  const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("base64url").slice(0, HASH_CHARS);
  const known = await imageByHash(store.db, hash);
  if (known !== undefined) return known;
  if ((await countImages(store.db)) >= limits.images_max) {
    throw new ProblemError(
      "images_full",
      `The workspace has reached the limit of ${limits.images_max} images. Delete some that aren't used.`,
    );
  }
  const row: ImageRow = {
    ...{ hash, name, width, height, bytes: bytes.length, data: Buffer.from(bytes).toString("base64") },
    ...{ created_at: clock.now(), created_by: member_id },
  };
  const resource = { type: "image", id: hash } as const;
  try {
    await store.write([
      { query: insertRow(store.db, "images", row), expect: 1 },
      auditStatement(deps, { member_id, action: "image.create", resource, detail: { name } }),
    ]);
  } catch (error) {
    // The same picture, uploaded at the same time.
    if (!isUniqueViolation(error)) throw error;
  }
  return await existingImage(deps, hash);
}

/**
 * Deletes an image that neither a draft nor a live version uses. A version that is published again later shows its
 * description instead.
 *
 * @throws ProblemError `image_not_found`, or `image_used` with the uses.
 */
export async function removeImage(deps: WriteDeps, hash: string, member_id: MemberId | null): Promise<void> {
  const { store } = deps;
  const { name } = await existingImage(deps, hash);
  const used = (await contentReferences(store.db, hash)).map((content) => content.name);
  if (used.length > 0) {
    throw new ProblemError(
      "image_used",
      `Content uses this image: ${used.join(", ")}. Remove it there, publish, then delete the image.`,
    );
  }
  const resource = { type: "image", id: hash } as const;
  await store.write([
    { query: deleteImage(store.db, hash) },
    auditStatement(deps, { member_id, action: "image.delete", resource, detail: { name } }),
  ]);
}
