import type { ReactNode } from 'react';
import { zonedMinute } from '../../../../base/zoned-time.ts';
import { STAGE_WORDS } from '../../../../domain/lead-stage.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { FormSummary, SelectField, TextField } from '../elements/fields.tsx';
import { ChangeForm, mayChange } from '../elements/post-form.tsx';
import { useMessages } from '../language.tsx';

interface Props {
  readonly frame: Frame;
  readonly leadId: string;
  /** The form as it was refused; undefined: it was not. */
  readonly state: FormState | undefined;
  readonly clock: StageClock;
}

/** What the field of the time begins with, and in which zone it is read. */
export interface StageClock {
  /** UTC ms. */
  readonly now: number;
  /** IANA. */
  readonly timeZone: string;
}

const FORM = 'stage';

/** A person tells what became of the lead. */
export function LeadStageForm({ frame, leadId, state, clock }: Props): ReactNode {
  const words = useMessages().web.conversions;
  if (!mayChange(frame)) return null;
  const labels = {
    etapa: words.stageWord,
    valor: words.stageValue,
    moeda: words.currency,
    ocorrida_em: words.stageAt,
    chave: words.stageKey,
  };
  return (
    <details className="panel" open={state !== undefined}>
      <summary>{words.stage}</summary>
      <p className="quiet">{words.stageText}</p>
      <FormSummary form={FORM} state={state} labels={labels} />
      <ChangeForm frame={frame} action={`/admin/leads/${leadId}/etapa`} className="fields">
        <SelectField
          form={FORM}
          state={state}
          name="etapa"
          label={labels.etapa}
          options={STAGE_WORDS.map((word) => ({ value: word, label: words.stages[word] }))}
          required
        />
        <TextField form={FORM} state={state} name="valor" label={labels.valor} hint={words.stageValueHint} maxLength={64} />
        <TextField form={FORM} state={state} name="moeda" label={labels.moeda} value="BRL" maxLength={3} />
        <TextField
          form={FORM}
          state={state}
          name="ocorrida_em"
          label={labels.ocorrida_em}
          hint={words.stageAtHint(clock.timeZone)}
          value={zonedMinute(clock.now, clock.timeZone)}
          type="datetime-local"
        />
        <TextField form={FORM} state={state} name="chave" label={labels.chave} hint={words.stageKeyHint} maxLength={255} />
        <div className="buttons">
          <button type="submit" className="primary">
            {words.register}
          </button>
        </div>
      </ChangeForm>
    </details>
  );
}
