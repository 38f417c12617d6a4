import type { Activity } from '../domain/activity.ts';
import { pageOf, record, rowId, text, time } from './record.ts';

export const activityRecord = record<Activity>()(
  {
    registro_id: rowId.of('id'),
    em: time.of('at'),
    quem: text.of('operator', '`cli:user`, `admin@address` …'),
    acao: text.of('action'),
    alvo: text.of('target', 'What it was done to: `job:7`, `campanha:42` …'),
    detalhe: text.of('detail'),
  },
  'Activity',
  'One line of the log of what operators do.',
);

export const activityPage = pageOf(activityRecord);
