import type { ReactNode } from 'react';
import type { Fault } from '../../../../domain/fault.ts';
import { faultText } from '../../../../presentation/fault-text.ts';
import { useLanguage } from '../language.tsx';
import { CodeName, Foreign } from './format.tsx';

/** A platform's sentence is rarely longer. */
const LONGEST_SENTENCE = 500;

/** Why a platform refused a request: the short name of the error, and the platform's own words. */
export function PlatformFault({ fault: { code, params } }: { readonly fault: Fault }): ReactNode {
  return (
    <p>
      <CodeName code={code} />: <Foreign text={faultText(params, useLanguage())} longest={LONGEST_SENTENCE} />
    </p>
  );
}
