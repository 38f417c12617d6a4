import type { ReactNode } from 'react';
import { CONVERSION_STATES, type ConversionView, PLATFORMS } from '../../../../domain/conversion.ts';
import type { Client } from '../../../../domain/directory.ts';
import type { Page } from '../../../../domain/report-ports.ts';
import { type ConversionFilter, conversionList } from '../../addresses/lists.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { clientOptions } from '../directory/elements.tsx';
import { FilterChoice, FilterDays, FilterForm, FilterText } from '../elements/filter-form.tsx';
import { Badge } from '../elements/format.tsx';
import { Pager } from '../elements/pager.tsx';
import { mayChange } from '../elements/post-form.tsx';
import { Section } from '../elements/section.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useMessages } from '../language.tsx';
import { ConversionTable } from './conversion-table.tsx';
import { RetryConversions } from './retry-conversions.tsx';

export interface ConversionsPageProps {
  readonly frame: Frame;
  readonly filter: ConversionFilter;
  readonly page: Page<ConversionView>;
  readonly clients: readonly Client[];
  /** False when the page begins somewhere down the list. */
  readonly isFirst: boolean;
  readonly before: string | undefined;
}

export function ConversionsPage({ frame, filter, page, clients, isFirst, before }: ConversionsPageProps): ReactNode {
  const words = useMessages().web.conversions;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <AdminPage frame={frame} section="conversions" title={words.title} notices={words.notices} intro={words.intro}>
      <Filter filter={filter} clients={clients} />
      {page.items.length === 0 ? (
        <p className="empty">{isFiltered ? words.emptyFiltered : words.empty}</p>
      ) : (
        <>
          <ConversionTable conversions={page.items} mayRetry={mayChange(frame)} />
          <RetryConversions frame={frame} conversions={page.items} back={conversionList.address(filter, before)} />
        </>
      )}
      <Pager page={page} isFirst={isFirst} path={(from) => conversionList.address(filter, from)} />
      <States />
    </AdminPage>
  );
}

function Filter({ filter, clients }: { readonly filter: ConversionFilter; readonly clients: readonly Client[] }): ReactNode {
  const words = useMessages().web.conversions;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <FilterForm path="/admin/conversoes" clearPath={isFiltered ? '/admin/conversoes' : null}>
      <FilterChoice name="estado" label={words.state} options={CONVERSION_STATES} chosen={filter.state} />
      <FilterChoice name="plataforma" label={words.platform} options={PLATFORMS} chosen={filter.platform} />
      <FilterText name="erro_codigo" label={words.errorCode} value={filter.errorCode} />
      <FilterChoice name="cliente" label={words.client} options={clientOptions(clients)} chosen={filter.clientId} />
      <FilterText name="lead" label={words.lead} value={filter.leadId} />
      <FilterDays since={filter.since} until={filter.until} />
    </FilterForm>
  );
}

/** What the seed's words say, in a sentence each. */
function States(): ReactNode {
  const words = useMessages().web.conversions;
  return (
    <Section id="states" title={words.statesTitle}>
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
    </Section>
  );
}
