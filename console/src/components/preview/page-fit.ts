interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of a page, and the scale at which it is drawn. */
export interface PageFit extends Size {
  readonly scale: number;
}

/** Draws the whole page of a device, at most in its real size. */
export function fit({ width, height }: Size, room: Size): PageFit {
  const scale = room.width === 0 ? 0.5 : Math.min(1, room.width / width, room.height / height);
  return { width, height, scale };
}

/** The scale below which texts are too small to read. */
const SCALE_MIN = 0.75;

/**
 * Like {@link fit}, but on a smaller page of the same device instead of at less than three quarters of the real size.
 *
 * @example
 * fitLegibly({ width: 600, height: 460, width_min: 500 }, { width: 375, height: 300 }); // 500 x 400 at 0.75
 */
export function fitLegibly(device: Size & { readonly width_min: number }, room: Size): PageFit {
  const whole = fit(device, room);
  if (room.width === 0 || whole.scale >= SCALE_MIN) return whole;
  const scale = Math.min(SCALE_MIN, room.width / device.width_min);
  return {
    width: Math.min(device.width, Math.floor(room.width / scale)),
    height: Math.min(device.height, Math.floor(room.height / scale)),
    scale,
  };
}

/**
 * Like {@link fitLegibly}, but draws a larger page of the device in its real size if there is room for it.
 *
 * @example
 * fitFilling(DEVICES.desktop, { width: 1_000, height: 700 }); // 1000 x 700 at 1
 */
export function fitFilling(
  device: Parameters<typeof fitLegibly>[0] & { readonly width_max: number; readonly height_max: number },
  room: Size,
): PageFit {
  if (room.width < device.width || room.height < device.height) return fitLegibly(device, room);
  const width = Math.min(device.width_max, Math.floor(room.width));
  return { width, height: Math.min(device.height_max, Math.floor(room.height)), scale: 1 };
}
