import { type Piece, type Pose, poseAt, TURN } from "./confetti-physics.ts";
import { FLIGHT_STEPS } from "./limits.ts";

/** A place on the way of a piece, as the style of its element. */
type Place = { readonly transform: string; readonly opacity: number };

/** Where a piece is at a time: invisible where it is not. */
export function placeAt(piece: Piece, upright: boolean, time_ms: number): Place {
  const pose: Pose = { x: 0, y: 0, turn: 0, flip: 1, opacity: 0 };
  poseAt(piece, time_ms, pose);
  // As radians that grow with the time, so that the browser turns it evenly from place to place.
  const { x, y, turn } = pose;
  const turned = upright
    ? `rotate(${0.45 * Math.sin(turn)}rad)`
    : `rotate(${turn}rad)rotateX(${turn * 2 - TURN * piece.phase}rad)`;
  return { transform: `translate(${x}px,${y}px)${turned}`, opacity: pose.opacity };
}

/** The whole flight of a piece within `duration_ms` from its birth: denser where it is fast. */
export function flightOf(piece: Piece, upright: boolean, duration_ms: number): Keyframe[] {
  const steps = Array.from({ length: FLIGHT_STEPS }, (_, index) => {
    // Just within its life: after it there is no place.
    const age_ms = (piece.life_ms - 1) * (index / (FLIGHT_STEPS - 1)) ** 1.5;
    return { ...placeAt(piece, upright, piece.born_ms + age_ms), offset: age_ms / duration_ms };
  });
  return [...steps, { ...steps.at(-1), opacity: 0, offset: 1 }];
}
