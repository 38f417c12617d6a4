import type { ReactNode } from 'react';

/** A part of a page under a heading. */
export function Section(props: { id: string; title: ReactNode; look?: string; children: ReactNode }): ReactNode {
  const { id, title, look, children } = props;
  return (
    <section aria-labelledby={id} className={look}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
