import type { ReactNode } from 'react';
import type { ReplayPreview } from '../../../../domain/put-through.ts';
import { REFUSED_PATH, type RefusedFilter, refusedListPath } from '../../addresses/refused-paths.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { formatCount } from '../elements/format.tsx';
import { ChangeForm } from '../elements/post-form.tsx';
import { Layout } from '../frame/layout.tsx';
import { useLanguage, useMessages } from '../language.tsx';
import { SelectionFields } from './selection-fields.tsx';

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
  return (
    <Layout frame={frame} section="refused" title={words.title}>
      <div className="heading">
        <h1>{words.title}</h1>
      </div>
      <section className="confirm">
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
        <div className="buttons">
          {total === 0 ? null : (
            <ChangeForm frame={frame} action={`${REFUSED_PATH}/esquecer`}>
              <SelectionFields fields={fields} />
              <button type="submit" className="danger">
                {words.confirm(formatCount(total, language), total)}
              </button>
            </ChangeForm>
          )}
          <a className="button" href={refusedListPath(filter)}>
            {words.cancel}
          </a>
        </div>
      </section>
    </Layout>
  );
}
