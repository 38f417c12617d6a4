import type { ReactNode } from 'react';
import { EventStatus } from '../../../../domain/webhook-event.ts';
import { type EventListFilter, type EventListQuery, eventListPath } from '../../addresses/event-filter.ts';
import { bulkPath } from '../../addresses/event-selection.ts';
import { Menu } from '../elements/menu.tsx';
import { useWords } from '../language.tsx';

interface BarProps {
  readonly query: EventListQuery;
}

/**
 * Actions for the selected events; the stylesheet shows it once one is selected. The buttons lead to a confirmation with the count; nothing
 * is changed here. The count and the checkbox for all rows need the script, which shows them.
 */
export function BulkBar({ query: { filter, before, limit } }: BarProps): ReactNode {
  const { words, actions } = useWords('events');
  return (
    <form method="get" action="/admin/webhooks/repetir" className="bulk" id="bulk" aria-label={words.bulk}>
      <input type="hidden" name="voltar" value={eventListPath(filter, before, limit)} />
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
        <button type="submit" className="primary small">
          {actions.retry}
        </button>
        <button type="submit" className="secondary small" formAction="/admin/webhooks/esquecer">
          {words.forget}
        </button>
      </span>
    </form>
  );
}

/** Actions for all events of the filter, or for all failed ones without a filter. */
export function WholeFilter({ query: { filter, before, limit } }: BarProps): ReactNode {
  const { words } = useWords('events');
  const isFiltered = Object.keys(filter).length > 0;
  const meant: EventListFilter = isFiltered ? filter : { status: EventStatus.failed };
  const listPath = eventListPath(filter, before, limit);
  if (filter.status === EventStatus.processed) return null;
  return (
    <div className="whole-filter">
      <span className="quiet">{isFiltered ? words.allOfFilter : words.allFailed}</span>{' '}
      <BulkActions filter={meant} listPath={listPath} of={isFiltered ? words.allOfFilter : words.allFailed} id="mais-todos" />
    </div>
  );
}

interface ActionsProps {
  readonly filter: EventListFilter;
  readonly listPath: string;
  /** The events that are retried or deleted, for screen readers. */
  readonly of: string;
  /** The id of the menu, which stays open while the list changes. */
  readonly id: string;
}

/** Retrying all events of a filter is a visible button. Deleting them is in a menu, because it is rarer and cannot be undone. */
export function BulkActions({ filter, listPath, of, id }: ActionsProps): ReactNode {
  const { words, actions } = useWords('events');
  const which = <span className="visually-hidden"> {words.ofGroup(of)}</span>;
  return (
    <span className="group-actions">
      <a className="button small" href={bulkPath('repetir', filter, listPath)}>
        {actions.retry}
        {which}
      </a>
      <Menu id={id} readOut={words.moreActions(of)}>
        <a className="button" href={bulkPath('esquecer', filter, listPath)}>
          {words.forget}
          {which}
        </a>
      </Menu>
    </span>
  );
}
