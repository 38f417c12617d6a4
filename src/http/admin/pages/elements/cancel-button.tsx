import { createContext, type ReactNode, useContext } from 'react';
import { useMessages } from '../language.tsx';

/** How to leave a form: closing the popover it is in, or, if it is shown on the page instead, opening the page without it. */
type WayOut = { readonly popover: string } | { readonly href: string };

const WayOutContext = createContext<WayOut | undefined>(undefined);

/** The forms inside have a Cancel button. */
export function Cancelable({ by, children }: { readonly by: WayOut; readonly children: ReactNode }): ReactNode {
  return <WayOutContext value={by}>{children}</WayOutContext>;
}

/**
 * Leaves the form without sending it. Renders nothing for forms that are a part of their page. It works without a script, and the focus
 * returns to the button that opened the popover.
 */
export function CancelButton({ isRefused = false }: { readonly isRefused?: boolean }): ReactNode {
  const { cancel } = useMessages().labels.actions;
  const way = useContext(WayOutContext);
  if (way === undefined) return null;
  if ('popover' in way) {
    return (
      <button type="button" className="secondary" popoverTarget={way.popover} popoverTargetAction="hide">
        {cancel}
      </button>
    );
  }
  // A form that is on the page because there is nothing else to show has no page without it.
  if (!isRefused) return null;
  return (
    <a className="button" href={way.href}>
      {cancel}
    </a>
  );
}
