import type { ReactNode } from 'react';
import { ChangeForm, type Hidden } from '../elements/form.tsx';
import { AdminPage } from './admin-page.tsx';
import type { Section } from './layout.tsx';

interface Props {
  readonly section: Section;
  readonly title: string;
  /** What will happen, to how many. */
  readonly children: ReactNode;
  /** `undefined` if there is nothing to do, or it is done. */
  readonly step:
    | {
        readonly action: string;
        /** Carries the selection, so that exactly what was confirmed is changed. */
        readonly hidden: Hidden;
        readonly label: string;
        readonly kind: 'primary' | 'danger';
        /** Additional options. */
        readonly choice?: ReactNode;
      }
    | undefined;
  readonly back: { readonly href: string; readonly label: string };
}

/** Confirms a change of many items: it shows the count, and carries the selection. */
export function ConfirmPage({ section, title, children, step, back }: Props): ReactNode {
  return (
    <AdminPage section={section} title={title}>
      <section className="confirm">
        {children}
        <div className="buttons">
          {step === undefined ? null : (
            <ChangeForm action={step.action} hidden={step.hidden}>
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
