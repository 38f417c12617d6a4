/** What the first page of the admin answers as JSON. */
import { FIRST_STEPS, type FirstStep } from '../../../domain/first-steps.ts';
import { sumOfRefused } from '../../../domain/refused-request.ts';
import { findingRecord, totalsRecord } from '../../../presentation/finding-record.ts';
import { endedRecord } from '../../../presentation/queue-record.ts';
import { count, list, milliseconds, oneOf, origin, orMore, record, text, time, within, yes } from '../../../presentation/record.ts';
import { placeOf } from './finding-address.ts';
import type { Health } from './look-at-health.ts';

type Finding = Health['findings'][number];
type Received = Health['snapshot']['sources'][number];

const linkedFinding = record<Finding, number>()({
  ...findingRecord.fields,
  endereco: text.of((finding) => placeOf(finding).path, 'The page on which it is understood and put right.'),
});

export const healthRecord = record<Health>()({
  em: time.of(({ snapshot }) => snapshot.at),
  ...within(totalsRecord, ({ findings }: Health) => findings),
  achados: list(linkedFinding).given('findings', ({ snapshot }) => snapshot.at, 'What is wrong, the worst first.'),
  primeiros_passos: list(
    record<FirstStep>()({ passo: oneOf(FIRST_STEPS).of('step'), feito: yes.nullable.of('isDone', 'Null: the program cannot see it.') }),
  ).nullable.of('firstSteps', 'What is to be done until leads arrive; null once there is one.'),
  numeros: record<Health>()({
    pendente: count.of(({ snapshot }) => snapshot.queue.waiting),
    mais_antigo_ms: milliseconds.nullable.of(({ snapshot }) => snapshot.queue.oldestWaitingMs),
    ultima_hora: endedRecord.of('history'),
    recebidos_24h: list(
      record<Received>()({ origem: origin.of('origin'), total: count.of('received24h'), ou_mais: orMore.of('isMoreThanCounted') }),
    ).of(({ snapshot }) => snapshot.sources),
    recusadas_24h: count.of(
      ({ snapshot }) => sumOfRefused(snapshot.refusedLately),
      'Requests refused in the last 24 hours and kept, replayed or not.',
    ),
  }).of((health) => health),
});
