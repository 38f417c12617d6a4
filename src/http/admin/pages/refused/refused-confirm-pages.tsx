import type { ReactNode } from 'react';
import type { ReplaySummary } from '../../../../domain/refused-replay.ts';
import { isCredentialCode } from '../../../../domain/refused-request.ts';
import type { RefusedFilter } from '../../../../domain/report-ports.ts';
import { refusedList } from '../../addresses/lists.ts';
import { REFUSED_PATH } from '../../addresses/refused-paths.ts';
import { useWords } from '../context.tsx';
import { CodeName } from '../elements/format.tsx';
import { ConfirmPage } from '../frame/confirm-page.tsx';

interface PreviewProps {
  /** The results that a replay has or would have. */
  readonly preview: ReplaySummary;
  /** The selection of the same requests. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly filter: RefusedFilter;
}

interface RefusedReplayPageProps extends PreviewProps {
  /** `true` if it is done, and `preview` contains the results. */
  readonly isDone: boolean;
}

/** The preview of replaying refused requests; afterwards, the results. */
export function RefusedReplayPage({ preview, fields, filter, isDone }: RefusedReplayPageProps): ReactNode {
  const { words, actions, number } = useWords('replay');
  const { total, stored, withoutCredential, ignored, impossible, refused } = preview;
  const vouch = (
    <label className="check">
      <input type="checkbox" name="sem_credencial" value="1" /> {words.withoutCredential}
    </label>
  );
  const step = {
    action: `${REFUSED_PATH}/repetir`,
    hidden: fields,
    label: words.confirm(number(total), total),
    kind: 'primary',
    choice: refused.some(({ code }) => isCredentialCode(code)) ? vouch : null,
  } as const;
  return (
    <ConfirmPage
      section="refused"
      title={words.title}
      step={isDone || total === 0 ? undefined : step}
      back={{ href: refusedList.address(filter), label: isDone ? actions.backToList : actions.cancel }}
    >
      <p>
        <span className="number">{number(total)}</span> {words.requests(total)}
      </p>
      <ul>
        <li>{(isDone ? words.wereStored : words.wouldBeStored)(number(stored), stored)}</li>
        {withoutCredential === 0 ? null : <li>{words.vouchedFor(number(withoutCredential))}</li>}
        {refused.map(({ code, count }) => (
          <li key={code}>
            {words.stillRefused(number(count), count)} <CodeName code={code} />
          </li>
        ))}
        {ignored === 0 ? null : <li>{words.ignored(number(ignored))}</li>}
        {impossible === 0 ? null : <li>{words.impossible(number(impossible), impossible)}</li>}
      </ul>
      {isDone ? null : <p className="quiet">{words.meaning}</p>}
    </ConfirmPage>
  );
}

/** Confirms the deletion of refused requests, and shows how many of them could still be stored. */
export function RefusedForgetPage({ preview: { total, stored }, fields, filter }: PreviewProps): ReactNode {
  const { words, actions, labels, number } = useWords('forget');
  const step = {
    action: `${REFUSED_PATH}/esquecer`,
    hidden: fields,
    label: words.confirm(number(total), total),
    kind: 'danger',
  } as const;
  return (
    <ConfirmPage
      section="refused"
      title={words.title}
      step={total === 0 ? undefined : step}
      back={{ href: refusedList.address(filter), label: actions.backToList }}
    >
      {total === 0 ? (
        <>
          <p className="number">{labels.nothingToDo}</p>
          <p>{words.nothing}</p>
        </>
      ) : (
        <>
          <p>
            <span className="number">{number(total)}</span> {words.requests(total)}
          </p>
          {stored === 0 ? null : (
            <p className="notice notice-warn">
              {words.wouldBeStored(number(stored), stored)}{' '}
              <a href={`${REFUSED_PATH}/repetir?${new URLSearchParams(fields.map(([name, value]) => [name, value]))}`}>{words.replay}</a>
            </p>
          )}
          <p className="quiet">{words.meaning}</p>
        </>
      )}
    </ConfirmPage>
  );
}
