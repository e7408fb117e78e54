import { useCallback, useState } from "react";
import { type ApiProblem, asProblem } from "../../../lib/api/api-problem.ts";
import { useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { imageQueries } from "../../../lib/queries/images.ts";

/** Uploads and deletes images of the library. `choose` gets the URL of an uploaded image, or an empty one. */
export function useImages(choose: (url: string) => void) {
  const { api, client } = useAppContext();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ readonly title: string; readonly problem: ApiProblem }>();
  const [wrong, setWrong] = useState<string>();

  const run = useCallback(
    async (title: string, change: () => Promise<string>): Promise<void> => {
      setBusy(true);
      setFailed(undefined);
      setWrong(undefined);
      try {
        choose(await change());
        await client.invalidateQueries(imageQueries.all(api));
      } catch (error) {
        setFailed({ title, problem: asProblem(error) });
      } finally {
        setBusy(false);
      }
    },
    [api, client, choose],
  );
  const upload = useCallback(
    (file: File) =>
      run(t("Couldn’t upload image"), async () => {
        const body = { name: file.name, data: await base64Of(file) };
        return (await api.call("POST /api/images", { body })).url;
      }),
    [api, run],
  );
  const remove = useCallback(
    (id: string) =>
      run(t("Couldn’t delete image"), async () => {
        await api.call("DELETE /api/images/:id", { params: { id } });
        return "";
      }),
    [api, run],
  );
  return {
    busy,
    upload,
    remove,
    wrong,
    reject: setWrong,
    problem: failed?.problem,
    problem_title: failed?.title ?? "",
  };
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error);
    // A data URL: the type, then the bytes.
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.readAsDataURL(file);
  });
}
