import type { ReactNode } from 'react';
import type { Frame } from '../../entrance/visitor.ts';
import { ChangeForm, type Hidden } from '../elements/post-form.tsx';
import { AdminPage } from './admin-page.tsx';
import type { Section } from './layout.tsx';

interface Props {
  readonly frame: Frame;
  readonly section: Section;
  readonly title: string;
  /** What happens, to how many. */
  readonly children: ReactNode;
  /** Undefined: there is nothing to do, or it is done. */
  readonly step:
    | {
        readonly action: string;
        /** What was asked about is what is done. */
        readonly hidden: Hidden;
        readonly label: string;
        readonly kind: 'primary' | 'danger';
        /** What can be chosen besides. */
        readonly choice?: ReactNode;
      }
    | undefined;
  readonly back: { readonly href: string; readonly label: string };
}

/** Asks before many things are changed: it names the number, and carries what was asked about. */
export function ConfirmPage({ frame, section, title, children, step, back }: Props): ReactNode {
  return (
    <AdminPage frame={frame} section={section} title={title}>
      <section className="confirm">
        {children}
        <div className="buttons">
          {step === undefined ? null : (
            <ChangeForm frame={frame} action={step.action} hidden={step.hidden}>
              {step.choice}
              <button type="submit" className={step.kind}>
                {step.label}
              </button>
            </ChangeForm>
          )}
          <a className="button" href={back.href}>
            {back.label}
          </a>
        </div>
      </section>
    </AdminPage>
  );
}
