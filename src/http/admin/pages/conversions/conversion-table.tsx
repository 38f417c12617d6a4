import type { ReactNode } from 'react';
import type { Conversion, ConversionView } from '../../../../domain/conversion.ts';
import { maskMark } from '../../../../presentation/masking.ts';
import { moneyText } from '../../../../presentation/money.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { Foreign, ForeignLink, Moment, Name } from '../elements/format.tsx';
import { mayChange } from '../elements/post-form.tsx';
import { Section } from '../elements/section.tsx';
import { Table } from '../elements/table.tsx';
import { useLanguage, useMessages } from '../language.tsx';
import { ConversionOutcome } from './conversion-outcome.tsx';
import { isRetryable, RETRY_FORM, RetryConversions } from './retry-conversions.tsx';

/** The conversions of one event or lead, under a title; nothing where there are none. With a frame they can be sent again. */
export function ConversionsSection({
  conversions,
  retry,
}: {
  readonly conversions: readonly Conversion[];
  readonly retry?: RetryPlace;
}): ReactNode {
  const words = useMessages().web.conversions;
  if (conversions.length === 0) return null;
  return (
    <Section id="conversions" title={words.title}>
      <ConversionTable conversions={conversions} mayRetry={retry !== undefined && mayChange(retry.frame)} />
      {retry === undefined ? null : <RetryConversions conversions={conversions} {...retry} />}
      {conversions.some(({ state }) => state === 'pendente') ? (
        <p className="quiet">
          <code>pendente</code>: {words.states.pendente}
        </p>
      ) : null}
    </Section>
  );
}

/** Where conversions are sent again from, and what to go back to. */
interface RetryPlace {
  readonly frame: Frame;
  readonly back: string;
}

type Listed = Conversion & Partial<Pick<ConversionView, 'clientId' | 'clientName'>>;

interface TableProps {
  readonly conversions: readonly Listed[];
  /** True: rows that can be sent again have a box of the form beneath. */
  readonly mayRetry: boolean;
}

export function ConversionTable({ conversions, mayRetry }: TableProps): ReactNode {
  const words = useMessages().web.conversions;
  const language = useLanguage();
  const hasBoxes = mayRetry && conversions.some(isRetryable);
  const isOfMany = conversions.some(({ clientName }) => clientName !== undefined);
  return (
    <Table<Listed>
      look="conversions"
      caption={words.table}
      rows={conversions}
      keyOf={({ id }) => id}
      columns={[
        hasBoxes
          ? {
              name: words.choose,
              look: 'fit box',
              unnamed: 'head',
              cell: (conversion) => <Box conversion={conversion} />,
              isNothing: (conversion) => !isRetryable(conversion),
            }
          : null,
        { name: words.happenedAt, look: 'fit', cell: ({ happenedAt }) => <Moment at={happenedAt} /> },
        { name: words.name, look: 'name', cell: ({ name }) => <Name text={maskMark(name)} longest={LONGEST_CELL} /> },
        {
          name: words.value,
          look: 'number',
          cell: ({ value, currency }) => (value === null ? null : <Foreign text={moneyText(value, currency, language)} />),
        },
        { name: words.state, look: 'outcome', cell: (conversion) => <ConversionOutcome conversion={conversion} /> },
        { name: words.platform, cell: ({ platform }) => platform ?? <span className="quiet">{words.noPlatform}</span> },
        { name: words.clickId, look: 'identity', cell: ({ clickId }) => clickId && <Foreign text={clickId} longest={LONGEST_CELL} /> },
        isOfMany ? { name: words.client, look: 'owner', cell: (conversion) => <Owner conversion={conversion} /> } : null,
        { name: words.leadColumn, cell: ({ leadId }) => <a href={`/admin/leads/${leadId}`}>{leadId}</a> },
        { name: words.event, cell: (conversion) => <OfEvent conversion={conversion} /> },
      ]}
    />
  );
}

/** Names and click ids are a sender's text, and may be as long as a body. */
const LONGEST_CELL = 120;

function Owner({ conversion: { clientId, clientName } }: { readonly conversion: Listed }): ReactNode {
  const { labels } = useMessages();
  return <ForeignLink href={`/admin/conversoes?cliente=${clientId}`} text={clientName ?? labels.none} longest={LONGEST_CELL} />;
}

function OfEvent({ conversion: { eventId, registeredBy } }: { readonly conversion: Listed }): ReactNode {
  const words = useMessages().web.conversions;
  return (
    <>
      <a href={`/admin/webhooks/${eventId}`}>{eventId}</a>
      {registeredBy === null ? null : <span className="quiet"> {words.byHand}</span>}
    </>
  );
}

function Box({ conversion }: { readonly conversion: Conversion }): ReactNode {
  const words = useMessages().web.conversions;
  if (!isRetryable(conversion)) return null;
  return (
    <label className="pick">
      <input type="checkbox" name="conversao" value={conversion.id} form={RETRY_FORM} aria-label={words.chooseOne(conversion.id)} />
    </label>
  );
}
