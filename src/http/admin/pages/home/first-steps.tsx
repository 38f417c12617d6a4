import type { ReactNode } from 'react';
import type { FirstStep } from '../../../../domain/first-steps.ts';
import { useTexts } from '../language.tsx';
import { firstStepsTexts } from './first-steps-texts.ts';

/** What is to be done until leads arrive; each step leads to the page where it is done. */
export function FirstSteps({ steps }: { readonly steps: readonly FirstStep[] }): ReactNode {
  const words = useTexts(firstStepsTexts);
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps">{words.title}</h2>
      <ol className="first-steps panel">
        {steps.map(({ step, isDone }) => {
          const { name, text, href } = words.steps[step];
          return (
            <li key={step}>
              {href === null ? <strong>{name}</strong> : <a href={href}>{name}</a>}
              {` (${isDone === null ? words.unseen : isDone ? words.done : words.open}) `}
              <span className="quiet">{text}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
