import type { ReactNode } from 'react';
import { type JsonObject, writeJson } from '../../../../base/exact-json.ts';
import type { Conversion } from '../../../../domain/conversion.ts';
import { type LeadView, UTM_FIELDS } from '../../../../domain/lead.ts';
import { Badge, Details, Foreign, Moment, type Row } from '../elements/format.tsx';
import { useTexts } from '../language.tsx';
import { eventTexts } from './event-texts.ts';

/** The lead an event made or changed; masked by whoever passes it in. Field names are those of the JSON. */
export function LeadSection({ lead }: { readonly lead: LeadView | null }): ReactNode {
  const words = useTexts(eventTexts);
  if (lead === null) return null;
  return (
    <section aria-labelledby="lead">
      <h2 id="lead">
        {words.lead} {lead.id}
      </h2>
      {lead.isTest ? <p className="notice notice-warn">{words.test}</p> : null}
      <Details rows={[...personRows(lead), ...belongingRows(lead), ...markRows(lead), ...answerRows(lead)]} />
    </section>
  );
}

function personRows(lead: LeadView): readonly Row[] {
  return [
    row('nome', lead.name),
    row('email', lead.email),
    row('telefone', lead.phone),
    row('telefone_e164', lead.phoneE164),
    row('telefone_tipo', lead.phoneKind),
    row('mensagem', lead.message),
  ];
}

function belongingRows(lead: LeadView): readonly Row[] {
  return [
    row('cliente', `${lead.clientName} (${lead.clientId})`),
    row('usuario', lead.userEmail),
    row('campanha', lead.campaignId === null ? null : `${lead.campaignName ?? ''} (${lead.campaignId})`),
    row('origem', lead.origin),
    row('identidade', lead.identity),
    { name: 'criado_em', value: <Moment at={lead.createdAt} /> },
    { name: 'atualizado_em', value: <Moment at={lead.updatedAt} /> },
  ];
}

function markRows(lead: LeadView): readonly Row[] {
  return [
    ...UTM_FIELDS.map((field) => row(`utm_${field}`, lead.utm[field])),
    row('search_click_id', lead.searchClickId),
    row('gbraid', lead.gbraid),
    row('wbraid', lead.wbraid),
    row('social_click_id', lead.socialClickId),
    row('fbc', lead.fbc),
    row('fbp', lead.fbp),
    row('plataforma', objectText(lead.platform)),
  ];
}

function answerRows(lead: LeadView): readonly Row[] {
  return [
    ...lead.answers.map((answer) => row(`respostas.${answer.key}`, answer.values.join(', '))),
    row('consentimentos', lead.consents === null ? null : writeJson(lead.consents)),
    row('extras', objectText(lead.extras)),
  ];
}

function objectText(object: JsonObject): string | null {
  return Object.keys(object).length === 0 ? null : writeJson(object);
}

function row(name: string, text: string | null): Row {
  return { name, value: text === null || text === '' ? null : <Foreign text={text} /> };
}

export function ConversionsSection({ conversions }: { readonly conversions: readonly Conversion[] }): ReactNode {
  const words = useTexts(eventTexts);
  if (conversions.length === 0) return null;
  const columns = ['nome', 'plataforma', 'click_id', 'valor', 'ocorrida_em', 'estado'];
  return (
    <section aria-labelledby="conversions">
      <h2 id="conversions">{words.conversions}</h2>
      <table className="list">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {conversions.map((conversion) => (
            <ConversionRow key={conversion.id} conversion={conversion} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ConversionRow({ conversion }: { readonly conversion: Conversion }): ReactNode {
  const words = useTexts(eventTexts);
  const { name, platform, clickId, value, currency, happenedAt, state } = conversion;
  return (
    <tr>
      <td data-label="nome">
        <Foreign text={name} />
      </td>
      <td data-label="plataforma">{platform ?? words.none}</td>
      <td data-label="click_id" className="identity">
        <Foreign text={clickId ?? words.none} />
      </td>
      <td data-label="valor">
        <Foreign text={value === null ? words.none : `${value} ${currency ?? ''}`} />
      </td>
      <td data-label="ocorrida_em">
        <Moment at={happenedAt} />
      </td>
      <td data-label="estado">
        <Badge word={state} />
      </td>
    </tr>
  );
}
