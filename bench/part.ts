import type { PartOutcome } from './results.ts';
import type { Workbench } from './workbench.ts';

/** What the command line decides. */
export interface BenchOptions {
  /** How often every row is measured; the median counts. */
  readonly turns: number;
  /** Length of one measurement under load. */
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

/** A part of the bench: a table or more, with the measures of the contract it answers. */
export interface Part {
  readonly title: string;
  run(context: PartContext): Promise<PartOutcome>;
}

/** Measures every row once per turn (A B C, B C A …), so that whatever else the machine does hits all rows alike. */
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
        // A peer that does not run must not keep the others from being measured; the table says why.
        taken.set(row, error as Error);
        say(`turn ${turn}: ${row.name}: ${(error as Error).message}`);
      }
      // The next row has the machine to itself, whatever became of this one.
      await bench.stopAll();
    }
  }
  return taken;
}

/**
 * A B C, then B C A …: whoever comes later in a turn meets what the others left behind (files that are still being written), which costs intake
 * 4 to 5 %.
 */
function inTurn<Row>(rows: readonly Row[], turn: number): readonly Row[] {
  const first = (turn - 1) % rows.length;
  return [...rows.slice(first), ...rows.slice(0, first)];
}
