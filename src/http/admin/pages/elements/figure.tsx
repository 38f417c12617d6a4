import type { ReactNode } from 'react';

/** One number of a page with its name and meaning; with `path`, the whole tile is a link. For `<dl className="figures">`. */
export function Figure(props: {
  name: ReactNode;
  value: ReactNode;
  meaning?: ReactNode;
  path?: string;
  mood?: 'bad' | 'warn' | undefined;
}): ReactNode {
  const { name, value, meaning, path, mood } = props;
  return (
    <div className={mood === undefined ? 'figure' : `figure figure-${mood}`}>
      <dt>{path === undefined ? name : <a href={path}>{name}</a>}</dt>
      <dd>
        <span className="value">{value}</span>
        {meaning === undefined ? null : <span className="quiet">{meaning}</span>}
      </dd>
    </div>
  );
}
