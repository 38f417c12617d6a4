import type { ReactNode } from 'react';

/** Hidden fields that name the same requests again: what was asked about is what is done. */
export function SelectionFields({ fields }: { readonly fields: readonly (readonly [name: string, value: string])[] }): ReactNode {
  return fields.map(([name, value], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a name may come many times; static markup
    <input key={index} type="hidden" name={name} value={value} />
  ));
}
