import type { ReactNode } from 'react';
import type { ReplayPreview } from '../../../../domain/put-through.ts';
import { isCredentialCode } from '../../../../domain/refused-request.ts';
import type { RefusedFilter } from '../../../../domain/report-ports.ts';
import { refusedList } from '../../addresses/lists.ts';
import { REFUSED_PATH } from '../../addresses/refused-paths.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { ForeignCode, formatCount } from '../elements/format.tsx';
import { ConfirmPage } from '../frame/confirm-page.tsx';
import { useLanguage, useMessages } from '../language.tsx';

export interface RefusedReplayPageProps {
  readonly frame: Frame;
  readonly preview: ReplayPreview;
  /** What names the same requests again. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly filter: RefusedFilter;
  /** True: it happened, and `preview` counts what became of them. */
  readonly isDone: boolean;
}

/** What replaying refused requests would do, before it is done; afterwards what it did. */
export function RefusedReplayPage({ frame, preview, fields, filter, isDone }: RefusedReplayPageProps): ReactNode {
  const words = useMessages().web.replay;
  const language = useLanguage();
  const { total, stored, withoutCredential, ignored, impossible, refused } = preview;
  const vouch = (
    <label className="check">
      <input type="checkbox" name="sem_credencial" value="1" /> {words.withoutCredential}
    </label>
  );
  const step = {
    action: `${REFUSED_PATH}/repetir`,
    hidden: fields,
    label: words.confirm(formatCount(total, language), total),
    kind: 'primary',
    choice: refused.some(({ code }) => isCredentialCode(code)) ? vouch : null,
  } as const;
  return (
    <ConfirmPage
      frame={frame}
      section="refused"
      title={words.title}
      step={isDone || total === 0 ? undefined : step}
      back={{ href: refusedList.address(filter), label: isDone ? words.back : words.cancel }}
    >
      <p>
        <span className="number">{formatCount(total, language)}</span> {words.requests(total)}
      </p>
      <ul>
        <li>{(isDone ? words.wereStored : words.wouldBeStored)(formatCount(stored, language), stored)}</li>
        {withoutCredential === 0 ? null : <li>{words.vouchedFor(formatCount(withoutCredential, language))}</li>}
        {refused.map(({ code, count }) => (
          <li key={code}>
            {words.stillRefused(formatCount(count, language), count)} <ForeignCode text={code} />
          </li>
        ))}
        {ignored === 0 ? null : <li>{words.ignored(formatCount(ignored, language))}</li>}
        {impossible === 0 ? null : <li>{words.impossible(formatCount(impossible, language), impossible)}</li>}
      </ul>
      {isDone ? null : <p className="quiet">{words.meaning}</p>}
    </ConfirmPage>
  );
}
