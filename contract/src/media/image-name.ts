/**
 * An uploaded image as its URL names it: by a hash of its bytes, so that a URL never changes its content, and with its
 * size, so that a page reserves its space before it loads.
 */
export interface ImageName {
  readonly hash: string;
  readonly width: number;
  readonly height: number;
}

const NAME = /\/images\/([\w-]{22})-(\d{1,5})x(\d{1,5})\.webp$/;

/** @example imagePath({ hash, width: 1200, height: 800 }); // "/images/…-1200x800.webp" */
export function imagePath({ hash, width, height }: ImageName): string {
  return `/images/${hash}-${width}x${height}.webp`;
}

/** Undefined if the URL or path isn't that of an uploaded image. */
export function readImageName(url: string): ImageName | undefined {
  const [, hash, width, height] = NAME.exec(url) ?? [];
  return hash === undefined ? undefined : { hash, width: Number(width), height: Number(height) };
}
