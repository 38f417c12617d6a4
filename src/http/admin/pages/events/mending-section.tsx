import type { ReactNode } from 'react';
import { faultText } from '../../../../presentation/fault-text.ts';
import type { Mending, MendingLink } from '../../views/mending.ts';
import { Foreign, Sentence } from '../elements/format.tsx';
import { textFor, useLanguage, useMessages } from '../language.tsx';

/** What is wrong, in the fault's own sentence, and what to do about it, with links to the forms. Holds no personal data. */
export function MendingSection({ mending, isFailed }: { readonly mending: Mending; readonly isFailed: boolean }): ReactNode {
  const words = useMessages().web.advice;
  const language = useLanguage();
  const { code, message, isFound, links } = mending;
  const found = links.some(({ value }) => value !== null);
  return (
    <div className={`notice ${isFailed ? 'notice-bad' : 'notice-warn'} mending`}>
      <p>
        <strong>{code}</strong> <Sentence text={faultText(message, language)} />
      </p>
      <h2>{words.title}</h2>
      <p>{isFound ? words.foundSince : (textFor(words.advice, code) ?? words.advice.other)(found)}</p>
      <ul className="links">
        {links.map((link) => (
          <li key={`${link.step} ${link.path}`}>
            <StepLink link={link} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function StepLink({ link: { step, path, value } }: { readonly link: MendingLink }): ReactNode {
  const words = useMessages().web.advice;
  return (
    <a href={path}>
      {words.steps[step]}
      {value === null ? null : (
        <>
          {' '}
          <code>
            <Foreign text={value} />
          </code>
        </>
      )}
    </a>
  );
}
