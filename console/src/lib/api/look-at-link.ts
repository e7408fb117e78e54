import { asProblem } from "./api-problem.ts";

type FoundLink<Found> =
  | { readonly state: "open"; readonly found: Found }
  | { readonly state: "closed"; readonly reason: string };

/**
 * What a one-time link is for, or why it no longer works. Throws if that's unknown, because the server wasn't reached
 * or asks to wait.
 */
export async function lookAtLink<Found>(
  token: string,
  look: (token: string) => Promise<Found>,
): Promise<FoundLink<Found>> {
  try {
    return { state: "open", found: await look(token === "" ? "-" : token) };
  } catch (error) {
    const { code, detail } = asProblem(error);
    if (code !== "link_invalid") throw error;
    return { state: "closed", reason: detail };
  }
}
