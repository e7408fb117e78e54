import { limits } from "@fanfare/contract/limits";
import { Callout } from "../../ui/callout.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";

interface ChooseFileProps {
  readonly wrong: string | undefined;
  readonly onFile: (file: File) => void;
  readonly onWrong: (wrong: string) => void;
}

/** A file of people from this computer. */
export function ChooseFile({ wrong, onFile, onWrong }: ChooseFileProps) {
  return (
    <>
      {wrong !== undefined && <Callout tone="problem">{wrong}</Callout>}
      <FileDrop bytes_max={limits.people_import_bytes_max} onFile={onFile} onWrong={onWrong} />
    </>
  );
}
