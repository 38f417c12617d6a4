import type { ReactNode } from 'react';
import { type Conversion, ConversionState, type ConversionView } from '../../../../domain/conversion.ts';
import type { LeadView } from '../../../../domain/lead.ts';
import type { StageCorrection } from '../../../../domain/stage-change.ts';
import { conversionNote } from '../../../../presentation/conversion-note.ts';
import { faultText } from '../../../../presentation/fault-text.ts';
import { labelOf } from '../../../../presentation/labels.ts';
import { maskMark } from '../../../../presentation/masking.ts';
import { moneyText } from '../../../../presentation/money.ts';
import { useFrame, useWords } from '../context.tsx';
import { ChangeForm } from '../elements/form.tsx';
import { Badge, BadgeWithCode, Foreign, ForeignCode, FullMoment, Moment, Sentence } from '../elements/format.tsx';
import { Belonging, Person } from '../elements/person.tsx';
import { Section } from '../elements/section.tsx';
import { boxColumn, type Column, Table } from '../elements/table.tsx';

interface SectionProps {
  readonly conversions: readonly Conversion[];
  /** If given, they can be sent again, and the browser returns here. */
  readonly back?: string;
}

/** The conversions of one event or lead, under a title; nothing if there are none. */
export function ConversionsSection({ conversions, back }: SectionProps): ReactNode {
  const { mayChange } = useFrame();
  const { fields } = useWords('conversions');
  if (conversions.length === 0) return null;
  return (
    <Section id="conversions" title={fields.conversions}>
      <ConversionTable conversions={conversions} mayRetry={back !== undefined && mayChange} />
      {back === undefined ? null : <RetryConversions conversions={conversions} back={back} />}
    </Section>
  );
}

type Listed = Conversion & Partial<Pick<ConversionView, 'clientName' | 'campaignId' | 'campaignName'>>;

interface TableProps {
  readonly conversions: readonly Listed[];
  /** The leads by id, masked. Omitted: all conversions are of the one lead that the page names. */
  readonly leads?: ReadonlyMap<string, LeadView>;
  /** `true` if rows that can be sent again get a checkbox of the form below. */
  readonly mayRetry: boolean;
}

/** One line for each conversion; the reason for its state opens on demand. */
export function ConversionTable({ chosen, ...props }: TableProps & { readonly chosen?: readonly string[] | undefined }): ReactNode {
  const { words } = useWords('conversions');
  return (
    <Table<Listed>
      look="flowing rows conversions"
      caption={words.table}
      rows={props.conversions}
      columns={useConversionColumns(props)}
      chosen={chosen}
    />
  );
}

export function useConversionColumns({ conversions, leads, mayRetry }: TableProps): readonly (Column<Listed> | null)[] {
  const { words, messages, language } = useWords('conversions');
  const { fields, origins } = messages.labels;
  const isOfMany = leads !== undefined;
  return [
    mayRetry && conversions.some(isRetryable)
      ? boxColumn({
          name: messages.labels.actions.select,
          form: RETRY_FORM,
          field: 'conversao',
          value: (conversion) => (isRetryable(conversion) ? conversion.id : null),
          label: words.chooseOne,
        })
      : null,
    isOfMany
      ? {
          name: fields.name,
          look: 'subject',
          cell: ({ leadId }) => (
            <Person href={`/admin/leads/${leadId}`} lead={leads.get(leadId)} otherwise={messages.web.lead.title(leadId)} />
          ),
        }
      : null,
    isOfMany
      ? {
          name: fields.campaign,
          look: 'belonging',
          key: 'campanha',
          cell: ({ campaignId = null, campaignName = null, clientName }) => (
            <Belonging lead={clientName === undefined ? undefined : { campaignId, campaignName, clientName }} />
          ),
        }
      : null,
    {
      name: fields.stage,
      ...(isOfMany ? {} : { look: 'subject' }),
      cell: ({ name }) => <Foreign text={labelOf(messages, 'stages', maskMark(name))} longest={LONGEST_CELL} />,
    },
    {
      name: fields.value,
      look: 'number',
      key: 'valor',
      cell: ({ value, currency }) => (value === null ? null : <Foreign text={moneyText(value, currency, language)} />),
    },
    { name: fields.platform, key: 'plataforma', cell: ({ platform }) => platform && origins[platform] },
    { name: fields.state, look: 'outcome', cell: (conversion) => <Outcome conversion={conversion} /> },
    {
      name: fields.clickId,
      look: 'identity',
      key: 'click_id',
      isExtra: true,
      cell: ({ clickId }) => clickId && <ForeignCode text={clickId} longest={LONGEST_CELL} />,
    },
    { name: fields.id, look: 'fit', key: 'conversao_id', isExtra: true, cell: ({ id }) => <code>{id}</code> },
    { name: fields.event, look: 'fit', key: 'evento_id', cell: (conversion) => <OfEvent conversion={conversion} />, isExtra: isOfMany },
    { name: words.happenedAt, look: 'fit when', cell: ({ happenedAt }) => <Moment at={happenedAt} /> },
  ];
}

