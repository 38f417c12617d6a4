import { Box } from 'ink';
import { memo, type ReactNode, useMemo } from 'react';
import { say } from '../../messages/messages.ts';
import type { ColumnName } from '../../presentation/column-title.ts';
import { padText } from '../cell-text.ts';
import { GAP, type ListId, type Row, roomBeside, type SizedColumn, sizeColumns } from '../rows.ts';
import { type ListState, naturalSorting, selectedIndex, shownRows, type WatchState } from '../state.ts';
import type { Look } from '../theme.ts';
import { Line, useLook, Words } from './words.tsx';

/** Cells for the cursor and the mark of each row. */
const MARGIN = 2;

interface TableProps {
  readonly state: WatchState;
  readonly id: ListId;
  readonly width: number;
  /** How many rows fit. */
  readonly lines: number;
  readonly hasTitles: boolean;
  /** Whether the keys move through it. */
  readonly hasCursor: boolean;
}

/** A list as a table: the column headers, and the rows that fit on the screen. */
export function Table({ state, id, width, lines, hasTitles, hasCursor }: TableProps): ReactNode {
  const { titleOf, glyphs } = useLook();
  const list = state.lists[id];
  const all = shownRows(state, id);
  const rows = useMemo(() => all.slice(list.top, list.top + lines), [all, list.top, lines]);
  const { column: sorted, descending } = list.sorting ?? naturalSorting(id);
  const columns = useMemo(() => {
    const arrow = ` ${descending ? glyphs.descending : glyphs.ascending}`;
    const marked = (column: ColumnName): string => titleOf(column) + (column === sorted ? arrow : '');
    return sizeColumns(id, rows, marked, width - MARGIN);
  }, [id, rows, width, sorted, descending, titleOf, glyphs]);
  const rest = roomBeside(columns, width - MARGIN);
  const selected = hasCursor ? selectedIndex(all, list.selected) - list.top : -1;
  return (
    <Box flexDirection="column" width={width} flexShrink={0}>
      {hasTitles && (
        <Line>
          <Words tone="dim" bold>
            {' '.repeat(MARGIN) + columns.map((one) => padText(one.title, one.width, one.align, glyphs.cut)).join(' '.repeat(GAP))}
          </Words>
        </Line>
      )}
      {rows.map((row, index) => (
        <TableRow
          key={row.key}
          row={row}
          columns={columns}
          rest={rest}
          isSelected={index === selected}
          isMarked={list.marked.has(row.key)}
        />
      ))}
      {rows.length === 0 && <EmptyTable state={state} id={id} lines={lines} />}
    </Box>
  );
}

interface TableRowProps {
  readonly row: Row;
  readonly columns: readonly SizedColumn[];
  /** Cells after the last column. */
  readonly rest: number;
  readonly isSelected: boolean;
  readonly isMarked: boolean;
}

const TableRow = memo(function TableRow({ row, columns, rest, isSelected, isMarked }: TableRowProps): ReactNode {
  const { glyphs } = useLook();
  return (
    <Line>
      <Words inverse={isSelected}>
        {isSelected ? glyphs.cursor : ' '}
        {isMarked ? (
          <Words tone="warn" bold>
            {glyphs.mark}
          </Words>
        ) : (
          ' '
        )}
        {columns.map((column, index) => {
          const { text = '', tone = 'plain' } = row.cells[column.id] ?? {};
          return (
            <Words key={column.id} tone={tone} bold={isMarked} inverse={isSelected}>
              {' '.repeat(index === 0 ? 0 : GAP) + padText(text, column.width, column.align, glyphs.cut)}
            </Words>
          );
        })}
        {isSelected && ' '.repeat(rest)}
      </Words>
    </Line>
  );
});

function EmptyTable({ state, id, lines }: Pick<TableProps, 'state' | 'id' | 'lines'>): ReactNode {
  const look = useLook();
  const list = state.lists[id];
  const isRead = list.isLoaded || id === 'workers';
  return (
    <Box paddingTop={1} marginLeft={2} height={lines} overflow="hidden">
      <Words tone="dim" fit="wrap">
        {!isRead ? look.texts.loading : list.filter.terms.length > 0 ? noMatch(list, look) : look.texts.empty[id]}
      </Words>
    </Box>
  );
}

/** In very long lists, only the newest rows were searched. */
function noMatch({ searched, hasMore }: ListState, { texts, count }: Look): string {
  return searched !== null && hasMore ? texts.emptySearched({ rows: count(searched) }) : say((m) => m.labels.nothingMatches);
}
