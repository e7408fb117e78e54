import { limits } from "@fanfare/contract/limits";
import type { ApiProblem } from "../../api-problem.ts";
import { Callout } from "../../ui/callout.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { FormProblem } from "../../ui/form-problem.tsx";

interface ChooseFileProps {
  readonly wrong: string | undefined;
  /** Why the server did not take `file`. */
  readonly problem: ApiProblem | undefined;
  readonly file: File | undefined;
  readonly onFile: (file: File) => void;
  readonly onWrong: (wrong: string) => void;
}

/** A file of people from this computer. */
export function ChooseFile({ wrong, problem, file, onFile, onWrong }: ChooseFileProps) {
  return (
    <>
      {wrong !== undefined && <Callout tone="problem">{wrong}</Callout>}
      <FormProblem
        problem={problem}
        onRetry={() => {
          if (file !== undefined) onFile(file);
        }}
      />
      <FileDrop bytes_max={limits.people_import_bytes_max} onFile={onFile} onWrong={onWrong} />
    </>
  );
}
