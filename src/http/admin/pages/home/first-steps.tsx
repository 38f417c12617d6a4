import type { ReactNode } from 'react';
import type { FIRST_STEPS, FirstStep } from '../../../../domain/first-steps.ts';
import { Sentence } from '../elements/format.tsx';
import { useWords } from '../language.tsx';

/** Where each step is done. */
const STEP_PATHS: Readonly<Record<(typeof FIRST_STEPS)[number], string | null>> = {
  fonte: '/admin/fontes',
  campanha: '/admin/campanhas',
  evento: '/admin/webhooks',
  lead: '/admin/leads',
  backup: '/admin/fila#banco',
  alerta: null,
};

/** What to do until leads arrive, in order; the next step is highlighted. */
export function FirstSteps({ steps }: { readonly steps: readonly FirstStep[] }): ReactNode {
  const { words } = useWords('home');
  const next = steps.find(({ isDone }) => isDone === false)?.step;
  return (
    <section className="first-steps panel" aria-labelledby="first-steps">
      <h2 id="first-steps">{words.firstSteps}</h2>
      <p className="quiet">{words.firstStepsIntro}</p>
      <ol>
        {steps.map(({ step, isDone }) => {
          const { name, text } = words.steps[step];
          const path = STEP_PATHS[step];
          return (
            <li
              key={step}
              className={isDone === true ? 'done' : step === next ? 'next' : undefined}
              aria-current={step === next ? 'step' : undefined}
            >
              {path === null ? (
                <strong>{name}</strong>
              ) : (
                <a id={`step-${step}`} href={path}>
                  {name}
                </a>
              )}{' '}
              <span className="state quiet">{words.stepStates[isDone === null ? 'unseen' : isDone ? 'done' : 'open']}</span>
              <span className="quiet text">
                <Sentence text={text} />
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
