import { formatDuration } from '../base/duration.ts';
import type { JsonObject } from '../base/exact-json.ts';
import { say } from '../base/language.ts';
import { counted, paragraph, renderBlock, renderBytes } from '../cli/render.ts';
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
    [
      say({ en: 'Processor', pt: 'Processador' }),
      `${machine.processor}, ${say({ en: counted(machine.cores, 'core'), pt: counted(machine.cores, 'núcleo') })}`,
    ],
    [say({ en: 'Memory', pt: 'Memória' }), renderBytes(machine.memoryBytes)],
    [say({ en: 'Load', pt: 'Carga' }), `${machine.load.toFixed(2)} ${say({ en: 'before the run', pt: 'antes da execução' })}`],
    [say({ en: 'System', pt: 'Sistema' }), `${machine.system}, Node ${machine.node}`],
    [say({ en: 'Folder', pt: 'Pasta' }), `${folder} (${machine.fileSystem})`],
    ['Sync', `${withUnit(machine.syncMs, 'ms')} ${say({ en: 'for a write of 4 KiB', pt: 'para gravar 4 KiB' })}`],
    ['SQLite', DURABILITY],
    [say({ en: 'Duration', pt: 'Duração' }), formatDuration(durationMs)],
  ]);
  const sentences = [...remarks(benchmark), deliveryText(benchmark)].map((text) => paragraph(text));
  return [head, renderTable(rowsOf(benchmark), COLUMNS), ...sentences].join('\n\n');
}

/** What is printed instead when the run was stopped. */
export function stoppedText(): string {
  return say({ en: 'Stopped before the end; nothing is left behind.', pt: 'Interrompido antes do fim; nada ficou para trás.' });
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

/** A blank, because an empty cell shows as `-`. */
const NOTHING = ' ';

const COLUMNS: readonly Column<Figure>[] = [
  { header: { en: 'MEASURE', pt: 'MEDIDA' }, cell: ({ id }) => say(measureOf(id).name), wraps: true, atLeast: 24 },
  { header: { en: 'MEASURED', pt: 'MEDIDO' }, cell: ({ id, value }) => withUnit(value, measureOf(id).unit), align: 'right', whole: true },
  { header: { en: 'MUST', pt: 'EXIGIDO' }, cell: ({ id }) => limitText(id, 'must'), align: 'right', whole: true },
  { header: { en: 'BEST', pt: 'MELHOR' }, cell: ({ id }) => limitText(id, 'best'), align: 'right', whole: true },
  { header: { en: 'MET', pt: 'ATINGE' }, cell: metText, whole: true },
];

function metText(figure: Figure): string {
  const verdict = verdictOf(figure);
  if (verdict === null) return NOTHING;
  return say({ en: { best: 'best', met: 'must', missed: 'no' }, pt: { best: 'melhor', met: 'exigido', missed: 'não' } })[verdict];
}

function limitText(id: MeasureId, limit: 'must' | 'best'): string {
  const { goal, unit } = measureOf(id);
  if (goal === undefined) return NOTHING;
  return `${goal.better === 'more' ? '≥' : '≤'} ${withUnit(goal[limit], unit)}`;
}

const UNIT_TEXTS: Readonly<Record<Unit, string>> = { per_second: '/s', ratio: '×', ms: 'ms', mb: 'MB' };

/** How people write numbers: 1,234.5 or 1.234,5. */
const NUMBER_STYLE = { en: 'en-US', pt: 'pt-BR' };

/** Three significant digits, which is more than a run repeats. */
function withUnit(value: number, unit: Unit): string {
  const digits = value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return `${value.toLocaleString(say(NUMBER_STYLE), digits)} ${UNIT_TEXTS[unit]}`;
}

function remarks({ machine, figures }: Benchmark): readonly string[] {
  const isWithoutMemory = !figures.some(({ id }) => id === 'memoria_parado_mb');
  return [
    ...(machine.load >= BUSY_LOAD
      ? [
          say({
            en: `The machine was busy before the run (load ${machine.load.toFixed(2)}); on a quiet one the figures are better.`,
            pt: `A máquina estava ocupada antes da execução (carga ${machine.load.toFixed(2)}); em uma livre os números são melhores.`,
          }),
        ]
      : []),
    ...(isInMemory(machine.fileSystem)
      ? [
          say({
            en: `The folder is in memory (${machine.fileSystem}), where syncing costs nothing: measure on a disk with --folder.`,
            pt: `A pasta está na memória (${machine.fileSystem}), onde sincronizar não custa nada: meça em um disco com --folder.`,
          }),
        ]
      : []),
    ...(isWithoutMemory ? [say(WITHOUT_MEMORY)] : []),
  ];
}

const WITHOUT_MEMORY = {
  en: 'Memory is left out: only Linux tells that of another process.',
  pt: 'A memória fica de fora: só o Linux informa a de outro processo.',
};

function deliveryText({ delivery, options }: Benchmark): string {
  const { acknowledged, storedEvents, storedLeads } = delivery;
  const counts = say({
    en: `${count(acknowledged)} acknowledged, ${count(storedEvents)} stored, ${count(storedLeads)} leads`,
    pt: `${count(acknowledged)} confirmados, ${count(storedEvents)} gravados, ${count(storedLeads)} leads`,
  });
  const found = violations(delivery)
    .map((violation) => say(violation))
    .join('; ');
  if (found !== '') return say({ en: `Delivery is NOT exact (${counts}): ${found}.`, pt: `A entrega NÃO é exata (${counts}): ${found}.` });
  const kills = {
    en: options.kills === 0 ? '' : `, server and worker killed ${counted(options.kills, 'time')} under load`,
    pt: options.kills === 0 ? '' : `, servidor e worker mortos ${counted(options.kills, 'vez', 'vezes')} sob carga`,
  };
  return say({
    en: `Delivery is exact: ${counts}, each with one conversion${kills.en}.`,
    pt: `A entrega é exata: ${counts}, cada um com uma conversão${kills.pt}.`,
  });
}

function count(value: number): string {
  return value.toLocaleString(say(NUMBER_STYLE));
}
