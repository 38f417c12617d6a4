import type { ReactNode } from 'react';
import type { ReplayPreview } from '../../../../domain/put-through.ts';
import { isCredentialCode } from '../../../../domain/refused-request.ts';
import { REFUSED_PATH, type RefusedFilter, refusedListPath } from '../../addresses/refused-paths.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { Foreign, formatCount } from '../elements/format.tsx';
import { ChangeForm } from '../elements/post-form.tsx';
import { Layout } from '../frame/layout.tsx';
import { useLanguage, useMessages } from '../language.tsx';
import { SelectionFields } from './selection-fields.tsx';

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
  return (
    <Layout frame={frame} section="refused" title={words.title}>
      <div className="heading">
        <h1>{words.title}</h1>
      </div>
      <section className="confirm">
        <p>
          <span className="number">{formatCount(total, language)}</span> {words.requests(total)}
        </p>
        <ul>
          <li>{(isDone ? words.wereStored : words.wouldBeStored)(formatCount(stored, language), stored)}</li>
          {withoutCredential === 0 ? null : <li>{words.vouchedFor(formatCount(withoutCredential, language))}</li>}
          {refused.map(({ code, count }) => (
            <li key={code}>
              {words.stillRefused(formatCount(count, language), count)}{' '}
              <code>
                <Foreign text={code} />
              </code>
            </li>
          ))}
          {ignored === 0 ? null : <li>{words.ignored(formatCount(ignored, language))}</li>}
          {impossible === 0 ? null : <li>{words.impossible(formatCount(impossible, language), impossible)}</li>}
        </ul>
        {isDone ? null : <p className="quiet">{words.meaning}</p>}
        <div className="buttons">
          {isDone || total === 0 ? null : (
            <ChangeForm frame={frame} action={`${REFUSED_PATH}/repetir`}>
              <SelectionFields fields={fields} />
              {refused.some(({ code }) => isCredentialCode(code)) ? (
                <label className="check">
                  <input type="checkbox" name="sem_credencial" value="1" /> {words.withoutCredential}
                </label>
              ) : null}
              <button type="submit" className="primary">
                {words.confirm(formatCount(total, language), total)}
              </button>
            </ChangeForm>
          )}
          <a className="button" href={refusedListPath(filter)}>
            {isDone ? words.back : words.cancel}
          </a>
        </div>
      </section>
    </Layout>
  );
}
