import { inBoth } from '../language.tsx';

export const chartTexts = inBoth({
  en: {
    now: 'now',
    minutesAgo: (minutes: number): string => `−${minutes} min`,
    between: (from: number, to: number): string => `${from} to ${to} min ago`,
    table: 'As a table',
    nothing: 'Nothing happened in the last hour.',
    leftOut: 'What is not listed had nothing.',
    newest: 'The newest step still runs: it is dashed.',
    throughput: {
      title: 'Jobs that ended, by minute',
      description: (finished: string, failed: string, most: string): string =>
        `Last hour: ${finished} finished, ${failed} failed. Most in one minute: ${most}.`,
      finished: 'finished',
      failed: 'failed',
      point: (when: string, finished: string, failed: string): string => `${when}: ${finished} finished, ${failed} failed`,
      minute: 'Minute',
    },
    times: {
      wait: 'Wait, until a worker takes the job',
      run: 'Run, until the job has ended',
      description: (p50: string, p95: string, p99: string): string =>
        `Last hour: half took up to ${p50}, 95 of 100 up to ${p95}, 99 of 100 up to ${p99}. Logarithmic scale.`,
      unknown: 'Nothing was measured in the last hour.',
      point: (when: string, p50: string, p95: string, p99: string, jobs: string): string =>
        `${when}: p50 ${p50}, p95 ${p95}, p99 ${p99}, ${jobs} jobs`,
      from: 'From',
      jobs: 'Jobs',
      lastHour: 'last hour',
      none: '—',
    },
  },
  pt: {
    now: 'agora',
    minutesAgo: (minutes) => `−${minutes} min`,
    between: (from, to) => `há ${from} a ${to} min`,
    table: 'Em tabela',
    nothing: 'Nada aconteceu na última hora.',
    leftOut: 'O que não está listado não teve nada.',
    newest: 'O passo mais novo ainda corre: está tracejado.',
    throughput: {
      title: 'Jobs encerrados, por minuto',
      description: (finished, failed, most) => `Última hora: ${finished} concluídos, ${failed} com falha. Máximo em um minuto: ${most}.`,
      finished: 'concluídos',
      failed: 'com falha',
      point: (when, finished, failed) => `${when}: ${finished} concluídos, ${failed} com falha`,
      minute: 'Minuto',
    },
    times: {
      wait: 'Espera, até um worker pegar o job',
      run: 'Execução, até o job terminar',
      description: (p50, p95, p99) =>
        `Última hora: metade levou até ${p50}, 95 de 100 até ${p95}, 99 de 100 até ${p99}. Escala logarítmica.`,
      unknown: 'Nada foi medido na última hora.',
      point: (when, p50, p95, p99, jobs) => `${when}: p50 ${p50}, p95 ${p95}, p99 ${p99}, ${jobs} jobs`,
      from: 'De',
      jobs: 'Jobs',
      lastHour: 'última hora',
      none: '—',
    },
  },
});
