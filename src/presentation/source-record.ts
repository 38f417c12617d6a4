import type { ConnectedAccount } from '../domain/connected-account.ts';
import type { FormCheck } from '../domain/delivery-ports.ts';
import type { Origin } from '../domain/origin.ts';
import { ROTATION_STATES, type RotatingSender, type Rotation, SENDER_KINDS } from '../domain/secret-rotation.ts';
import type { SourceActivity } from '../domain/source-activity.ts';
import type { SourceSilence } from '../domain/source-silence.ts';
import { accountRecord, formCheckRecord } from './account-record.ts';
import { count, list, oneOf, origin, orMore, record, text, time, within, wordFor, yes } from './record.ts';

/** How long a source has said nothing, in ms; null: it never said anything. */
export function silenceOf({ lastReceivedAt }: Pick<SourceActivity, 'lastReceivedAt'>, now: number): number | null {
  return lastReceivedAt === null ? null : Math.max(0, now - lastReceivedAt);
}

const silenceRecord = record<SourceSilence>()({
  situacao: wordFor({ unknown: 'desconhecido', usual: 'usual', unusual: 'incomum' }).of('kind'),
  maior_usual_ms: count.nullable.of((silence) => (silence.kind === 'unknown' ? null : silence.longestUsualMs)),
});

/** What a source did; beside it: the moment at which it is looked at. */
export const sourceActivityRecord = record<SourceActivity, number>()({
  ultimo_evento_em: time.nullable.of('lastReceivedAt'),
  ultima_credencial: text.nullable.of('lastProvenBy'),
  silencio_ms: count.nullable.of(silenceOf),
  silencio: silenceRecord.of(
    'silence',
    '`incomum`: longer than `maior_usual_ms`, the longest silence at the same time of day in the four weeks before, by more than three ' +
      'times that (and two hours), until the source sends again. `desconhecido`: too few events or days. What was fetched or imported here does not break a silence.',
  ),
  recebidos_24h: count.of('received24h'),
  recebidos_24h_ou_mais: orMore.of('isMoreThanCounted'),
});

const sender = record<RotatingSender>()({
  tipo: oneOf(SENDER_KINDS).of('kind'),
  remetente: text.of('id'),
  ip: text.of('remoteAddress'),
  visto_em: time.of('seenAt'),
  com_segredo_atual_em: time.nullable.of(
    'currentSeenAt',
    'When it last used the current secret; null: not yet. Before `visto_em`: it has used the previous one again.',
  ),
});

/** How far the rotation of a source's secret is, and who still has to be changed. */
export const rotationRecord = record<Rotation>()({
  rotacao: oneOf(ROTATION_STATES).of(
    'state',
    '`em_uso`: the previous secret was used in the last 7 days, or the current one has not been used yet. `a_conferir`: neither, but some senders ' +
      'that used the previous one have not used the current one. `concluida`: the previous one can be removed.',
  ),
  segredo_atual_desde: time.nullable.of(
    'currentSince',
    'Since when the current secret is the current one; null: no `serve` has started with it.',
  ),
  segredo_atual_usado_em: time.nullable.of('currentUsedAt'),
  segredo_anterior_usado_em: time.nullable.of('previousUsedAt'),
  segredo_anterior_sem_uso_suficiente_em: time.nullable.of('quietAt', 'When the previous secret will have been unused for 7 days.'),
  remetentes_segredo_anterior: list(sender).of(
    'senders',
    'Who used the previous secret; first those that have not used the current one since.',
  ),
});

interface Setting {
  readonly name: string;
  readonly isSet: boolean;
}

interface Secret extends Setting {
  readonly fingerprint: string | null;
}

/** Who looks, and when. A reader gets no fingerprint: a secret that a person chose could be guessed by it. */
interface Onlooker {
  readonly now: number;
  readonly isReader: boolean;
}

const settingRecord = record<Setting>()({ nome: text.of('name', 'Name of the setting.'), definido: yes.of('isSet') });

const secretRecord = record<Secret, Onlooker>()({
  ...settingRecord.fields,
  impressao_digital: text.nullable.of(
    ({ fingerprint }, { isReader }) => (isReader ? null : fingerprint),
    'Names the secret without saying it; null: not set, or a reader asks.',
  ),
});

interface SourceView {
  readonly settings: {
    readonly origin: Origin;
    readonly secret: Secret;
    readonly previous: Secret;
    readonly verifyToken: Setting | null;
    readonly allowsUnsigned: boolean;
  };
  readonly namedSecrets: number;
  readonly activity: SourceActivity;
  readonly rotation: Rotation;
  readonly url: string;
  readonly refused: number;
  readonly openRefused: number;
  readonly accounts: readonly ConnectedAccount[];
  readonly checks: readonly FormCheck[];
}

const atNow = (_source: SourceView, { now }: Onlooker): number => now;

const sourceRecord = record<SourceView, Onlooker>()(
  {
    origem: origin.of(({ settings }) => settings.origin),
    url: text.of('url', 'Where its events are posted, by the host that this request asked.'),
    configurada: yes.of(
      ({ settings, namedSecrets }) => settings.secret.isSet || namedSecrets > 0,
      'False: it answers 503 until it has a secret.',
    ),
    segredos_nomeados: count.of('namedSecrets', 'Valid secrets of single senders, beside those of the settings.'),
    segredo: secretRecord.of(({ settings }) => settings.secret),
    segredo_anterior: secretRecord.of(({ settings }) => settings.previous),
    ...within(rotationRecord, ({ rotation }: SourceView) => rotation),
    token_verificacao: settingRecord.nullable.of(({ settings }) => settings.verifyToken),
    aceita_sem_assinatura: yes.of(({ settings }) => settings.allowsUnsigned),
    ...within(sourceActivityRecord, ({ activity }: SourceView) => activity, atNow),
    recusadas: count.of('refused', 'Refused requests of this source that are kept.'),
    recusadas_abertas: count.of('openRefused', 'Those of them that were not replayed, without what came without any signature.'),
    contas: list(accountRecord).given('accounts', atNow, 'What of the platform is connected; none of the own form.'),
    formularios: list(formCheckRecord).of('checks', 'The last comparison of each form with the platform.'),
  },
  'Source',
  'A source of events: whether it is set up, alive, and done with its rotation of secrets. Never a secret.',
);

interface Sources {
  readonly sources: readonly SourceView[];
  readonly reconcileHours: number;
}

export const sourcesRecord = record<Sources, Onlooker>()({
  em: time.of((_sources, { now }) => now),
  fontes: list(sourceRecord).of('sources'),
  comparacao_horas: count.of('reconcileHours', 'How often leads are compared with the platform; 0: never.'),
});
