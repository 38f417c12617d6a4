import type { ReactNode } from 'react';
import { formatDuration } from '../../../../base/duration.ts';
import { isoTime } from '../../../../presentation/json.ts';
import { useMessages } from '../language.tsx';

/** Nothing a stranger writes, and no word of ours. */
const PLACE = '\u0000';

/** In whole seconds, as the script of the page counts them on. */
function formatAge(ms: number): string {
  return ms < 1_000 ? '0 s' : formatDuration(ms);
}

/** How long something lasts by now. The script counts it on while the page is live. */
export function Age({ since, now }: { readonly since: number; readonly now: number }): ReactNode {
  return <span data-since={isoTime(since)}>{formatAge(now - since)}</span>;
}

/** “3 min 05 s ago”, counted on like an age. */
export function Ago({ since, now }: { readonly since: number; readonly now: number }): ReactNode {
  const words = useMessages().web.frame;
  const [before = '', after = ''] = words.ago(PLACE).split(PLACE);
  return (
    <>
      {before}
      <Age since={since} now={now} />
      {after}
    </>
  );
}
