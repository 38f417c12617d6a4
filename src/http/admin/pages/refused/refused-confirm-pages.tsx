import type { ReactNode } from 'react';
import type { ReplaySummary } from '../../../../domain/refused-replay.ts';
import { isCredentialCode } from '../../../../domain/refused-request.ts';
import type { RefusedFilter } from '../../../../domain/report-ports.ts';
import { refusedList } from '../../addresses/lists.ts';
import { REFUSED_PATH } from '../../addresses/refused-paths.ts';
import type { Frame } from '../../requests/visitor.ts';
import { CodeName, formatCount } from '../elements/format.tsx';
import { ConfirmPage } from '../frame/confirm-page.tsx';
import { useWords } from '../language.tsx';

interface RefusedReplayPageProps {
  readonly frame: Frame;
  readonly preview: ReplaySummary;
  /** The selection of the same requests. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly filter: RefusedFilter;
  /** `true` if it is done, and `preview` contains the results. */
  readonly isDone: boolean;
}

/** The preview of replaying refused requests; afterwards, the results. */
export function RefusedReplayPage({ frame, preview, fields, filter, isDone }: RefusedReplayPageProps): ReactNode {
  const { words, actions, language } = useWords('replay');
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
      back={{ href: refusedList.address(filter), label: isDone ? actions.backToList : actions.cancel }}
    >
      <p>
        <span className="number">{formatCount(total, language)}</span> {words.requests(total)}
      </p>
      <ul>
        <li>{(isDone ? words.wereStored : words.wouldBeStored)(formatCount(stored, language), stored)}</li>
        {withoutCredential === 0 ? null : <li>{words.vouchedFor(formatCount(withoutCredential, language))}</li>}
        {refused.map(({ code, count }) => (
          <li key={code}>
            {words.stillRefused(formatCount(count, language), count)} <CodeName code={code} />
          </li>
        ))}
        {ignored === 0 ? null : <li>{words.ignored(formatCount(ignored, language))}</li>}
        {impossible === 0 ? null : <li>{words.impossible(formatCount(impossible, language), impossible)}</li>}
      </ul>
      {isDone ? null : <p className="quiet">{words.meaning}</p>}
    </ConfirmPage>
  );
}

interface RefusedForgetPageProps {
  readonly frame: Frame;
  /** The preview of a replay: it shows how many of the requests to delete could still be stored. */
  readonly preview: ReplaySummary;
  /** The selection of the same requests. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly filter: RefusedFilter;
}

/** Confirms the deletion of refused requests. */
export function RefusedForgetPage({ frame, preview: { total, stored }, fields, filter }: RefusedForgetPageProps): ReactNode {
  const { words, actions, labels, language } = useWords('forget');
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
