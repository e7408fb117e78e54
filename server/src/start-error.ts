/** Why a start or a command cannot go on, in a sentence for the operator. */
export class StartError extends Error {
  override readonly name = "StartError";
}
