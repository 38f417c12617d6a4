import type { ReactNode } from 'react';
import { zonedMinute } from '../../../../base/zoned-time.ts';
import { STAGE_WORDS } from '../../../../domain/lead-stage.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import type { FieldSpec } from '../elements/fields.tsx';
import { Form } from '../elements/form.tsx';
import { mayChange } from '../elements/post-form.tsx';
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

/** The fields of every form for a stage: what it is worth, and when it was. */
export function useStageFields(at: number, timeZone: string, timeHint: string, values: { value?: string; currency: string }): FieldSpec[] {
  const words = useMessages().web.conversions;
  return [
    { name: 'valor', label: words.stageValue, hint: words.stageValueHint, value: values.value, maxLength: 64 },
    { name: 'moeda', label: words.currency, value: values.currency, maxLength: 3 },
    { name: 'ocorrida_em', label: words.stageAt, hint: timeHint, value: zonedMinute(at, timeZone), type: 'datetime-local' },
  ];
}

/** A person tells what became of the lead. */
export function LeadStageForm({ frame, leadId, state, clock: { now, timeZone } }: Props): ReactNode {
  const words = useMessages().web.conversions;
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
          { name: 'etapa', label: words.stageWord, options: stages, required: true },
          ...common,
          { name: 'chave', label: words.stageKey, hint: words.stageKeyHint, maxLength: 255 },
        ]}
        submit={{ label: words.register }}
      />
    </details>
  );
}
