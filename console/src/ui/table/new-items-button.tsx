import { ArrowUp } from "lucide-react";
import { tCount } from "../../lib/i18n/t.ts";
import { Button } from "../elements/button.tsx";

interface NewItemsButtonProps {
  readonly count: number;
  readonly onShow: () => void;
}

/** Shows the number of new items instead of moving rows that are being read. Takes no layout space. */
export function NewItemsButton({ count, onShow }: NewItemsButtonProps) {
  return (
    <div role="status" className="pointer-events-none sticky top-16 z-3 flex h-0 justify-center md:top-2">
      {count > 0 && (
        <Button
          variant="primary"
          size="sm"
          icon={<ArrowUp />}
          onClick={onShow}
          className="pointer-events-auto mt-2 rounded-full! px-3 shadow-float"
        >
          {tCount(count, "{n} new##rows", "{n} new##rows")}
        </Button>
      )}
    </div>
  );
}
