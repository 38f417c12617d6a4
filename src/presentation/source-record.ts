import type { ConnectedAccount } from '../domain/connected-account.ts';
import type { FormCheck } from '../domain/delivery-ports.ts';
import type { Origin } from '../domain/origin.ts';
import { ROTATION_STATES, type RotatingSender, type Rotation, SENDER_KINDS } from '../domain/secret-rotation.ts';
import type { SourceActivity, SourceSilence } from '../domain/source-activity.ts';
import { accountRecord, formCheckRecord } from './account-record.ts';
import { count, list, oneOf, origin, record, text, time, within, wordFor, yes } from './record.ts';

/** How long a source has been silent, in ms; `null` if it never sent anything. */
function silenceOf({ lastReceivedAt }: Pick<SourceActivity, 'lastReceivedAt'>, now: number): number | null {
  return lastReceivedAt === null ? null : Math.max(0, now - lastReceivedAt);
}

const silenceRecord = record<SourceSilence>()({
  situacao: wordFor({ unknown: 'desconhecido', usual: 'usual', unusual: 'incomum' }).of('kind'),
  maior_usual_ms: count.nullable.of((silence) => (silence.kind === 'unknown' ? null : silence.longestUsualMs)),
});

/** The activity of a source. Context: the time at which it is judged. */
export const sourceActivityRecord = record<SourceActivity, number>()({
  ultimo_evento_em: time.nullable.of('lastReceivedAt'),
  ultima_credencial: text.nullable.of('lastVerifiedBy'),
  silencio_ms: count.nullable.of(silenceOf),
  silencio: silenceRecord.of(
    'silence',
    '`incomum`: longer than `maior_usual_ms`, the longest silence at the same time of day in the four weeks before, by more than three ' +
      'times that (and two hours), until the source sends again. `desconhecido`: too few events or days. What was fetched or imported here does not break a silence.',
  ),
  recebidos_24h: count.of('received24h'),
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

/** The progress of rotating a source's secret, and which senders still have to change. */
export const rotationRecord = record<Rotation>()({
  rotacao: oneOf(ROTATION_STATES).of(
    'state',
    '`em_uso`: the previous secret was used in the last 7 days, or the current one has not been used yet. `a_conferir`: neither, but some senders ' +
      'that used the previous one have not used the current one. `concluida`: the previous one can be removed.',
  ),
  segredo_atual_desde: time.nullable.of('currentSince', 'When `serve` first started with the current secret; null: it has not yet.'),
  segredo_atual_usado_em: time.nullable.of('currentUsedAt'),
  segredo_anterior_usado_em: time.nullable.of('previousUsedAt'),
  segredo_anterior_sem_uso_suficiente_em: time.nullable.of('quietAt', 'When the previous secret will have been unused for 7 days.'),
  remetentes_segredo_anterior: list(sender).of(
    'senders',
    'Senders that used the previous secret; first those that have not used the current one since.',
  ),
});

/** The settings of a source that everybody in the admin may see: never a secret. */
export interface SourceSettings {
  readonly origin: Origin;
  /** Where its events are posted. */
  readonly path: string;
  /** The name of the setting with its secret, and whether it is set. */
  readonly secret: SecretState;
  /** The secret that is being replaced. */
  readonly previous: SecretState;
  /** The token that verifies a subscription; `null` if this source has none. */
  readonly verifyToken: SettingState | null;
  /** `true` if it accepts events without a signature. */
  readonly allowsUnsigned: boolean;
}

/** Also the secret's fingerprint; `null` if not set. */
export interface SecretState extends SettingState {
  readonly fingerprint: string | null;
}

interface SettingState {
  readonly name: string;
  readonly isSet: boolean;
}

/** Who reads the record, and when. A reader gets no fingerprint, because it helps to guess a secret that a person chose. */
interface Viewer {
  readonly now: number;
  readonly isReader: boolean;
}

const settingRecord = record<SettingState>()({ nome: text.of('name', 'Name of the setting.'), definido: yes.of('isSet') });

const secretRecord = record<SecretState, Viewer>()({
  ...settingRecord.fields,
  impressao_digital: text.nullable.of(
    ({ fingerprint }, { isReader }) => (isReader ? null : fingerprint),
    'Names the secret without saying it; null: not set, or a reader asks.',
  ),
});

/** A source: its settings, its activity, and where its events are posted. */
export interface SourceView {
  readonly settings: SourceSettings;
  /** Valid secrets of single senders, in addition to those in the settings. */
  readonly namedSecrets: number;
  readonly activity: SourceActivity;
  readonly rotation: Rotation;
  readonly url: string;
  /** Its stored refused requests. */
  readonly refused: number;
  /** Those of them that are open. */
  readonly openRefused: number;
  /** Its platform's connected accounts and the last comparison of each form; empty for the website form. */
  readonly accounts: readonly ConnectedAccount[];
  readonly checks: readonly FormCheck[];
}

const atNow = (_source: SourceView, { now }: Viewer): number => now;

const sourceRecord = record<SourceView, Viewer>()(
  {
    origem: origin.of(({ settings }) => settings.origin),
    url: text.of('url', 'The webhook URL, on the host of this request.'),
    configurada: yes.of(
      ({ settings, namedSecrets }) => settings.secret.isSet || namedSecrets > 0,
      'False: requests get a 503 until a secret is set.',
    ),
    segredos_nomeados: count.of('namedSecrets', 'Number of valid sender secrets.'),
    segredo: secretRecord.of(({ settings }) => settings.secret),
    segredo_anterior: secretRecord.of(({ settings }) => settings.previous),
    ...within(rotationRecord, ({ rotation }: SourceView) => rotation),
    token_verificacao: settingRecord.nullable.of(({ settings }) => settings.verifyToken),
    aceita_sem_assinatura: yes.of(({ settings }) => settings.allowsUnsigned),
    ...within(sourceActivityRecord, ({ activity }: SourceView) => activity, atNow),
    recusadas: count.of('refused', 'Number of refused requests of this source.'),
    recusadas_abertas: count.of('openRefused', 'Number of them that were signed and not replayed.'),
    contas: list(accountRecord).given('accounts', atNow, 'The connected accounts; empty for the website form.'),
    formularios: list(formCheckRecord).of('checks', 'The last comparison of each form with the platform.'),
  },
  'Source',
  'A source of events with its setup, activity and secret rotation. Never contains a secret.',
);

interface Sources {
  readonly sources: readonly SourceView[];
  readonly reconcileHours: number;
}

export const sourcesRecord = record<Sources, Viewer>()({
  em: time.of((_sources, { now }) => now),
  fontes: list(sourceRecord).of('sources'),
  comparacao_horas: count.of('reconcileHours', 'How often leads are compared with the platform; 0: never.'),
});
