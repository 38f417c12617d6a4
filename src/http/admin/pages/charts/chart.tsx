import type { ReactNode } from 'react';
import { useWords } from '../context.tsx';
import { percent } from './scales.ts';

/** Room above the top line for half of its label, px. */
export const TOP = 10;
/** Room for the times below, px. */
const BOTTOM = 22;

interface AxisLabel {
  /** From the top edge, px. */
  readonly y: number;
  readonly text: string;
}

interface ChartProps {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly legend: ReactNode;
  readonly labels: readonly AxisLabel[];
  readonly lines: readonly number[];
  readonly height: number;
  /** Nothing to draw: shown as text instead. */
  readonly isEmpty: boolean;
  readonly table: ReactNode;
  readonly children: ReactNode;
}

/**
 * A chart in a page: title, legend, values on the left, times below, and the same data as a table. The drawing is as wide as the page
 * allows: `x` is in percent, so that text and marks keep their size.
 */
export function Chart(props: ChartProps): ReactNode {
  const { id, title, legend, labels, height, isEmpty, table } = props;
  const { words } = useWords('charts');
  return (
    <figure className="chart" id={id}>
      <figcaption>
        <h3>{title}</h3>
        <ul className="legend">{legend}</ul>
      </figcaption>
      <div className="plot">
        <svg className="axis" height={height + BOTTOM} aria-hidden="true">
          {(isEmpty ? [] : labels).map(({ y, text }) => (
            <text key={y} x="100%" y={y + 4}>
              {text}
            </text>
          ))}
        </svg>
        <Drawing {...props} />
      </div>
      <details id={`${id}-table`}>
        <summary>{words.table}</summary>
        {table}
      </details>
    </figure>
  );
}

function Drawing({ id, title, description, lines, height, isEmpty, children }: ChartProps): ReactNode {
  const { words } = useWords('charts');
  return (
    <svg className="drawing" height={height + BOTTOM} role="img" aria-labelledby={`${id}-title ${id}-text`}>
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-text`}>{description}</desc>
      {lines.map((y) => (
        <line key={y} className="grid" x1="0" x2="100%" y1={y} y2={y} />
      ))}
      {children}
      {isEmpty ? (
        <text className="nothing-drawn" x="50%" y={height / 2 + 4}>
          {words.nothing}
        </text>
      ) : null}
      <Hours y={height + BOTTOM - 5} />
    </svg>
  );
}

const MINUTES = 60;

function Hours({ y }: { readonly y: number }): ReactNode {
  const { words } = useWords('charts');
  return [60, 45, 30, 15, 0].map((minutes) => (
    <text key={minutes} className={anchorOf(minutes)} x={percent(MINUTES - minutes, MINUTES)} y={y}>
      {minutes === 0 ? words.now : words.minutesAgo(minutes)}
    </text>
  ));
}

/** The outer ones stay inside; those between are hidden if there is little room. */
function anchorOf(minutes: number): string {
  if (minutes === MINUTES) return 'hour hour-first';
  if (minutes === 0) return 'hour hour-last';
  return minutes === 30 ? 'hour' : 'hour hour-minor';
}

interface ValuesProps<Row> {
  readonly caption?: ReactNode;
  readonly rows: readonly Row[];
  /** The first one names the row. */
  readonly columns: readonly (readonly [name: string, cell: (row: Row) => ReactNode])[];
}

/** The data of a chart as a table, newest first; `rows` contains no empty ones. */
export function ValuesTable<Row>({ caption, rows, columns }: ValuesProps<Row>): ReactNode {
  const { words } = useWords('charts');
  if (rows.length === 0) return <p className="quiet">{words.nothing}</p>;
  return (
    <table className="values">
      <caption>{caption ?? words.leftOut}</caption>
      <thead>
        <tr>
          {columns.map(([name]) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: static markup, never reordered
          <tr key={index}>
            {columns.map(([name, cell], index) =>
              index === 0 ? (
                <th key={name} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={name}>{cell(row)}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
