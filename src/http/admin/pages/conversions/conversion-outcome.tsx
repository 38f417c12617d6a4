import type { ReactNode } from 'react';
import type { Conversion } from '../../../../domain/conversion.ts';
import type { StageCorrection } from '../../../../domain/stage-change.ts';
import { conversionNote } from '../../../../presentation/conversion-note.ts';
import { faultText } from '../../../../presentation/fault-text.ts';
import { moneyText } from '../../../../presentation/money.ts';
import { BadgeWithCode, Foreign, Moment } from '../elements/format.tsx';
import { useLanguage, useMessages } from '../language.tsx';

/** A platform's sentence is seldom longer. */
const LONGEST_SENTENCE = 500;

/** The state of a conversion, and why it is so: when it was sent, or the code and the platform's own words. */
export function ConversionOutcome({ conversion }: { readonly conversion: Conversion }): ReactNode {
  const words = useMessages().web.conversions;
  const language = useLanguage();
  const { state, sentAt, fault, requestId } = conversion;
  const note = conversionNote(conversion);
  return (
    <>
      <BadgeWithCode word={state} code={fault?.code ?? null} />
      {sentAt === null ? null : (
        <p className="quiet">
          {words.sentAt} <Moment at={sentAt} />
        </p>
      )}
      {state === 'pendente' && requestId !== null && fault === null ? <p className="quiet">{words.atPlatform}</p> : null}
      {conversion.corrections.map((correction) => (
        <Correction key={correction.at} correction={correction} />
      ))}
      {note === null ? null : <p className="quiet">{note[language]}</p>}
      {fault === null ? null : (
        <p className="quiet">
          <Foreign text={faultText(fault.message, language)} longest={LONGEST_SENTENCE} />
        </p>
      )}
    </>
  );
}

/** Who changed a stage, when and why, and what it was worth before. */
function Correction({ correction: { kind, operator, at, reason, before } }: { readonly correction: StageCorrection }): ReactNode {
  const words = useMessages().web.conversions;
  const language = useLanguage();
  const { value, currency } = before;
  return (
    <p className="quiet">
      {words.corrections[kind]} <Foreign text={operator} />, <Moment at={at} />
      {reason === null ? null : (
        <>
          {': '}
          <Foreign text={reason} longest={LONGEST_SENTENCE} />
        </>
      )}{' '}
      {value === null ? null : words.before(moneyText(value, currency, language))}
    </p>
  );
}
