import { useEffect, useRef, useState } from "react";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { type FileRead, saveFile } from "../../lib/api/download.ts";
import { useAppContext } from "../../lib/app-context.ts";

export type DownloadState =
  | { readonly kind: "idle" }
  | { readonly kind: "reading"; readonly read: FileRead }
  | { readonly kind: "done"; readonly read: FileRead }
  | { readonly kind: "failed"; readonly problem: ApiProblem };

export interface DownloadRequest {
  /** Path of the export endpoint below `/api/`. */
  readonly path: string;
  readonly body?: unknown;
  readonly name: string;
  /** Prefix of the file, such as a byte order mark. */
  readonly mark?: string;
}

const NOTHING: FileRead = { lines: 0, bytes: 0, bytes_total: undefined };

/** Downloads and saves a file with progress. Unmounting aborts the download. */
export function useDownload(): {
  readonly state: DownloadState;
  readonly begin: (asked: DownloadRequest) => Promise<void>;
} {
  const { api } = useAppContext();
  const [state, setState] = useState<DownloadState>({ kind: "idle" });
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const begin = async ({ path, body, name, mark = "" }: DownloadRequest): Promise<void> => {
    const control = new AbortController();
    stop.current = control;
    let read = NOTHING;
    setState({ kind: "reading", read });
    try {
      const onRead = (so_far: FileRead): void => {
        read = so_far;
        setState({ kind: "reading", read });
      };
      const file = await api.download(path, control.signal, onRead, body);
      saveFile(mark === "" ? file : new Blob([mark, file], { type: file.type }), name);
      setState({ kind: "done", read });
    } catch (error) {
      if (!control.signal.aborted) setState({ kind: "failed", problem: asProblem(error) });
    }
  };
  return { state, begin };
}
