import type { ReactNode } from 'react';
import type { Conversion } from '../../../../domain/conversion.ts';
import { LONGEST_REASON } from '../../../../domain/stage-change.ts';
import { maskMark } from '../../../../presentation/masking.ts';
import { moneyText } from '../../../../presentation/money.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { Form } from '../elements/form.tsx';
import { mayChange } from '../elements/post-form.tsx';
import { useLanguage, useMessages } from '../language.tsx';
import { useStageFields } from './lead-stage-form.tsx';

/** The form for a change of one stage as it was refused. */
export interface RefusedChange {
  readonly conversionId: string;
  readonly state: FormState;
}

interface Props {
  readonly frame: Frame;
  readonly conversions: readonly Conversion[];
  readonly refused: RefusedChange | undefined;
  readonly timeZone: string;
}

/** For each stage that was registered by hand: what is wrong with it can be corrected, or it is withdrawn. */
export function StageChangeForms({ frame, conversions, refused, timeZone }: Props): ReactNode {
  if (!mayChange(frame)) return null;
  return conversions
    .filter(({ registeredBy, state }) => registeredBy !== null && state !== 'retirada')
    .map((conversion) => {
      const state = refused?.conversionId === conversion.id ? refused.state : undefined;
      return <StageChangeForm key={conversion.id} frame={frame} conversion={conversion} state={state} timeZone={timeZone} />;
    });
}

interface FormProps extends Pick<Props, 'frame' | 'timeZone'> {
  readonly conversion: Conversion;
  readonly state: FormState | undefined;
}

function StageChangeForm({ frame, conversion, state, timeZone }: FormProps): ReactNode {
  const words = useMessages().web.conversions;
  const language = useLanguage();
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
        fields={[...common, { name: 'motivo', label: words.reason, maxLength: LONGEST_REASON, required: true }]}
        submit={[
          { label: words.correct, name: 'acao', value: 'corrigir' },
          { label: words.withdraw, name: 'acao', value: 'retirar', kind: 'danger' },
        ]}
      />
    </details>
  );
}

/** An amount as a person of the language types it. */
function amountText(value: number, language: 'en' | 'pt'): string {
  return language === 'pt' ? String(value).replace('.', ',') : String(value);
}
