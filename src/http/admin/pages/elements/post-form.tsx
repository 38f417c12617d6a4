import type { ReactNode } from 'react';
import type { Frame } from '../../entrance/visitor.ts';

/** Whether this visitor gets forms that change something: a reader may not, and a program posts by itself. */
export function mayChange({ role, csrfToken }: Frame): boolean {
  return role === 'operator' && csrfToken !== null;
}

/** A form that changes something, with the token that proves it is ours. Nothing for visitors who get no forms. */
export function ChangeForm(props: { frame: Frame; action: string; className?: string; id?: string; children: ReactNode }): ReactNode {
  const { frame, action, className, id, children } = props;
  if (!mayChange(frame)) return null;
  return (
    <form method="post" action={action} className={className} id={id}>
      <input type="hidden" name="csrf" value={frame.csrfToken ?? ''} />
      {children}
    </form>
  );
}

/** One button that changes something. */
export function PostForm(props: { frame: Frame; action: string; label: string; kind: 'primary' | 'secondary' | 'plain' }): ReactNode {
  const { frame, action, label, kind } = props;
  return (
    <ChangeForm frame={frame} action={action}>
      <button type="submit" className={kind}>
        {label}
      </button>
    </ChangeForm>
  );
}
