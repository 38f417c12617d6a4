import type { ReactNode } from 'react';

/** What the step before did, told once at the top of the page it led to. */
export function Notice({ text }: { readonly text: string | undefined }): ReactNode {
  if (text === undefined) return null;
  return (
    <p className="notice notice-good" role="status">
      {text}
    </p>
  );
}
