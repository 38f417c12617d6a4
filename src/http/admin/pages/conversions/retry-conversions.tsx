import type { ReactNode } from 'react';
import type { Conversion } from '../../../../domain/conversion.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { ChangeForm, mayChange } from '../elements/post-form.tsx';
import { useMessages } from '../language.tsx';

/** The form that the boxes of the table belong to. */
export const RETRY_FORM = 'repetir';

/** Whether sending it again could change anything: it was rejected, or waits after a try. */
export function isRetryable({ state, fault }: Conversion): boolean {
  return state === 'rejeitada' || (state === 'pendente' && fault !== null);
}

/** The button beneath a table of conversions that sends the chosen ones again; nothing where none can be chosen. */
export function RetryConversions(props: { frame: Frame; conversions: readonly Conversion[]; back: string }): ReactNode {
  const { frame, conversions, back } = props;
  const words = useMessages().web.conversions;
  if (!mayChange(frame) || !conversions.some(isRetryable)) return null;
  return (
    <ChangeForm frame={frame} action="/admin/conversoes/repetir" id={RETRY_FORM} className="retry-conversions">
      <input type="hidden" name="voltar" value={back} />
      <button type="submit" className="secondary small">
        {words.retry}
      </button>
      <p className="quiet">{words.retryHint}</p>
    </ChangeForm>
  );
}
