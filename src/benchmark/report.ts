import { formatDuration } from '../base/duration.ts';
import type { JsonObject } from '../base/exact-json.ts';
import { counted, renderBlock, renderBytes, terminalWidth, wrapText } from '../cli/render.ts';
import { type Column, renderTable } from '../cli/table.ts';
import { violations } from './exact-delivery.ts';
import { isInMemory, type Machine } from './machine.ts';
import { type Figure, MEASURES, type MeasureId, measureOf, type Unit, verdictOf } from './measures.ts';
import type { Benchmark } from './run-benchmark.ts';

/** How SQLite keeps what was accepted; the store sets it on every connection that writes. */
const DURABILITY = 'journal_mode=WAL, synchronous=FULL';
/** Other work that takes this much of one core shows in the figures. */
const BUSY_LOAD = 0.5;

/** True when every acknowledged submission became exactly one lead, and nothing else is stored. */
export function isExact({ delivery }: Benchmark): boolean {
  return violations(delivery).length === 0;
}

/** The report as the command prints it. */
export function benchmarkText(benchmark: Benchmark): string {
  const { machine, folder, durationMs } = benchmark;
  const head = renderBlock([
    ['Processor', `${machine.processor}, ${counted(machine.cores, 'core')}`],
    ['Memory', renderBytes(machine.memoryBytes)],
    ['Load', `${machine.load.toFixed(2)} before the run`],
    ['System', `${machine.system}, Node ${machine.node}`],
    ['Folder', `${folder} (${machine.fileSystem})`],
    ['Sync', `${withUnit(machine.syncMs, 'ms')} for a write of 4 KiB`],
    ['SQLite', DURABILITY],
    ['Duration', formatDuration(durationMs)],
  ]);
  const sentences = [...remarks(benchmark), deliveryText(benchmark)].map(paragraph);
  return [head, renderTable(rowsOf(benchmark), COLUMNS), ...sentences].join('\n\n');
}

function paragraph(text: string): string {
  const width = terminalWidth();
  return width === undefined ? text : wrapText(text, width).join('\n');
}

/** The same as JSON; documented in the help of the command. */
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
      violacoes: violations(delivery),
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

/** A blank, because an empty cell shows as `-`. */
const NOTHING = ' ';

const COLUMNS: readonly Column<Figure>[] = [
  { header: 'MEASURE', cell: ({ id }) => measureOf(id).name, wraps: true, atLeast: 24 },
  { header: 'MEASURED', cell: ({ id, value }) => withUnit(value, measureOf(id).unit), align: 'right', whole: true },
  { header: 'MUST', cell: ({ id }) => limitText(id, 'must'), align: 'right', whole: true },
  { header: 'BEST', cell: ({ id }) => limitText(id, 'best'), align: 'right', whole: true },
  { header: 'MET', cell: metText, whole: true },
];

function metText(figure: Figure): string {
  const verdict = verdictOf(figure);
  if (verdict === null) return NOTHING;
  return { best: 'best', met: 'must', missed: 'no' }[verdict];
}

function limitText(id: MeasureId, limit: 'must' | 'best'): string {
  const { goal, unit } = measureOf(id);
  if (goal === undefined) return NOTHING;
  return `${goal.better === 'more' ? '≥' : '≤'} ${withUnit(goal[limit], unit)}`;
}

const UNIT_TEXTS: Readonly<Record<Unit, string>> = { per_second: '/s', ratio: '×', ms: 'ms', mb: 'MB' };

/** Three significant digits, which is more than a run repeats. */
function withUnit(value: number, unit: Unit): string {
  const digits = value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return `${value.toLocaleString('en-US', digits)} ${UNIT_TEXTS[unit]}`;
}

function remarks({ machine, figures }: Benchmark): readonly string[] {
  const isWithoutMemory = !figures.some(({ id }) => id === 'memoria_parado_mb');
  return [
    ...(machine.load >= BUSY_LOAD
      ? [`The machine was busy before the run (load ${machine.load.toFixed(2)}); on a quiet one the figures are better.`]
      : []),
    ...(isInMemory(machine.fileSystem)
      ? [`The folder is in memory (${machine.fileSystem}), where syncing costs nothing: measure on a disk with --folder.`]
      : []),
    ...(isWithoutMemory ? ['Memory is left out: only Linux tells that of another process.'] : []),
  ];
}

function deliveryText({ delivery, options }: Benchmark): string {
  const { acknowledged, storedEvents, storedLeads } = delivery;
  const counts = `${count(acknowledged)} acknowledged, ${count(storedEvents)} stored, ${count(storedLeads)} leads`;
  const found = violations(delivery);
  if (found.length > 0) return `Delivery is NOT exact (${counts}): ${found.join('; ')}.`;
  const kills = options.kills === 0 ? '' : `, server and worker killed ${counted(options.kills, 'time')} under load`;
  return `Delivery is exact: ${counts}, each with one conversion${kills}.`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
