import type { ReactNode } from 'react';
import type { ReplayPreview } from '../../../../domain/put-through.ts';
import type { RefusedFilter } from '../../../../domain/report-ports.ts';
import { refusedList } from '../../addresses/lists.ts';
import { REFUSED_PATH } from '../../addresses/refused-paths.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { formatCount } from '../elements/format.tsx';
import { ConfirmPage } from '../frame/confirm-page.tsx';
import { useLanguage, useMessages } from '../language.tsx';

export interface RefusedForgetPageProps {
  readonly frame: Frame;
  /** What replaying them would do: whoever forgets what could still be stored learns it here. */
  readonly preview: ReplayPreview;
  /** What names the same requests again. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly filter: RefusedFilter;
}

/** Asks before refused requests are deleted for good. */
export function RefusedForgetPage({ frame, preview: { total, stored }, fields, filter }: RefusedForgetPageProps): ReactNode {
  const words = useMessages().web.forget;
  const language = useLanguage();
  const step = {
    action: `${REFUSED_PATH}/esquecer`,
    hidden: fields,
    label: words.confirm(formatCount(total, language), total),
    kind: 'danger',
  } as const;
  return (
    <ConfirmPage
      frame={frame}
      section="refused"
      title={words.title}
      step={total === 0 ? undefined : step}
      back={{ href: refusedList.address(filter), label: words.cancel }}
    >
      {total === 0 ? (
        <>
          <p className="number">{words.none}</p>
          <p>{words.nothing}</p>
        </>
      ) : (
        <>
          <p>
            <span className="number">{formatCount(total, language)}</span> {words.requests(total)}
          </p>
          {stored === 0 ? null : (
            <p className="notice notice-warn">
              {words.wouldBeStored(formatCount(stored, language), stored)}{' '}
              <a href={`${REFUSED_PATH}/repetir?${new URLSearchParams(fields.map(([name, value]) => [name, value]))}`}>{words.replay}</a>
            </p>
          )}
          <p className="quiet">{words.meaning}</p>
        </>
      )}
    </ConfirmPage>
  );
}
