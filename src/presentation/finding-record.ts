/** Findings: in English, and the parameters of their texts as data. Context of a finding: the time from which ages are counted. */
import { z } from 'zod';
import { field, isJsonObject, type JsonObject, type JsonValue, objectsOf, scalarText } from '../base/exact-json.ts';
import type { FaultParams } from '../domain/fault.ts';
import { countSeverity, type Finding, groupOf, SEVERITIES, type Severity, worstSeverity } from '../domain/finding.ts';
import type { QueueSnapshot } from '../domain/queue-status.ts';
import { en } from '../messages/en.ts';
import { accountNameRecord, type OfClient, ofClient } from './account-record.ts';
import { faultJson } from './fault-text.ts';
import { agesAt, findingWords } from './finding-text.ts';
import { isoTime } from './json.ts';
import { maskMark } from './masking.ts';
import { snapshotRecord } from './queue-record.ts';
import { count, Kind, list, oneOf, record, rowId, text, within, word } from './record.ts';

/** The parameters of a message: a time as ISO text, an account as its three names, a fault as its code, its text and its parameters. */
const params = new Kind<object, unknown, JsonObject>(
  'text',
  (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, paramJson(value)])),
  () => z.record(z.string(), z.unknown()),
);

function paramJson(value: unknown): JsonValue {
  if (Array.isArray(value)) return value.map(paramJson);
  if (typeof value !== 'object' || value === null) return value as JsonValue;
  if ('at' in value) return isoTime(Number(value.at));
  if ('kind' in value) return accountNameRecord.write(value as Parameters<typeof accountNameRecord.write>[0]);
  if ('mark' in value) return maskMark(String(value.mark));
  if ('params' in value && 'code' in value) return { erro_codigo: String(value.code), ...faultJson(value.params as FaultParams) };
  return value as JsonObject;
}

const severity = oneOf(SEVERITIES).told(
  'problem: leads are not created, or will not be. warning: it works, and probably is not meant so. note: nothing is wrong.',
);

export const findingRecord = record<Finding, number>()({
  grupo: text.of(groupOf),
  codigo: word.of('code', 'Never changes its meaning.'),
  nivel: severity.of('severity'),
  mensagem: text.of((finding, now) => findingWords(finding, 'en', agesAt(now)).text),
  acao: text.nullable.of((finding, now) => findingWords(finding, 'en', agesAt(now)).action ?? null),
  dados: params.of((finding) => finding.params, 'What the message names, by the code.'),
  cliente_id: rowId.nullable.of(({ client }) => client?.id ?? null),
  cliente: text.nullable.of(({ client }) => client?.name ?? null),
});

/** How many findings there are of each severity, and the worst one. */
export const totalsRecord = record<readonly Finding[]>()({
  resultado: oneOf(['ok', 'warning', 'problem']).of(worstSeverity, 'The worst there is; notes do not count.'),
  problemas: count.of((findings) => countSeverity(findings, 'problem')),
  avisos: count.of((findings) => countSeverity(findings, 'warning')),
});

export const findingsRecord = record<readonly Finding[], number>()({
  ...totalsRecord.fields,
  achados: list(findingRecord).of((findings) => findings),
});

interface AccountTest extends OfClient {
  readonly findings: readonly Finding[];
}

export const accountTestRecord = record<AccountTest, number>()({
  ...ofClient,
  ...within(findingsRecord, ({ findings }: AccountTest) => findings),
});

interface Watched {
  readonly snapshot: QueueSnapshot;
  readonly findings: readonly Finding[];
}

/** A queue at one point in time, and the installation's findings. */
export const watchedRecord = record<Watched>()({
  ...within(snapshotRecord, ({ snapshot }: Watched) => snapshot),
  achados: list(findingRecord).given('findings', ({ snapshot }) => snapshot.at),
});

/** The findings written by `findingRecord`. Omits findings of a newer service whose codes this program does not know. */
export function readFindings(list: JsonValue | undefined): readonly Finding[] {
  return objectsOf(list).flatMap((item) => {
    const code = scalarText(field(item, 'codigo')) ?? '';
    const severity = scalarText(field(item, 'nivel')) as Severity;
    if (!Object.hasOwn(en.findings, code) || !SEVERITIES.includes(severity)) return [];
    const data = field(item, 'dados');
    const entries = isJsonObject(data) ? Object.entries(data) : [];
    return [{ code, severity, params: Object.fromEntries(entries.map(([name, value]) => [name, readParam(value)])) } as Finding];
  });
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function readParam(value: JsonValue): unknown {
  if (typeof value === 'string' && ISO_TIME.test(value)) return { at: Date.parse(value) };
  if (!isJsonObject(value)) return value;
  const { plataforma: platform, tipo: kind, conta: id, erro_codigo: code, erro_parametros: sentences } = value;
  if (platform !== undefined) return { platform, kind, id };
  return sentences === undefined ? value : { code, message: JSON.stringify(sentences) };
}
