import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine, fileSystemOf, isInMemory } from '../src/benchmark/machine.ts';
import type { BenchOptions, Part } from './part.ts';
import { measuresTable, renderPart, writeReport } from './report.ts';
import { type PartRecord, saveResult } from './results.ts';
import { renderTable } from './table.ts';
import { Workbench } from './workbench.ts';

/** Loaded when they run, because each has its own libraries. */
const PARTS: Readonly<Record<string, () => Promise<Part>>> = {
  intake: async () => (await import('./parts/intake.ts')).intake,
  drain: async () => (await import('./parts/drain.ts')).drain,
  latency: async () => (await import('./parts/latency.ts')).latency,
  growth: async () => (await import('./parts/growth.ts')).growth,
  pages: async () => (await import('./parts/pages.ts')).pages,
  live: async () => (await import('./parts/live.ts')).live,
  program: async () => (await import('./parts/program.ts')).program,
  connectors: async () => (await import('./parts/connectors.ts')).connectors,
  crash: async () => (await import('./parts/crash.ts')).crash,
};

const USAGE = `npm run bench -- [PART …] [FLAGS]

Parts: ${Object.keys(PARTS).join(', ')} (default: all)
--turns N            how often each row is measured; the median counts [5]
--seconds N          duration of one measurement under load            [10]
--jobs N             jobs per drain                                    [100000]
--growth-events N    events in the largest database of the part growth [5000000]; the part pages uses a fifth
--folder PATH        an existing folder on the disk to measure         [the system's temporary folder]
--no-save            print the results without changing results.json and RESULTS.md
--quick              run lead-intake bench instead: lead-intake only, under two minutes, without bench/setup
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    turns: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    jobs: { type: 'string', default: '100000' },
    'growth-events': { type: 'string', default: '5000000' },
    folder: { type: 'string', default: tmpdir() },
    'no-save': { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const options: BenchOptions = {
  turns: Number(values.turns),
  seconds: Number(values.seconds),
  jobs: Number(values.jobs),
  growthEvents: Number(values['growth-events']),
};

await main();

async function main(): Promise<void> {
  if (values.help) return console.log(USAGE);
  if (values.quick) return runQuickBench();
  const names = positionals.length === 0 ? Object.keys(PARTS) : positionals;
  refuseNonsense(names);
  if (isInMemory(fileSystemOf(values.folder)))
    say(`Warning: ${values.folder} is in memory, where a sync takes no time. Choose another --folder.`);
  for (const name of names) {
    try {
      await runAndShow(name);
    } catch (error) {
      // The parts after it are still worth measuring.
      console.error(error);
      process.exitCode = 1;
    }
  }
}

/** The same command that a buyer would run. */
function runQuickBench(): void {
  const program = fileURLToPath(new URL('../bin/run.js', import.meta.url));
  process.exitCode = spawnSync(process.execPath, ['--', program, 'bench'], { stdio: 'inherit' }).status ?? 1;
}

async function runAndShow(name: string): Promise<void> {
  const record = await runPart(await (PARTS[name] as () => Promise<Part>)());
  console.log(`\n${renderPart(record)}\n\n${renderTable(measuresTable(record.measures))}\n`);
  if (!values['no-save']) writeReport(saveResult(name, record));
}

function refuseNonsense(names: readonly string[]): void {
  const unknown = names.filter((name) => PARTS[name] === undefined);
  const isWrong = Object.values(options).some((value) => !Number.isInteger(value) || value < 1);
  if (unknown.length > 0 || isWrong)
    fail(unknown.length > 0 ? `Unknown part: ${unknown.join(', ')}.` : 'Flags need a whole number of at least 1.');
  if (!existsSync(fileURLToPath(new URL('node_modules', import.meta.url))))
    fail('The packages of the bench are not installed. Run bench/setup first.');
  if (!existsSync(fileURLToPath(new URL('../dist/commands', import.meta.url)))) fail('lead-intake is not built. Run npm run build first.');
}

async function runPart(part: Part): Promise<PartRecord> {
  say(`\n${part.title}`);
  await using bench = new Workbench(values.folder);
  let end: Promise<never> | undefined;
  const interrupted = (): void => {
    end = bench[Symbol.asyncDispose]().then(() => process.exit(130));
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  const { versions } = await import('./versions.ts');
  const machine = describeMachine(bench.folder);
  const outcome = await part.run({ bench, options, say }).finally(async () => {
    // What an interrupted part returns is not saved: its last rows are errors.
    await end;
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  });
  return {
    title: part.title,
    takenAt: new Date().toISOString(),
    command: commandLine(),
    turns: options.turns,
    machine,
    versions: versions(),
    ...outcome,
  };
}

/** The command without the folder, which is irrelevant to readers. */
function commandLine(): string {
  const flags = Object.entries(options).map(([name, value]) => `--${name === 'growthEvents' ? 'growth-events' : name} ${value}`);
  return ['npm run bench --', ...positionals, ...flags].join(' ');
}

function say(line: string): void {
  console.error(line);
}

function fail(reason: string): never {
  console.error(`${reason}\n\n${USAGE}`);
  process.exit(2);
}
