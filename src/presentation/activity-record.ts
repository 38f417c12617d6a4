import type { Activity } from '../domain/activity.ts';
import { pageOf, record, rowId, text, time } from './record.ts';

export const activityRecord = record<Activity>()(
  {
    registro_id: rowId.of('id'),
    em: time.of('at'),
    quem: text.of('operator', 'The operator, such as `cli:user` or `admin@address`.'),
    acao: text.of('action'),
    alvo: text.of('target', 'The item, such as `job:7` or `campanha:42`.'),
    detalhe: text.of('detail'),
  },
  'Activity',
  'An entry of the activity log.',
);

export const activityPage = pageOf(activityRecord);
