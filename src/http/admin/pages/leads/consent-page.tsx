import type { ReactNode } from 'react';
import { zonedMinute } from '../../../../base/zoned-time.ts';
import { ConsentAct, type ConsentProof, type ConsentRecord, LONGEST_PURPOSE } from '../../../../domain/consent.ts';
import { LONGEST_REASON } from '../../../../domain/stage-change.ts';
import { faultText } from '../../../../presentation/fault-text.ts';
import { labelOf } from '../../../../presentation/labels.ts';
import { consentPath } from '../../addresses/paths.ts';
import type { FormState } from '../../requests/posted-form.ts';
import type { Frame } from '../../requests/visitor.ts';
import { ConversionsSection } from '../conversions/conversion-table.tsx';
import { ConsentRuleText } from '../directory/accounts-of-client.tsx';
import { Form } from '../elements/form.tsx';
import { Details, Foreign, ForeignCode, type Row, Sentence } from '../elements/format.tsx';
import { FullMoment } from '../elements/moment.tsx';
import { mayChange } from '../elements/post-form.tsx';
import { RevealLink } from '../elements/reveal.tsx';
import { Section } from '../elements/section.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useLanguage, useMessages, useWords } from '../language.tsx';
import { belongingRows, originRows, personRows } from './lead-rows.tsx';
import type { StageClock } from './lead-stage-form.tsx';

interface ConsentPageProps {
  readonly frame: Frame;
  /** Already masked, unless revealed. */
  readonly proof: ConsentProof;
  readonly revealed: boolean;
  /** The form as it was refused; `undefined` if it was not. */
  readonly refused: FormState | undefined;
  readonly stageClock: StageClock;
}

/** What a person consented to, and what proves it: on one page, to be printed. */
export function ConsentPage({ frame, proof, revealed, refused, stageClock }: ConsentPageProps): ReactNode {
  const messages = useMessages();
  const { consent: words, lead: leadWords } = messages.web;
  const { lead, consents, conversions } = proof;
  return (
    <AdminPage
      frame={frame}
      section="leads"
      title={words.title(lead.id)}
      back={{ href: `/admin/leads/${lead.id}`, text: leadWords.title(lead.id) }}
      notices={words.notices}
      isRefused={refused !== undefined}
      subtitle={
        <span className="quiet">
          {words.asOf} <FullMoment at={stageClock.now} />
        </span>
      }
      actions={<RevealLink frame={frame} here={consentPath(lead.id)} revealed={revealed} />}
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
        <Details rows={[...personRows(lead, messages), ...belongingRows(lead, messages), ...originRows(lead, messages)]} />
      </Section>
      <ConversionsSection conversions={conversions} />
      {lead.erasedAt === null ? <ConsentForm frame={frame} leadId={lead.id} state={refused} clock={stageClock} /> : null}
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
  const messages = useMessages();
  const { purpose, act } = consent;
  const { labels } = messages;
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

interface FormProps {
  readonly frame: Frame;
  readonly leadId: string;
  readonly state: FormState | undefined;
  readonly clock: StageClock;
}

/** The form to record what a person told an operator. */
function ConsentForm({ frame, leadId, state, clock: { now, timeZone } }: FormProps): ReactNode {
  const { words, web, labels } = useWords('consent');
  if (!mayChange(frame)) return null;
  const time = { hint: web.conversions.stageAtHint(timeZone), value: zonedMinute(now, timeZone), type: 'datetime-local' } as const;
  return (
    <details className="panel" open={state !== undefined}>
      <summary>{words.record}</summary>
      <p className="quiet">{words.recordText}</p>
      <Form
        frame={frame}
        id="consent"
        action={consentPath(leadId)}
        state={state}
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
    </details>
  );
}
