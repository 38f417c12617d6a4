import type { PartOutcome } from './results.ts';
import type { Workbench } from './workbench.ts';

/** The options of the command line. */
export interface BenchOptions {
  /** How often every row is measured; the median is reported. */
  readonly turns: number;
  /** Duration of one measurement under load. */
  readonly seconds: number;
  /** Jobs per drain. */
  readonly jobs: number;
  /** Events of the largest grown database; a fifth of them wait. */
  readonly growthEvents: number;
}

export interface PartContext {
  readonly bench: Workbench;
  readonly options: BenchOptions;
  /** Progress, to stderr. */
  readonly say: (line: string) => void;
}

/** A part of the bench: one or more tables, with the contract's measures that it covers. */
export interface Part {
  readonly title: string;
  run(context: PartContext): Promise<PartOutcome>;
}

/** Measures every row once per turn (A B C, B C A …), so that other load on the machine affects all rows equally. */
export async function takeTurns<Row extends { readonly name: string }, Figure>(
  rows: readonly Row[],
  { bench, options, say }: PartContext,
  measure: (row: Row, turn: number) => Promise<Figure>,
  show: (figure: Figure) => string,
): Promise<ReadonlyMap<Row, readonly Figure[] | Error>> {
  const taken = new Map<Row, Figure[] | Error>(rows.map((row) => [row, []]));
  for (let turn = 1; turn <= options.turns; turn++) {
    for (const row of inTurn(rows, turn)) {
      const figures = taken.get(row);
      if (!Array.isArray(figures)) continue;
      try {
        const figure = await measure(row, turn);
        figures.push(figure);
        say(`turn ${turn}: ${row.name}: ${show(figure)}`);
      } catch (error) {
        if (row.name.startsWith('lead-intake')) process.exitCode = 1;
        // A peer that does not run must not prevent the measurement of the others; the table shows the reason.
        taken.set(row, error as Error);
        say(`turn ${turn}: ${row.name}: ${(error as Error).message}`);
      }
      // The next row must have the machine to itself, whatever happened to this one.
      await bench.stopAll();
    }
  }
  return taken;
}

/**
 * A B C, then B C A …: later rows of a turn are slowed down by the earlier ones (files that are still being written), which costs intake
 * 4 to 5 %.
 */
function inTurn<Row>(rows: readonly Row[], turn: number): readonly Row[] {
  const first = (turn - 1) % rows.length;
  return [...rows.slice(first), ...rows.slice(0, first)];
}
