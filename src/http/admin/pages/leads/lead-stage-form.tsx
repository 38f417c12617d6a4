import type { ReactNode } from 'react';
import { zonedMinute } from '../../../../base/zoned-time.ts';
import { type Conversion, ConversionState } from '../../../../domain/conversion.ts';
import { STAGE_WORDS } from '../../../../domain/lead-stage.ts';
import { LONGEST_REASON } from '../../../../domain/stage-change.ts';
import { maskMark } from '../../../../presentation/masking.ts';
import { moneyText } from '../../../../presentation/money.ts';
import { stageValues, versionOf } from '../../requests/stale-form.ts';
import { useFrame, useWords } from '../context.tsx';
import type { FieldSpec } from '../elements/fields.tsx';
import { FoldedForm } from '../elements/form.tsx';

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
export function LeadStageForm({ leadId, timeZone }: { readonly leadId: string; readonly timeZone: string }): ReactNode {
  const { now } = useFrame();
  const { words, fields } = useWords('conversions');
  const common = useStageFields(now, timeZone, words.stageAtHint(timeZone), { currency: 'BRL' });
  const stages = STAGE_WORDS.map((word) => ({ value: word, label: words.stages[word] }));
  return (
    <FoldedForm
      id="stage"
      title={words.stage}
      text={words.stageText}
      action={`/admin/leads/${leadId}/etapa`}
      fields={[
        { name: 'etapa', label: fields.stage, options: stages, required: true },
        ...common,
        { name: 'chave', label: words.stageKey, hint: words.stageKeyHint, maxLength: 255 },
      ]}
      submit={{ label: words.register }}
    />
  );
}

/** For each stage that was registered by an operator: a form to correct it or withdraw it. */
export function StageChangeForms(props: { readonly conversions: readonly Conversion[]; readonly timeZone: string }): ReactNode {
  const { conversions, timeZone } = props;
  return conversions
    .filter(({ registeredBy, state }) => registeredBy !== null && state !== ConversionState.withdrawn)
    .map((conversion) => <StageChangeForm key={conversion.id} conversion={conversion} timeZone={timeZone} />);
}

function StageChangeForm({ conversion, timeZone }: { readonly conversion: Conversion; readonly timeZone: string }): ReactNode {
  const { words, jsonFields, language } = useWords('conversions');
  const { id, name, value, currency, happenedAt } = conversion;
  const worth = value === null ? '' : `, ${moneyText(value, currency, language)}`;
  const common = useStageFields(happenedAt, timeZone, words.changeAtHint(timeZone), {
    value: value === null ? '' : amountText(value, language),
    currency: currency ?? '',
  });
  return (
    <FoldedForm
      id={`stage-${id}`}
      title={words.change(id, `${maskMark(name)}${worth}`.trimEnd())}
      text={words.changeText}
      action={`/admin/conversoes/${id}/etapa`}
      hidden={versionOf(stageValues(conversion))}
      fields={[...common, { name: 'motivo', label: jsonFields.motivo, maxLength: LONGEST_REASON, required: true }]}
      submit={[
        { label: words.correct, name: 'acao', value: 'corrigir' },
        { label: words.withdraw, name: 'acao', value: 'retirar', kind: 'danger' },
      ]}
    />
  );
}

/** An amount as users of the language type it. */
function amountText(value: number, language: 'en' | 'pt'): string {
  return language === 'pt' ? String(value).replace('.', ',') : String(value);
}
