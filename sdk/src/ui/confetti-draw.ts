import { type Piece, type Pose, poseAt } from "./confetti-physics.ts";
import { CANVAS_PIXELS_MAX, DEVICE_PIXEL_RATIO_MAX } from "./limits.ts";

const TURN = 2 * Math.PI;

/** Canvas pixels per CSS pixel: sharp on dense screens, within a budget of pixels on large ones. */
export function sharpness(width: number, height: number, device_pixel_ratio: number): number {
  const budget = Math.sqrt(CANVAS_PIXELS_MAX / Math.max(1, width * height));
  return Math.min(device_pixel_ratio, DEVICE_PIXEL_RATIO_MAX, Math.max(budget, 0.5));
}

export interface Painter {
  /** Wipes the canvas. */
  clear(): void;
  /** Draws what is there at `time_ms` of the pieces born by `until_ms`; false when nothing is there or still to come. */
  paint(pieces: readonly Piece[], colors: readonly string[], time_ms: number, until_ms: number): boolean;
}

/** Draws on one canvas. A frame allocates nothing: one pose is written over and over. */
export function createPainter(context: CanvasRenderingContext2D, scale: number): Painter {
  const pose: Pose = { x: 0, y: 0, turn: 0, flip: 1, opacity: 1 };
  const star = starPath();

  const draw = (piece: Piece): void => {
    const cos = Math.cos(pose.turn) * scale * piece.size;
    const sin = Math.sin(pose.turn) * scale * piece.size;
    // Its own coordinates run from -0.5 to 0.5; the flip makes it thin when it shows its edge.
    context.setTransform(cos, sin, -sin * pose.flip, cos * pose.flip, pose.x * scale, pose.y * scale);
    // Its back is a little paler than its face.
    context.globalAlpha = pose.flip < 0 ? pose.opacity * 0.7 : pose.opacity;
    switch (piece.shape) {
      case "rectangle":
        context.fillRect(-0.5, -0.34, 1, 0.68);
        break;
      case "ribbon":
        context.fillRect(-0.85, -0.18, 1.7, 0.36);
        break;
      case "circle":
        context.beginPath();
        context.arc(0, 0, 0.45, 0, TURN);
        context.fill();
        break;
      case "star":
        context.fill(star);
    }
  };

  return {
    clear() {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    },
    paint(pieces, colors, time_ms, until_ms) {
      let color = -1;
      let more = false;
      for (const piece of pieces) {
        if (piece.born_ms > until_ms || time_ms >= piece.born_ms + piece.life_ms) continue;
        more = true;
        if (!poseAt(piece, time_ms, pose)) continue;
        if (piece.color !== color) {
          color = piece.color;
          context.fillStyle = colors[color] ?? "";
        }
        draw(piece);
      }
      return more;
    },
  };
}

function starPath(): Path2D {
  const path = new Path2D();
  for (let corner = 0; corner < 10; corner++) {
    const radius = corner % 2 === 0 ? 0.62 : 0.27;
    const angle = (corner * TURN) / 10 - TURN / 4;
    path.lineTo(radius * Math.cos(angle), radius * Math.sin(angle));
  }
  return path;
}
