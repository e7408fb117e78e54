import { type Piece, type Pose, poseAt, TURN } from "./confetti-physics.ts";

export type Context2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Draws a shape into the square from -0.5 to 0.5 with the context's current color and transform. */
export type DrawShape = (pen: Context2D) => void;

export interface Picture {
  readonly pieces: readonly Piece[];
  readonly colors: readonly string[];
  readonly backs: readonly string[];
  readonly stamps: readonly DrawShape[];
}

/** Reused for every piece, so that a frame allocates nothing. */
const pose: Pose = { x: 0, y: 0, turn: 0, flip: 1, opacity: 1 };

/**
 * Draws the pieces emitted by `until_ms` as they are at `time_ms`, with `scale` canvas pixels per CSS pixel. Returns
 * false if none are visible or still to come.
 */
export function paint(
  context: Context2D,
  scale: number,
  { pieces, colors, backs, stamps }: Picture,
  time_ms: number,
  until_ms: number,
): boolean {
  let applied = "";
  let more = false;
  for (const piece of pieces) {
    if (piece.born_ms > until_ms || time_ms >= piece.born_ms + piece.life_ms) continue;
    more = true;
    if (!poseAt(piece, time_ms, pose)) continue;
    const { turn, flip } = pose;
    const cos = Math.cos(turn) * scale * piece.size;
    const sin = Math.sin(turn) * scale * piece.size;
    // Local coordinates from -0.5 to 0.5; `flip` narrows the piece as it turns.
    context.setTransform(cos, sin, -sin * flip, cos * flip, pose.x * scale, pose.y * scale);
    const color = (flip < 0 ? backs : colors)[piece.color] ?? "";
    if (color !== applied) context.fillStyle = color;
    applied = color;
    context.globalAlpha = pose.opacity;
    stamps[piece.shape]?.(context);
  }
  return more;
}

export function paperShapes(): Readonly<Record<"rectangle" | "circle" | "ribbon" | "star", DrawShape>> {
  // Five points with an outer radius of 0.62 and an inner radius of 0.27.
  const star = new Path2D("M0-.62.16-.22.59-.19.26.08.36.5 0 .27-.36.5-.26.08-.59-.19-.16-.22z");
  return {
    rectangle: (context) => context.fillRect(-0.5, -0.34, 1, 0.68),
    ribbon: (context) => context.fillRect(-0.85, -0.18, 1.7, 0.36),
    circle(context) {
      context.beginPath();
      context.arc(0, 0, 0.45, 0, TURN);
      context.fill();
    },
    star: (context) => context.fill(star),
  };
}
