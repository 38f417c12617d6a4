import type { ReactNode } from 'react';
import { useMessages } from '../language.tsx';

/** The keys of the script, and the switch that turns off single letters (WCAG 2.1.4). Hidden without the script. */
export function KeysDialog(): ReactNode {
  const { palette: words } = useMessages().web;
  const keys = [
    ['Ctrl K  ⌘ K', words.keyPalette],
    ['/', words.keySearch],
    ['j  k  ↑  ↓', words.keyRows],
    ['Enter', words.keyOpen],
    ['x', words.keyChoose],
    ['?', words.keyKeys],
    ['Esc', words.close],
  ] as const;
  return (
    <dialog id="keys" className="shortcuts" aria-labelledby="keys-title">
      <h2 id="keys-title">{words.keys}</h2>
      <dl>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              {key.split('  ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input type="checkbox" id="keys-on" defaultChecked /> {words.lettersOn}
      </label>
      <form method="dialog">
        <button type="submit" className="secondary">
          {words.close}
        </button>
      </form>
    </dialog>
  );
}
