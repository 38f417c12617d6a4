import type { ReactNode } from 'react';
import type { Conversion, ConversionView } from '../../../../domain/conversion.ts';
import { Badge, Foreign, formatNumber, Moment } from '../elements/format.tsx';
import { useLanguage, useTexts } from '../language.tsx';
import { conversionTexts } from './conversion-texts.ts';

/** The conversions of one event or lead, under a title; nothing where there are none. */
export function ConversionsSection({ conversions }: { readonly conversions: readonly Conversion[] }): ReactNode {
  const words = useTexts(conversionTexts);
  if (conversions.length === 0) return null;
  return (
    <section aria-labelledby="conversions">
      <h2 id="conversions">{words.title}</h2>
      <ConversionTable conversions={conversions} />
      {conversions.some(({ state }) => state === 'pendente') ? (
        <p className="quiet">
          <code>pendente</code>: {words.states.pendente}
        </p>
      ) : null}
    </section>
  );
}

type Listed = Conversion & Partial<Pick<ConversionView, 'clientId' | 'clientName'>>;

export function ConversionTable({ conversions }: { readonly conversions: readonly Listed[] }): ReactNode {
  const words = useTexts(conversionTexts);
  const isOfMany = conversions.some(({ clientName }) => clientName !== undefined);
  return (
    <table className="list">
      <caption className="visually-hidden">{words.table}</caption>
      <thead>
        <tr>
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
          <ConversionRow key={conversion.id} conversion={conversion} isOfMany={isOfMany} />
        ))}
      </tbody>
    </table>
  );
}

/** Names and click ids are a sender's text, and may be as long as a body. */
const LONGEST_CELL = 120;

function ConversionRow({ conversion, isOfMany }: { readonly conversion: Listed; readonly isOfMany: boolean }): ReactNode {
  const words = useTexts(conversionTexts);
  const language = useLanguage();
  const { name, platform, clickId, value, currency, happenedAt, state, leadId, eventId, clientId, clientName } = conversion;
  return (
    <tr>
      <td data-label={words.happenedAt}>
        <Moment at={happenedAt} />
      </td>
      <td data-label={words.name}>
        <Foreign text={name} longest={LONGEST_CELL} />
      </td>
      <td data-label={words.value} className={value === null ? 'number nothing' : 'number'}>
        {value === null ? words.none : <Foreign text={`${formatNumber(value, language)} ${currency ?? ''}`} />}
      </td>
      <td data-label={words.state}>
        <Badge word={state} />
      </td>
      <td data-label={words.platform}>{platform ?? <span className="quiet">{words.noPlatform}</span>}</td>
      <td data-label={words.clickId} className={clickId === null ? 'identity nothing' : 'identity'}>
        {clickId === null ? words.none : <Foreign text={clickId} longest={LONGEST_CELL} />}
      </td>
      {isOfMany ? (
        <td data-label={words.client}>
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
      </td>
    </tr>
  );
}
