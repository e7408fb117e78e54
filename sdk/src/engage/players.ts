import type { LoadPlayer } from "./types.ts";

/** Each player is loaded with the first content of its type. */
export const loadPlayer: LoadPlayer = async ({ type }) => {
  switch (type) {
    case "tour":
      return (await import("../ui/tour.ts")).openTour;
    default:
      throw new TypeError(`No player for ${type}.`);
  }
};
