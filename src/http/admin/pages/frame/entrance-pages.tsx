import { Fragment, type ReactNode } from 'react';
import { type Field, isSecret } from '../../requests/posted-form.ts';
import { VERSION } from '../../requests/stale-form.ts';
import { type CredentialMode, HOME } from '../../requests/visitor.ts';
import { textFor, useWords } from '../context.tsx';
import { Details, Foreign } from '../elements/format.tsx';
import { Plain } from './layout.tsx';

interface LoginPageProps {
  readonly mode: CredentialMode;
  /** Where to continue afterwards; one of our own paths. */
  readonly returnPath: string;
  /** A form, as text, that was sent to that path after its session had ended. */
  readonly unsentForm?: string | undefined;
  readonly failure?: { readonly kind: 'wrong' | 'blocked' };
}

export function LoginPage({ mode, returnPath, unsentForm, failure }: LoginPageProps): ReactNode {
  const { words } = useWords('login');
  return (
    <Plain title={words.title} holdsForm={unsentForm !== undefined}>
      <h1>{words.title}</h1>
      {unsentForm === undefined ? null : <p className="notice notice-warn">{words.unsentForm}</p>}
      {failure === undefined ? null : (
        <p className="notice notice-bad" role="alert" id="failure">
          {mode === 'token' ? words.wrongToken : words.wrongOneTime}
          {failure.kind === 'blocked' ? ` ${words.manyFailures}` : null}
        </p>
      )}
      <form method="post" action="/admin/login" className="stack">
        <input type="hidden" name="voltar" value={returnPath} />
        {unsentForm === undefined ? null : <input type="hidden" name="formulario" value={unsentForm} />}
        <input type="text" name="user" defaultValue="admin" autoComplete="username" readOnly hidden />
        <label htmlFor="token">{words.token}</label>
        <input
          id="token"
          name="token"
          type="password"
          autoComplete="current-password"
          required
          aria-describedby={failure === undefined ? 'hint' : 'failure hint'}
        />
        <p className="quiet" id="hint">
          {mode === 'token' ? words.hintToken : words.hintOneTime}
        </p>
        <button type="submit" className="primary">
          {words.title}
        </button>
      </form>
    </Plain>
  );
}

interface UnsentFormPageProps {
  /** The target of the form; one of our own paths. */
  readonly path: string;
  readonly fields: readonly Field[];
  readonly csrfToken: string;
}

/** After the login: the entered values, for the user to check and send. Secrets are asked for again. */
export function UnsentFormPage({ path, fields, csrfToken }: UnsentFormPageProps): ReactNode {
  const { words } = useWords('unsentForm');
  const kept = fields.filter(([name]) => !isSecret(name));
  const values = kept
    .filter(([name]) => name !== VERSION)
    .map(([name, value]) => ({ name, value: value === '' ? '' : <Foreign text={value} /> }));
  return (
    <Plain title={words.title} holdsForm>
      <h1>{words.title}</h1>
      <p>{words.text}</p>
      <Details rows={[{ name: words.path, value: <Foreign text={path} /> }, ...values]} />
      <form method="post" action={path} className="stack">
        <input type="hidden" name="csrf" value={csrfToken} />
        {kept.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice; static markup
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        {fields.map(([name], index) =>
          isSecret(name) ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Fragment key={index}>
              <label htmlFor={`secret-${index}`}>{name}</label>
              <input id={`secret-${index}`} type="password" name={name} autoComplete="off" required aria-describedby="not-kept" />
            </Fragment>
          ) : null,
        )}
        {kept.length === fields.length ? null : (
          <p className="quiet" id="not-kept">
            {words.secretNotKept}
          </p>
        )}
        <div className="buttons">
          <button type="submit" className="primary">
            {words.send}
          </button>
          <a href={HOME}>{words.leave}</a>
        </div>
      </form>
    </Plain>
  );
}

/** Continues to the same URL from our own origin, so that the browser sends the session's cookie. */
export function ContinuePage({ path }: { readonly path: string }): ReactNode {
  const { words } = useWords('login');
  return (
    <Plain title={words.continueTitle} refresh={path}>
      <p>{words.continueText}</p>
      <p>
        <a href={path}>{words.continueTitle}</a>
      </p>
    </Plain>
  );
}

interface ErrorPageProps {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly requestId: string;
}

export function ErrorPage({ status, code, detail, requestId }: ErrorPageProps): ReactNode {
  const { words, fields } = useWords('errorPage');
  const { titles, sentences, home } = words;
  const kind = code.startsWith('store_') ? 'store' : code;
  const title = textFor(titles, kind) ?? titles.other;
  const sentence = textFor(sentences, kind) ?? sentences.other;
  return (
    <Plain title={title}>
      <h1>{title}</h1>
      <p>{sentence}</p>
      {hasDetail(kind) && !sentence.startsWith(detail) ? (
        <p className="quiet">
          <Foreign text={detail} />
        </p>
      ) : null}
      <p>
        <a href={HOME}>{home}</a>
      </p>
      <p className="quiet">
        {status} · {code} · {fields.request} <Foreign text={requestId} />
      </p>
    </Plain>
  );
}

/** Kinds whose detail says more than the sentence about the kind. */
function hasDetail(kind: string): boolean {
  return kind === 'invalid_input' || kind === 'conflict' || kind === 'not_found';
}
