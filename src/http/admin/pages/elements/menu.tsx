import type { ReactNode } from 'react';
import { useMessages } from '../language.tsx';
import { Cancelable } from './cancel-button.tsx';

interface Props {
  /** Unique among the page's menus. */
  readonly id: string;
  /** The text of its button instead of “⋯”. */
  readonly label?: string;
  /** The label for screen readers if “More actions” is ambiguous, as in a row of a list. */
  readonly readOut?: string;
  /** Buttons, links and `ConfirmStep`s, one below the other. */
  readonly children: ReactNode;
}

/**
 * Secondary and destructive actions behind “⋯”, so that a page has one primary button. A popover: it opens without a script, and closes
 * with Escape or a click outside. For `actions` of a page, or a cell of a list.
 */
export function Menu({ id, label, readOut, children }: Props): ReactNode {
  const { moreActions } = useMessages().web.frame;
  const name = readOut ?? (label === undefined ? moreActions : undefined);
  return (
    <div className="more">
      <button type="button" className="secondary" popoverTarget={id} aria-label={name} title={name}>
        {label ?? '⋯'}
      </button>
      <div id={id} popover="auto" className="more-items">
        <Cancelable by={{ popover: id }}>{children}</Cancelable>
      </div>
    </div>
  );
}
