/** RFC 7644, table 9. */
export type ScimType =
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "noTarget"
  | "tooMany"
  | "uniqueness";

/** A refusal in the protocol's own form. */
export class ScimError extends Error {
  readonly status: 400 | 404 | 409 | 412;
  readonly scim_type: ScimType | undefined;

  constructor(status: ScimError["status"], detail: string, scim_type?: ScimType) {
    super(detail);
    this.name = "ScimError";
    this.status = status;
    this.scim_type = scim_type;
  }
}
