import type { ReactNode } from 'react';
import { CONVERSION_STATES, type ConversionView } from '../../../../domain/conversion.ts';
import type { Client } from '../../../../domain/directory.ts';
import type { LeadView } from '../../../../domain/lead.ts';
import type { Page } from '../../../../domain/report-ports.ts';
import { type ConversionFilter, conversionList } from '../../addresses/lists.ts';
import type { ListLook } from '../../read/list-look.ts';
import { useFrame, useWords } from '../context.tsx';
import { clientOptions } from '../directory/elements.tsx';
import { Badge, Sentence } from '../elements/format.tsx';
import { ListTools } from '../elements/list-tools.tsx';
import { Pager } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { ConversionTable, RetryConversions, useConversionColumns } from './conversion-table.tsx';

interface ConversionsPageProps {
  readonly filter: ConversionFilter;
  readonly page: Page<ConversionView>;
  /** The leads of the page by id, masked. */
  readonly leads: ReadonlyMap<string, LeadView>;
  readonly clients: readonly Client[];
  /** `false` if the page starts further down the list. */
  readonly isFirst: boolean;
  readonly before: string | undefined;
  readonly look: ListLook;
}

export function ConversionsPage(props: ConversionsPageProps): ReactNode {
  const { filter, page, leads, clients, isFirst, before, look } = props;
  const { mayChange } = useFrame();
  const { words, labels } = useWords('conversions');
  const isFiltered = Object.keys(filter).length > 0;
  const table = { conversions: page.items, leads, mayRetry: mayChange };
  return (
    <AdminPage section="conversions" notices={words.notices} intro={words.intro}>
      <ListTools
        look={look}
        list={conversionList}
        filter={filter}
        columns={useConversionColumns(table)}
        options={{ cliente: clientOptions(clients) }}
      />
      {page.items.length === 0 ? (
        <p className="empty">
          <Sentence text={isFiltered ? labels.nothingMatches : words.empty} />
        </p>
      ) : (
        <div>
          <ConversionTable {...table} chosen={look.columns} />
          <RetryConversions conversions={page.items} back={conversionList.address(filter, before)} />
        </div>
      )}
      <Pager page={page} isFirst={isFirst} path={(from) => conversionList.address(filter, from)} />
      <States />
    </AdminPage>
  );
}

function States(): ReactNode {
  const { words } = useWords('conversions');
  return (
    <details className="folded">
      <summary>{words.statesTitle}</summary>
      <dl className="details">
        {CONVERSION_STATES.map((state) => (
          <div key={state}>
            <dt>
              <Badge of="conversion" word={state} />
            </dt>
            <dd>{words.states[state]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
