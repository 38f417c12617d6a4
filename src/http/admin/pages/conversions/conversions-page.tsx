import type { ReactNode } from 'react';
import { CONVERSION_STATES, type ConversionView, PLATFORMS } from '../../../../domain/conversion.ts';
import type { Client } from '../../../../domain/directory.ts';
import type { Page } from '../../../../domain/ports.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { type ConversionFilter, conversionListPath } from '../../routes/conversion-filter.ts';
import { FilterChoice, FilterDay, FilterForm, FilterText } from '../elements/filter-form.tsx';
import { Badge } from '../elements/format.tsx';
import { Pager } from '../elements/pager.tsx';
import { Layout } from '../frame/layout.tsx';
import { useTexts } from '../language.tsx';
import { ConversionTable } from './conversion-table.tsx';
import { conversionTexts } from './conversion-texts.ts';

export interface ConversionsPageProps {
  readonly frame: Frame;
  readonly filter: ConversionFilter;
  readonly page: Page<ConversionView>;
  readonly clients: readonly Client[];
  /** False when the page begins somewhere down the list. */
  readonly isFirst: boolean;
}

export function ConversionsPage({ frame, filter, page, clients, isFirst }: ConversionsPageProps): ReactNode {
  const words = useTexts(conversionTexts);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Layout frame={frame} section="conversions" title={words.title}>
      <div className="heading">
        <h1>{words.title}</h1>
        <p className="quiet">{words.intro}</p>
      </div>
      <Filter filter={filter} clients={clients} />
      {page.items.length === 0 ? (
        <p className="empty">{isFiltered ? words.emptyFiltered : words.empty}</p>
      ) : (
        <ConversionTable conversions={page.items} />
      )}
      <Pager
        newest={isFirst ? null : conversionListPath(filter)}
        older={page.nextCursor === null ? null : conversionListPath(filter, page.nextCursor)}
      />
      <States />
    </Layout>
  );
}

function Filter({ filter, clients }: { readonly filter: ConversionFilter; readonly clients: readonly Client[] }): ReactNode {
  const words = useTexts(conversionTexts);
  const clear = Object.keys(filter).length > 0 ? words.clear : null;
  const names = Object.fromEntries(clients.map((client) => [client.id, client.name]));
  const ids = clients.map((client) => client.id);
  return (
    <FilterForm path="/admin/conversoes" name={words.filter} apply={words.apply} clear={clear}>
      <FilterChoice name="estado" label={words.state} any={words.any} words={CONVERSION_STATES} chosen={filter.state} />
      <FilterChoice name="plataforma" label={words.platform} any={words.any} words={PLATFORMS} chosen={filter.platform} />
      <FilterChoice name="cliente" label={words.client} any={words.any} words={ids} shown={names} chosen={filter.clientId} />
      <FilterText name="lead" label={words.lead} value={filter.leadId} />
      <FilterDay name="desde" label={words.since} at={filter.since} />
      <FilterDay name="ate" label={words.until} at={filter.until} />
    </FilterForm>
  );
}

/** What the seed's words say, in a sentence each. */
function States(): ReactNode {
  const words = useTexts(conversionTexts);
  return (
    <section aria-labelledby="states">
      <h2 id="states">{words.statesTitle}</h2>
      <dl className="details">
        {CONVERSION_STATES.map((state) => (
          <div key={state}>
            <dt>
              <Badge word={state} />
            </dt>
            <dd>{words.states[state]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
