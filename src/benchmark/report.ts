import { formatDuration } from '../base/duration.ts';
import type { JsonObject } from '../base/exact-json.ts';
import { paragraph, renderBlock, renderBytes } from '../cli/render.ts';
import { type Column, renderTable } from '../cli/table.ts';
import { inEveryLanguage, say, sayText } from '../messages/messages.ts';
import { violations } from './exact-delivery.ts';
import { isInMemory, type Machine } from './machine.ts';
import { type Figure, MEASURES, type MeasureId, measureOf, type Unit, verdictOf } from './measures.ts';
import type { Benchmark } from './run-benchmark.ts';

/** SQLite's durability settings; the store sets them on every writing connection. */
const DURABILITY = 'journal_mode=WAL, synchronous=FULL';
/** Other work that takes this much of one core affects the figures. */
const BUSY_LOAD = 0.5;

/** True if every acknowledged submission became exactly one lead and nothing else is stored. */
export function isExact({ delivery }: Benchmark): boolean {
  return violations(delivery).length === 0;
}

/** The report as the command prints it. */
export function benchmarkText(benchmark: Benchmark): string {
  const { machine, folder, durationMs } = benchmark;
  const head = renderBlock([
    [say((m) => m.cli.bench.processor), `${machine.processor}, ${say((m) => m.cli.bench.cores({ cores: machine.cores }))}`],
    [say((m) => m.cli.bench.memory), renderBytes(machine.memoryBytes)],
    [say((m) => m.cli.bench.load), `${machine.load.toFixed(2)} ${say((m) => m.cli.bench.beforeTheRun)}`],
    [say((m) => m.cli.bench.system), `${machine.system}, Node ${machine.node}`],
    [say((m) => m.cli.bench.folder), `${folder} (${machine.fileSystem})`],
    ['Sync', `${withUnit(machine.syncMs, 'ms')} ${say((m) => m.cli.bench.syncedWrite)}`],
    ['SQLite', DURABILITY],
    [say((m) => m.cli.bench.duration), formatDuration(durationMs)],
  ]);
  const sentences = [...remarks(benchmark), deliveryText(benchmark)].map((text) => paragraph(text));
  return [head, renderTable(rowsOf(benchmark), COLUMNS), ...sentences].join('\n\n');
}

/** The report as JSON; documented in the help of the command. */
export function benchmarkJson(benchmark: Benchmark): JsonObject {
  const { machine, folder, options, delivery, durationMs } = benchmark;
  return {
    maquina: machineJson(machine),
    pasta: folder,
    sqlite: DURABILITY,
    opcoes: {
      segundos: options.seconds,
      rodadas: options.turns,
      conexoes: options.connections,
      jobs: options.jobs,
      mortes: options.kills,
    },
    medidas: benchmark.figures.map(figureJson),
    entrega: {
      exata: isExact(benchmark),
      confirmados: delivery.acknowledged,
      eventos: delivery.storedEvents,
      leads: delivery.storedLeads,
      violacoes: violations(delivery).map(({ en }) => en),
    },
    duracao_ms: Math.round(durationMs),
  };
}

function machineJson(machine: Machine): JsonObject {
  return {
    processador: machine.processor,
    nucleos: machine.cores,
    memoria_bytes: machine.memoryBytes,
    carga: machine.load,
    sistema: machine.system,
    node: machine.node,
    sistema_de_arquivos: machine.fileSystem,
    sync_ms: machine.syncMs,
  };
}

function figureJson(figure: Figure): JsonObject {
  const { unit, goal } = measureOf(figure.id);
  return {
    medida: figure.id,
    valor: figure.value,
    unidade: unit,
    exigido: goal?.must ?? null,
    melhor: goal?.best ?? null,
    resultado: verdictOf(figure),
  };
}

/** In the order of the list of measures, which is that of the contract. */
function rowsOf({ figures }: Benchmark): readonly Figure[] {
  const order = Object.keys(MEASURES) as MeasureId[];
  return figures.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}

/** A blank, because an empty cell is shown as `-`. */
const NOTHING = ' ';

const COLUMNS: readonly Column<Figure>[] = [
  { header: 'measure', cell: ({ id }) => say((m) => m.cli.bench.measures[id]), wraps: true, atLeast: 24 },
  { header: 'measured', cell: ({ id, value }) => withUnit(value, measureOf(id).unit), look: 'number' },
  { header: 'must', cell: ({ id }) => limitText(id, 'must'), look: 'number' },
  { header: 'best', cell: ({ id }) => limitText(id, 'best'), look: 'number' },
  { header: 'met', cell: metText, look: 'word' },
];

function metText(figure: Figure): string {
  const verdict = verdictOf(figure);
  if (verdict === null) return NOTHING;
  return say((m) => m.cli.bench.verdicts[verdict]);
}

function limitText(id: MeasureId, limit: 'must' | 'best'): string {
  const { goal, unit } = measureOf(id);
  if (goal === undefined) return NOTHING;
  return `${goal.better === 'more' ? '≥' : '≤'} ${withUnit(goal[limit], unit)}`;
}

const UNIT_TEXTS: Readonly<Record<Unit, string>> = { per_second: '/s', ratio: '×', ms: 'ms', mb: 'MB' };

/** Three significant digits, which is more than two runs agree on. */
function withUnit(value: number, unit: Unit): string {
  const digits = value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return `${value.toLocaleString(
    say((m) => m.labels.locale),
    digits,
  )} ${UNIT_TEXTS[unit]}`;
}

function remarks({ machine, figures }: Benchmark): readonly string[] {
  const isWithoutMemory = !figures.some(({ id }) => id === 'memoria_parado_mb');
  return [
    ...(machine.load >= BUSY_LOAD ? [say((m) => m.cli.bench.busyMachine({ load: machine.load.toFixed(2) }))] : []),
    ...(isInMemory(machine.fileSystem) ? [say((m) => m.cli.bench.folderInMemory({ fileSystem: machine.fileSystem }))] : []),
    ...(isWithoutMemory ? [say((m) => m.cli.bench.withoutMemory)] : []),
  ];
}

function deliveryText({ delivery, options }: Benchmark): string {
  const { acknowledged, storedEvents, storedLeads } = delivery;
  const counts = say((m) =>
    m.cli.bench.acknowledgedStoredLeads({ acknowledged: count(acknowledged), stored: count(storedEvents), leads: count(storedLeads) }),
  );
  const found = violations(delivery)
    .map((violation) => sayText(violation))
    .join('; ');
  if (found !== '') return say((m) => m.cli.bench.notExact({ counts, found }));
  const kills = inEveryLanguage((m) => m.cli.bench.afterKills({ kills: options.kills }));
  return say((m) => m.cli.bench.exact({ counts, kills }));
}

function count(value: number): string {
  return value.toLocaleString(say((m) => m.labels.locale));
}
