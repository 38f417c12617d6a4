import type { ReactNode } from 'react';
import type { Conversion, ConversionView } from '../../../../domain/conversion.ts';
import { maskMark } from '../../../../presentation/masking.ts';
import { moneyText } from '../../../../presentation/money.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { Foreign, Moment, Name } from '../elements/format.tsx';
import { mayChange } from '../elements/post-form.tsx';
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
    <section aria-labelledby="conversions">
      <h2 id="conversions">{words.title}</h2>
      <ConversionTable conversions={conversions} mayRetry={retry !== undefined && mayChange(retry.frame)} />
      {retry === undefined ? null : <RetryConversions conversions={conversions} {...retry} />}
      {conversions.some(({ state }) => state === 'pendente') ? (
        <p className="quiet">
          <code>pendente</code>: {words.states.pendente}
        </p>
      ) : null}
    </section>
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
  const hasBoxes = mayRetry && conversions.some(isRetryable);
  const isOfMany = conversions.some(({ clientName }) => clientName !== undefined);
  return (
    <table className="list conversions">
      <caption className="visually-hidden">{words.table}</caption>
      <thead>
        <tr>
          {hasBoxes ? (
            <th scope="col" className="fit">
              <span className="visually-hidden">{words.choose}</span>
            </th>
          ) : null}
          <th scope="col">{words.happenedAt}</th>
          <th scope="col">{words.name}</th>
          <th scope="col" className="number">
            {words.value}
          </th>
          <th scope="col">{words.state}</th>
          <th scope="col">{words.platform}</th>
          <th scope="col">{words.clickId}</th>
          {isOfMany ? <th scope="col">{words.client}</th> : null}
          <th scope="col">{words.leadColumn}</th>
          <th scope="col">{words.event}</th>
        </tr>
      </thead>
      <tbody>
        {conversions.map((conversion) => (
          <ConversionRow key={conversion.id} conversion={conversion} isOfMany={isOfMany} hasBoxes={hasBoxes} />
        ))}
      </tbody>
    </table>
  );
}

/** Names and click ids are a sender's text, and may be as long as a body. */
const LONGEST_CELL = 120;

interface RowProps {
  readonly conversion: Listed;
  readonly isOfMany: boolean;
  readonly hasBoxes: boolean;
}

function ConversionRow({ conversion, isOfMany, hasBoxes }: RowProps): ReactNode {
  const words = useMessages().web.conversions;
  const language = useLanguage();
  const { name, platform, clickId, value, currency, happenedAt, leadId, eventId, clientId, clientName } = conversion;
  return (
    <tr>
      {hasBoxes ? <Box conversion={conversion} /> : null}
      <td data-label={words.happenedAt} className="fit">
        <Moment at={happenedAt} />
      </td>
      <td data-label={words.name} className="name">
        <Name text={maskMark(name)} longest={LONGEST_CELL} />
      </td>
      <td data-label={words.value} className={value === null ? 'number nothing' : 'number'}>
        {value === null ? words.none : <Foreign text={moneyText(value, currency, language)} />}
      </td>
      <td data-label={words.state} className="outcome">
        <ConversionOutcome conversion={conversion} />
      </td>
      <td data-label={words.platform}>{platform ?? <span className="quiet">{words.noPlatform}</span>}</td>
      <td data-label={words.clickId} className={clickId === null ? 'identity nothing' : 'identity'}>
        {clickId === null ? words.none : <Foreign text={clickId} longest={LONGEST_CELL} />}
      </td>
      {isOfMany ? (
        <td data-label={words.client} className="owner">
          <a href={`/admin/conversoes?cliente=${clientId}`}>
            <Foreign text={clientName ?? words.none} longest={LONGEST_CELL} />
          </a>
        </td>
      ) : null}
      <td data-label={words.leadColumn}>
        <a href={`/admin/leads/${leadId}`}>{leadId}</a>
      </td>
      <td data-label={words.event}>
        <a href={`/admin/webhooks/${eventId}`}>{eventId}</a>
        {conversion.registeredBy === null ? null : <span className="quiet"> {words.byHand}</span>}
      </td>
    </tr>
  );
}

function Box({ conversion }: { readonly conversion: Conversion }): ReactNode {
  const words = useMessages().web.conversions;
  return (
    <td data-label={words.choose} className={isRetryable(conversion) ? 'fit box' : 'fit box empty-box'}>
      {isRetryable(conversion) ? (
        <label className="pick">
          <input type="checkbox" name="conversao" value={conversion.id} form={RETRY_FORM} aria-label={words.chooseOne(conversion.id)} />
        </label>
      ) : null}
    </td>
  );
}
