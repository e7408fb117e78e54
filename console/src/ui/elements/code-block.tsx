import { CopyButton } from "./copy-button.tsx";

interface CodeBlockProps {
  readonly code: string;
  /** What is copied, if it isn't formatted like the code. */
  readonly copied?: string;
  /** Accessible name of the copy button, such as "Copy the snippet". */
  readonly copy_label: string;
}

/** Copyable code, left-to-right in every language. Wraps long lines, because nested scroll areas are hard to use. */
export function CodeBlock({ code, copied = code, copy_label }: CodeBlockProps) {
  return (
    <div className="relative rounded-md border border-line bg-sunken text-start">
      <pre dir="ltr" className="p-3.5 pe-12 font-mono text-xs/5 whitespace-pre-wrap text-ink-2 wrap-anywhere">
        <code>{code}</code>
      </pre>
      <span className="absolute top-2.5 right-2.5 rounded-md bg-raised">
        <CopyButton text={copied} label={copy_label} />
      </span>
    </div>
  );
}