/** Names and click ids come from senders, and may be as long as a body. */
const LONGEST_CELL = 120;

function OfEvent({ conversion: { eventId, registeredBy } }: { readonly conversion: Listed }): ReactNode {
  const { words } = useWords('conversions');
  return (
    <>
      <a href={`/admin/webhooks/${eventId}`}>{eventId}</a>
      {registeredBy === null ? null : <span className="quiet"> {words.byHand}</span>}
    </>
  );
}

/** A platform's sentence is rarely longer. */
const LONGEST_SENTENCE = 500;

/** The state of a conversion. It opens if there are details (when it was sent, why it was not, who changed it). */
function Outcome({ conversion }: { readonly conversion: Conversion }): ReactNode {
  const { words, jsonFields, language } = useWords('conversions');
  const { state, sentAt, fault, requestId, corrections } = conversion;
  const note = conversionNote(conversion);
  const isAtPlatform = state === ConversionState.pending && requestId !== null && fault === null;
  if (sentAt === null && fault === null && note === null && corrections.length === 0 && !isAtPlatform) {
    return <Badge of="conversion" word={state} />;
  }
  return (
    <details className="why">
      <summary>
        <BadgeWithCode of="conversion" word={state} code={fault?.code ?? null} />
      </summary>
      {sentAt === null ? null : (
        <p>
          {jsonFields.enviada_em} <FullMoment at={sentAt} />
        </p>
      )}
      {isAtPlatform ? <p>{words.atPlatform}</p> : null}
      {fault === null ? null : (
        <p>
          <Sentence text={faultText(fault.params, language).slice(0, LONGEST_SENTENCE)} />
        </p>
      )}
      {note === null ? null : (
        <p>
          <Sentence text={note[language]} />
        </p>
      )}
      {corrections.map((correction) => (
        <Correction key={correction.at} correction={correction} />
      ))}
    </details>
  );
}

function Correction({ correction: { kind, operator, at, reason, before } }: { readonly correction: StageCorrection }): ReactNode {
  const { words, language } = useWords('conversions');
  const { value, currency } = before;
  return (
    <p>
      {words.corrections[kind]} <Foreign text={operator} />, <FullMoment at={at} />
      {reason === null ? '.' : ': '}
      {reason === null ? null : <Foreign text={reason} longest={LONGEST_SENTENCE} />}{' '}
      {value === null ? null : words.before(moneyText(value, currency, language))}
    </p>
  );
}

/** The form that the checkboxes of the table belong to. */
const RETRY_FORM = 'repetir';

/** Whether sending it again could help: it was rejected, or waits after an attempt, or a correction of it was given up. */
function isRetryable({ state, fault }: Conversion): boolean {
  return state === ConversionState.rejected || (fault !== null && (state === ConversionState.pending || state === ConversionState.sent));
}

/** The bar that sends the selected conversions again, shown once one is selected; nothing if none can be. */
export function RetryConversions(props: { conversions: readonly Conversion[]; back: string }): ReactNode {
  const { conversions, back } = props;
  const { mayChange } = useFrame();
  const { words } = useWords('conversions');
  if (!mayChange || !conversions.some(isRetryable)) return null;
  return (
    <ChangeForm action="/admin/conversoes/repetir" id={RETRY_FORM} className="bulk" hidden={{ voltar: back }}>
      <button type="submit" className="primary small">
        {words.retry}
      </button>
      <p className="quiet">{words.retryHint}</p>
    </ChangeForm>
  );
}
