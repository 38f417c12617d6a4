import { formatDuration } from '../base/duration.ts';
import type { Translated } from '../base/language.ts';
import { DAY_MS } from '../base/time-units.ts';
import { judgeNamedRotation, type UsedNamedSecret } from '../domain/named-secret.ts';
import { hasMoved, QUIET_MS, type Rotation, type Sender } from '../domain/secret-rotation.ts';
import { inEveryLanguage } from '../messages/messages.ts';

const QUIET_DAYS = QUIET_MS / DAY_MS;

/**
 * The progress of a rotation, and what to wait for or do; pages, commands and `doctor` use the same text. `previous` is the name of the
 * setting.
 */
export function rotationText(rotation: Rotation, previous: string, now: number): Translated<string> {
  const name = `\`${previous}\``;
  switch (rotation.state) {
    case 'nenhuma':
      return inEveryLanguage((m) => m.remarks.rotation.noneUnderWay({ name }));
    case 'em_uso':
      return inUse(rotation, name, now);
    case 'a_conferir':
      return unmoved(rotation, name, now);
    case 'concluida':
      return inEveryLanguage((m) => m.remarks.rotation.settingCanGo({ name, unusedFor: unusedFor(rotation, now) }));
  }
}

/** Whether a named secret that senders are leaving can be removed, and what to wait for; `undefined` if no sender has left it. */
export function namedRotationText(secret: UsedNamedSecret, now: number): Translated<string> | undefined {
  const { senders, usedAt } = secret;
  const state = judgeNamedRotation(secret, now);
  if (state === 'nenhuma') return undefined;
  const unused = formatDuration(Math.max(0, now - (usedAt ?? 0)));
  const moved = senders.filter(({ movedTo }) => movedTo !== null).length;
  const left = senders.length - moved;
  switch (state) {
    case 'em_uso':
      return inEveryLanguage((m) => m.remarks.rotation.namedInUse({ unused, moved, senderCount: senders.length, quietDays: QUIET_DAYS }));
    case 'a_conferir':
      return inEveryLanguage((m) => m.remarks.rotation.namedLeft({ unused, left }));
    case 'concluida':
      return inEveryLanguage((m) => m.remarks.rotation.namedCanGo({ unused }));
  }
}

/** The name of a kind of sender for people. */
export const SENDER_WORDS: Readonly<Record<Sender['kind'], Translated<string>>> = {
  formulario: inEveryLanguage((m) => m.remarks.rotation.form),
  campanha: inEveryLanguage((m) => m.remarks.rotation.campaign),
  pagina: inEveryLanguage((m) => m.remarks.rotation.page),
  campanha_da_plataforma: inEveryLanguage((m) => m.remarks.rotation.platformCampaign),
  cliente: inEveryLanguage((m) => m.remarks.rotation.client),
  endereco: inEveryLanguage((m) => m.remarks.rotation.address),
};

function inUse(rotation: Rotation, name: string, now: number): Translated<string> {
  const { currentSince, currentUsedAt, previousUsedAt } = rotation;
  const condition = inEveryLanguage((m) => m.remarks.rotation.condition({ quietDays: QUIET_DAYS }));
  if (currentSince === null) {
    return inEveryLanguage((m) => m.remarks.rotation.notStarted({ name, condition }));
  }
  if (currentUsedAt === null) {
    const since = formatDuration(Math.max(0, now - currentSince));
    return inEveryLanguage((m) => m.remarks.rotation.newUnused({ name, since, condition }));
  }
  const unused = unusedFor(rotation, now);
  if (previousUsedAt === null || previousUsedAt < currentSince) {
    return inEveryLanguage((m) => m.remarks.rotation.oldUnused({ name, unused, condition }));
  }
  return inEveryLanguage((m) => m.remarks.rotation.oldUsed({ name, unused, condition }));
}

function unmoved(rotation: Rotation, name: string, now: number): Translated<string> {
  const count = rotation.senders.filter((sender) => !hasMoved(sender)).length;
  const unused = unusedFor(rotation, now);
  return inEveryLanguage((m) => m.remarks.rotation.left({ name, unused, count }));
}

function unusedFor({ currentSince, previousUsedAt }: Rotation, now: number): string {
  return formatDuration(Math.max(0, now - Math.max(currentSince ?? 0, previousUsedAt ?? 0)));
}
