import type { ReactNode } from 'react';
import { zonedMinute } from '../../../../base/zoned-time.ts';
import type { Conversion } from '../../../../domain/conversion.ts';
import { LONGEST_REASON } from '../../../../domain/stage-change.ts';
import { maskMark } from '../../../../presentation/masking.ts';
import { moneyText } from '../../../../presentation/money.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { FormSummary, TextField } from '../elements/fields.tsx';
import { ChangeForm, mayChange } from '../elements/post-form.tsx';
import { useLanguage, useMessages } from '../language.tsx';

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
  const form = `stage-${id}`;
  const worth = value === null ? '' : `, ${moneyText(value, currency, language)}`;
  const labels = { valor: words.stageValue, moeda: words.currency, ocorrida_em: words.stageAt, motivo: words.reason };
  return (
    <details className="panel" open={state !== undefined}>
      <summary>{words.change(id, `${maskMark(name)}${worth}`.trimEnd())}</summary>
      <p className="quiet">{words.changeText}</p>
      <FormSummary form={form} state={state} labels={labels} />
      <ChangeForm frame={frame} action={`/admin/conversoes/${id}/etapa`} className="fields">
        <TextField
          form={form}
          state={state}
          name="valor"
          label={labels.valor}
          hint={words.stageValueHint}
          value={value === null ? '' : amountText(value, language)}
          maxLength={64}
        />
        <TextField form={form} state={state} name="moeda" label={labels.moeda} value={currency ?? ''} maxLength={3} />
        <TextField
          form={form}
          state={state}
          name="ocorrida_em"
          label={labels.ocorrida_em}
          hint={words.changeAtHint(timeZone)}
          value={zonedMinute(happenedAt, timeZone)}
          type="datetime-local"
        />
        <TextField form={form} state={state} name="motivo" label={labels.motivo} maxLength={LONGEST_REASON} required />
        <div className="buttons">
          <button type="submit" name="acao" value="corrigir" className="primary">
            {words.correct}
          </button>
          <button type="submit" name="acao" value="retirar" className="danger">
            {words.withdraw}
          </button>
        </div>
      </ChangeForm>
    </details>
  );
}

/** An amount as a person of the language types it. */
function amountText(value: number, language: 'en' | 'pt'): string {
  return language === 'pt' ? String(value).replace('.', ',') : String(value);
}
