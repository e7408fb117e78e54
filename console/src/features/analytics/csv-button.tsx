import { queryString } from "@fanfare/sdk/api-client/request";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { saveFile } from "../../lib/api/download.ts";
import { useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/elements/button.tsx";

interface CsvButtonProps {
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

export function CsvButton(props: CsvButtonProps) {
  return (
    <Button icon={<Download />} {...props}>
      CSV
    </Button>
  );
}

interface CsvFile {
  /** After `/api/`. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Sends a POST. Includes the format. */
  readonly body?: object;
  /** File name. */
  readonly name: string;
}

/** A report that the server writes as CSV, and the button's state while it does. */
export function useCsvFile({ path, query, body, name }: CsvFile): CsvButtonProps {
  const { api } = useAppContext();
  const file = useMutation({
    mutationFn: () => {
      const search = queryString(body === undefined ? { ...query, format: "csv" } : query);
      return api.download(`${path}?${search}`, new AbortController().signal, () => undefined, body);
    },
    onSuccess: (csv) => saveFile(csv, name),
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t create file"), () => file.mutate()),
  });
  return { busy: file.isPending, onClick: () => file.mutate() };
}
