import type { ReactNode } from 'react';
import { zonedMinute } from '../../../../base/zoned-time.ts';
import { type Conversion, ConversionState } from '../../../../domain/conversion.ts';
import { STAGE_WORDS } from '../../../../domain/lead-stage.ts';
import { LONGEST_REASON } from '../../../../domain/stage-change.ts';
import { maskMark } from '../../../../presentation/masking.ts';
import { moneyText } from '../../../../presentation/money.ts';
import type { FormState } from '../../requests/posted-form.ts';
import { stageValues, versionOf } from '../../requests/stale-form.ts';
import type { Frame } from '../../requests/visitor.ts';
import type { FieldSpec } from '../elements/fields.tsx';
import { Form } from '../elements/form.tsx';
import { mayChange } from '../elements/post-form.tsx';
import { useWords } from '../language.tsx';

interface Props {
  readonly frame: Frame;
  readonly leadId: string;
  /** The form as it was refused; `undefined` if it was not. */
  readonly state: FormState | undefined;
  readonly clock: StageClock;
}

/** The initial value of the time field, and its time zone. */
export interface StageClock {
  /** UTC ms. */
  readonly now: number;
  /** IANA. */
  readonly timeZone: string;
}

/** The fields of every form for a stage: its value, and its time. */
function useStageFields(at: number, timeZone: string, timeHint: string, values: { value?: string; currency: string }): FieldSpec[] {
  const { words, fields, jsonFields } = useWords('conversions');
  return [
    { name: 'valor', label: fields.value, hint: words.stageValueHint, value: values.value, maxLength: 64 },
    { name: 'moeda', label: jsonFields.moeda, value: values.currency, maxLength: 3 },
    { name: 'ocorrida_em', label: fields.when, hint: timeHint, value: zonedMinute(at, timeZone), type: 'datetime-local' },
  ];
}

/** The form to report a stage of the lead. */
export function LeadStageForm({ frame, leadId, state, clock: { now, timeZone } }: Props): ReactNode {
  const { words, fields } = useWords('conversions');
  const common = useStageFields(now, timeZone, words.stageAtHint(timeZone), { currency: 'BRL' });
  const stages = STAGE_WORDS.map((word) => ({ value: word, label: words.stages[word] }));
  if (!mayChange(frame)) return null;
  return (
    <details className="panel" open={state !== undefined}>
      <summary>{words.stage}</summary>
      <p className="quiet">{words.stageText}</p>
      <Form
        frame={frame}
        id="stage"
        action={`/admin/leads/${leadId}/etapa`}
        state={state}
        fields={[
          { name: 'etapa', label: fields.stage, options: stages, required: true },
          ...common,
          { name: 'chave', label: words.stageKey, hint: words.stageKeyHint, maxLength: 255 },
        ]}
        submit={{ label: words.register }}
      />
    </details>
  );
}

/** The form for changing one stage as it was refused. */
export interface RefusedChange {
  readonly conversionId: string;
  readonly state: FormState;
}

interface ChangeProps {
  readonly frame: Frame;
  readonly conversions: readonly Conversion[];
  readonly refused: RefusedChange | undefined;
  readonly timeZone: string;
}

/** For each stage that was registered by an operator: forms to correct it or withdraw it. */
export function StageChangeForms({ frame, conversions, refused, timeZone }: ChangeProps): ReactNode {
  if (!mayChange(frame)) return null;
  return conversions
    .filter(({ registeredBy, state }) => registeredBy !== null && state !== ConversionState.withdrawn)
    .map((conversion) => {
      const state = refused?.conversionId === conversion.id ? refused.state : undefined;
      return <StageChangeForm key={conversion.id} frame={frame} conversion={conversion} state={state} timeZone={timeZone} />;
    });
}

interface FormProps extends Pick<ChangeProps, 'frame' | 'timeZone'> {
  readonly conversion: Conversion;
  readonly state: FormState | undefined;
}

function StageChangeForm({ frame, conversion, state, timeZone }: FormProps): ReactNode {
  const { words, jsonFields, language } = useWords('conversions');
  const { id, name, value, currency, happenedAt } = conversion;
  const worth = value === null ? '' : `, ${moneyText(value, currency, language)}`;
  const common = useStageFields(happenedAt, timeZone, words.changeAtHint(timeZone), {
    value: value === null ? '' : amountText(value, language),
    currency: currency ?? '',
  });
  return (
    <details className="panel" open={state !== undefined}>
      <summary>{words.change(id, `${maskMark(name)}${worth}`.trimEnd())}</summary>
      <p className="quiet">{words.changeText}</p>
      <Form
        frame={frame}
        id={`stage-${id}`}
        action={`/admin/conversoes/${id}/etapa`}
        state={state}
        hidden={versionOf(stageValues(conversion))}
        fields={[...common, { name: 'motivo', label: jsonFields.motivo, maxLength: LONGEST_REASON, required: true }]}
        submit={[
          { label: words.correct, name: 'acao', value: 'corrigir' },
          { label: words.withdraw, name: 'acao', value: 'retirar', kind: 'danger' },
        ]}
      />
    </details>
  );
}

/** An amount as users of the language type it. */
function amountText(value: number, language: 'en' | 'pt'): string {
  return language === 'pt' ? String(value).replace('.', ',') : String(value);
}
