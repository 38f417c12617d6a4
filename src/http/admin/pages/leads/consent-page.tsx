import type { ReactNode } from 'react';
import { zonedMinute } from '../../../../base/zoned-time.ts';
import { ConsentAct, type ConsentProof, type ConsentRecord, LONGEST_PURPOSE } from '../../../../domain/consent.ts';
import { LONGEST_REASON } from '../../../../domain/stage-change.ts';
import { faultText } from '../../../../presentation/fault-text.ts';
import { labelOf } from '../../../../presentation/labels.ts';
import { consentPath } from '../../addresses/paths.ts';
import { useFrame, useLanguage, useMessages, useWords } from '../context.tsx';
import { ConversionsSection } from '../conversions/conversion-table.tsx';
import { ConsentRuleText } from '../directory/accounts-of-client.tsx';
import { FoldedForm } from '../elements/form.tsx';
import { Details, Foreign, ForeignCode, FullMoment, type Row, Sentence } from '../elements/format.tsx';
import { RevealLink, Section } from '../elements/section.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { topicsOf } from './lead-section.tsx';

interface ConsentPageProps {
  /** Already masked, unless revealed. */
  readonly proof: ConsentProof;
  readonly revealed: boolean;
  /** IANA; of the time in the form. */
  readonly timeZone: string;
}

/** What a person consented to, and what proves it: on one page, to be printed. */
export function ConsentPage({ proof, revealed, timeZone }: ConsentPageProps): ReactNode {
  const { now } = useFrame();
  const messages = useMessages();
  const { consent: words, lead: leadWords } = messages.web;
  const { lead, consents, conversions } = proof;
  const topics = topicsOf(lead, messages);
  return (
    <AdminPage
      section="leads"
      title={words.title(lead.id)}
      back={{ href: `/admin/leads/${lead.id}`, text: leadWords.title(lead.id) }}
      notices={words.notices}
      subtitle={
        <span className="quiet">
          {words.asOf} <FullMoment at={now} />
        </span>
      }
      actions={<RevealLink here={consentPath(lead.id)} revealed={revealed} />}
    >
      <Effect proof={proof} />
      <Section id="consents" title={words.recorded}>
        {consents.length === 0 ? <p>{messages.labels.consent.none}</p> : null}
        <ol className="way history">
          {consents.map((consent) => (
            <Consent key={consent.id} consent={consent} />
          ))}
        </ol>
      </Section>
      <Section id="person" title={leadWords.groups.person}>
        <Details rows={[...topics.person, ...topics.belonging, ...topics.origin]} />
      </Section>
      <ConversionsSection conversions={conversions} />
      {lead.erasedAt === null ? <ConsentForm leadId={lead.id} timeZone={timeZone} /> : null}
    </AdminPage>
  );
}

/** Whether conversions of the lead are sent, and by which rule. */
function Effect({ proof: { objection, rule } }: { readonly proof: ConsentProof }): ReactNode {
  const { labels } = useMessages();
  const language = useLanguage();
  return (
    <>
      <p className={objection === null ? 'notice notice-good' : 'notice notice-warn'}>
        {objection === null ? labels.consent.allows : <Sentence text={faultText(objection.params, language)} />}
      </p>
      <ConsentRuleText consent={rule} />
    </>
  );
}

function Consent({ consent }: { readonly consent: ConsentRecord }): ReactNode {
  const { labels } = useMessages();
  const { purpose, act } = consent;
  return (
    <li className={`step step-${act === ConsentAct.granted ? 'done' : 'bad'}`}>
      <strong>
        {labels.consentActs[act]}: {purpose === null ? labels.consent.everyPurpose : <Foreign text={purpose} />}
      </strong>
      <Details rows={useRowsOf(consent)} />
    </li>
  );
}

function useRowsOf({ at, since, text, ip, formId, event, recordedAt, operator, reason }: ConsentRecord): readonly Row[] {
  const messages = useMessages();
  const { consent: words, event: events } = messages.web;
  const row = (name: string, value: ReactNode): Row => ({ name: labelOf(messages, 'jsonFields', name), value });
  const foreign = (name: string, value: string | null): Row => row(name, value === null ? null : <Foreign text={value} />);
  return [
    row('ocorrida_em', at === null ? words.timeNotStated : <FullMoment at={at} />),
    row('vale_desde', since === at ? null : <FullMoment at={since} />),
    foreign('texto', text),
    foreign('ip_pessoa', ip),
    foreign('formulario_id', formId),
    row('evento_id', event && <a href={`/admin/webhooks/${event.id}`}>{event.id}</a>),
    row('recebido_em', event && <FullMoment at={event.receivedAt} />),
    row('credencial', event && events.credentials[event.credential]),
    row('segredo', event?.secret && <ForeignCode text={event.secret} />),
    foreign('ip', event?.remoteAddress ?? null),
    foreign('registrado_por', operator),
    row('registrado_em', operator === null ? null : <FullMoment at={recordedAt} />),
    foreign('motivo', reason),
  ];
}

function ConsentForm({ leadId, timeZone }: { readonly leadId: string; readonly timeZone: string }): ReactNode {
  const { now } = useFrame();
  const { words, web, labels } = useWords('consent');
  const time = { hint: web.conversions.stageAtHint(timeZone), value: zonedMinute(now, timeZone), type: 'datetime-local' } as const;
  return (
    <FoldedForm
      id="consent"
      title={words.record}
      text={words.recordText}
      action={consentPath(leadId)}
      fields={[
        { name: 'finalidade', label: labels.jsonFields.finalidade, hint: words.purposeHint, maxLength: LONGEST_PURPOSE },
        { name: 'ocorrida_em', label: labels.fields.when, ...time },
        { name: 'motivo', label: labels.jsonFields.motivo, hint: words.reasonHint, maxLength: LONGEST_REASON, required: true },
      ]}
      submit={[
        { label: words.grant, name: 'acao', value: 'conceder' },
        { label: words.withdraw, name: 'acao', value: 'retirar', kind: 'danger' },
      ]}
    />
  );
}
