import type { ReactNode } from 'react';
import { type EventListFilter, type EventListQuery, eventListPath } from '../../addresses/event-filter.ts';
import { bulkPath } from '../../addresses/event-selection.ts';
import { useMessages } from '../language.tsx';

/**
 * What can be done with the chosen events, or with all that the filter leaves. Both lead to the page that names the number; nothing here
 * changes anything. The words that count and the box for all rows need the script, which shows them.
 */
export function BulkBar({ query: { filter, before, limit } }: { readonly query: EventListQuery }): ReactNode {
  const words = useMessages().web.events;
  const listPath = eventListPath(filter, before, limit);
  return (
    <form method="get" action="/admin/webhooks/repetir" className="bulk" id="bulk" aria-label={words.bulk}>
      <input type="hidden" name="voltar" value={listPath} />
      <label className="check" id="choose-page" hidden>
        <input type="checkbox" /> {words.choosePage}
      </label>
      <span
        id="chosen"
        className="quiet"
        role="status"
        data-none={words.chosenNone}
        data-one={words.chosenOne}
        data-many={words.chosenMany}
      />
      <span className="buttons">
        <button type="submit" className="secondary small">
          {words.retryChosen}
        </button>
        <button type="submit" className="secondary small" formAction="/admin/webhooks/esquecer">
          {words.forgetChosen}
        </button>
      </span>
      <WholeFilter filter={filter} listPath={listPath} />
    </form>
  );
}

function WholeFilter({ filter, listPath }: { readonly filter: EventListFilter; readonly listPath: string }): ReactNode {
  const words = useMessages().web.events;
  const isFiltered = Object.keys(filter).length > 0;
  const meant: EventListFilter = isFiltered ? filter : { status: 'erro' };
  if (filter.status === 'processado') return null;
  return (
    <span className="buttons whole-filter">
      <span className="quiet">{isFiltered ? words.allOfFilter : words.allFailed}</span>
      <a className="button small" href={bulkPath('repetir', meant, listPath)}>
        {words.retryAll}
      </a>
      <a className="button small" href={bulkPath('esquecer', meant, listPath)}>
        {words.forgetAll}
      </a>
    </span>
  );
}
