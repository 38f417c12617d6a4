import type { ReactNode } from 'react';

/** Strokes on a field of 20 × 20, one per part of the admin. They repeat what the word beside them says. */
const PATHS = {
  home: 'M3 9.5 10 3.5l7 6V16.5h-4.5v-5h-5v5H3z',
  queue: 'M3.5 5h13M3.5 10h13M3.5 15h8',
  events: 'M3 11.5 5 4h10l2 7.5v5H3zM3 11.5h4l1 2h4l1-2h4',
  refused: 'M10 3.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M5.5 5.5l9 9',
  sources: 'M7 3v4M13 3v4M5 7h10v2.5a5 5 0 0 1-10 0zM10 14.5V17.5',
  leads: 'M10 3.5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M4 16.5c.6-3.2 3-4.5 6-4.5s5.4 1.3 6 4.5',
  conversions: 'M3 15l5-5 3 3 6-7M12.5 6H17v4.5',
  directory: 'M4.5 17V3.5M4.5 4H15l-2.5 3.25L15 10.5H4.5',
  activity: 'M10 3.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M10 6.5V10l2.5 1.5',
} as const;

export function Icon({ name }: { readonly name: keyof typeof PATHS }): ReactNode {
  return (
    <svg
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
