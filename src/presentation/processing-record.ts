/** The record of processing (GDPR article 30, LGPD article 37): what is stored, why, for how long, and who receives it. */
import type { Language } from '../base/language.ts';
import { printableLine } from '../base/text.ts';
import type { ConsentRule } from '../domain/client-connections.ts';
import type { ClientSummary } from '../domain/directory.ts';
import { ORIGINS, type Origin } from '../domain/origin.ts';
import { PERSON_PLACES } from '../domain/person.ts';
import type { AccountName } from '../domain/platform-account.ts';
import { type ClientRetention, type RetentionDays, retentionOf } from '../domain/retention.ts';
import { MESSAGES, type Messages } from '../messages/messages.ts';
import { accountNameRecord, consentRuleRecord } from './account-record.ts';
import { LANGUAGE_TAGS } from './ago.ts';
import { labelOf } from './labels.ts';
import { count, list, oneOf, record, time, yes } from './record.ts';
import { clientRetentionRecord, keptDays, retentionSettingsRecord } from './retention-record.ts';

/** What is in force for one client, which is a controller of its own. */
export interface ClientProcessing {
  readonly client: ClientSummary;
  /** That leads can arrive from. */
  readonly sources: readonly Origin[];
  /** The accounts that conversions are sent to. */
  readonly recipients: readonly AccountName[];
  /** Whether its conversions can be fetched as a file. */
  readonly isExported: boolean;
  readonly consent: ConsentRule;
  readonly own: ClientRetention | undefined;
  readonly days: RetentionDays;
}

export interface Processing {
  readonly at: number;
  readonly clients: readonly ClientProcessing[];
  readonly days: RetentionDays;
  /** What `backup` does without flags. `keepDays` 0: for ever. */
  readonly backups: { readonly keepDays: number; readonly isEncrypted: boolean };
  readonly measures: Measures;
  readonly erasures: number;
}

/** Security measures that depend on the settings. */
interface Measures {
  readonly verifiesSenders: boolean;
  readonly sealsCredentials: boolean;
  readonly hasReaders: boolean;
}

const clientProcessingRecord = record<ClientProcessing>()({
  ...clientRetentionRecord.fields,
  usuarios: count.of(({ client }) => client.users),
  origens: list(oneOf(ORIGINS)).of('sources', 'Sources that leads can arrive from.'),
  destinatarios: list(accountNameRecord).of('recipients', 'Accounts that conversions are sent to.'),
  exportacao: yes.of('isExported', 'Whether conversions can be fetched as a file.'),
  consentimento: consentRuleRecord.of('consent'),
});

export const processingRecord = record<Processing>()({
  gerado_em: time.of('at'),
  clientes: list(clientProcessingRecord).of('clients'),
  locais: list(oneOf(PERSON_PLACES)).of(() => PERSON_PLACES, 'Where personal data is.'),
  retencao: retentionSettingsRecord.of('days', 'Limits of the settings; null: kept until erased.'),
  backups: record<Processing['backups']>()({
    dias: count.nullable.of(({ keepDays }) => keptDays(keepDays), 'null: never deleted.'),
    criptografados: yes.of('isEncrypted'),
  }).of('backups'),
  medidas: record<Measures>()({
    remetentes_verificados: yes.of('verifiesSenders'),
    credenciais_criptografadas: yes.of('sealsCredentials', 'In the database.'),
    acesso_de_leitura: yes.of('hasReaders', 'Whether there is an access that shows personal data only masked.'),
  }).of('measures'),
  apagamentos: count.of('erasures', 'Erasures of people so far.'),
});

type Words = Messages['people']['processing'];

type Entry = readonly [label: string, text: string | readonly string[]];

/** The record as Markdown. What lead-intake cannot know is in brackets. */
export function processingDocument(processing: Processing, language: Language): string {
  const messages = MESSAGES[language];
  const words = messages.people.processing;
  const at = new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { dateStyle: 'long' }).format(processing.at);
  const { clients } = processing;
  return [
    `# ${words.title}`,
    words.intro({ at }),
    ...(clients.length === 0 ? [words.noClients] : []),
    ...clients.map((one) => part(words.client({ id: one.client.id, name: escaped(one.client.name) }), clientEntries(one, messages))),
    part(messages.labels.everyClient, commonEntries(processing, messages)),
  ].join('\n\n');
}

function part(title: string, entries: readonly Entry[]): string {
  return `## ${title}\n\n${entries.map(entryText).join('\n')}`;
}

function entryText([label, text]: Entry): string {
  return typeof text === 'string' ? `- **${label}**: ${text}` : [`- **${label}**:`, ...text.map((item) => `  - ${item}`)].join('\n');
}

/** Names come from people and must not be read as Markdown. */
function escaped(text: string): string {
  return printableLine(text).replaceAll(/[\\`*_[\]<>#|]/g, String.raw`\$&`);
}

function clientEntries(of: ClientProcessing, messages: Messages): readonly Entry[] {
  const { labels, ...words } = messages.people.processing;
  const { bodies, leads } = retentionOf(of.days, of.own);
  const origins = of.sources.map((origin) => labelOf(messages, 'origins', origin));
  return [
    [labels.controller, words.controller({ name: escaped(of.client.name) })],
    [labels.legalBasis, words.legalBasis],
    [labels.sources, origins.length === 0 ? words.noSources : origins.join(', ')],
    [labels.recipients, recipients(of, words)],
    [labels.consent, `${messages.web.clientAccounts.consentModes[of.consent.mode]} ${of.consent.keys.join(', ')}`],
    [labels.keptFor, [words.bodiesKept({ limit: limit(bodies, messages) }), words.leadsKept({ limit: limit(leads, messages) })]],
  ];
}

function recipients({ client, recipients: accounts, isExported }: ClientProcessing, words: Omit<Words, 'labels'>): readonly string[] {
  return [
    words.users({ count: client.users }),
    ...accounts.map(({ kind, id }) => words.recipient[kind]({ id })),
    ...(isExported ? [words.exported] : []),
    ...(accounts.length === 0 && !isExported ? [words.noPlatform] : []),
  ];
}

function commonEntries({ days, backups, measures, erasures }: Processing, messages: Messages): readonly Entry[] {
  const { labels, ...words } = messages.people.processing;
  const kept = keptDays(backups.keepDays);
  const limits = { refused: limit(days.refused, messages), jobs: limit(days.jobs, messages), log: limit(days.log, messages) };
  return [
    [labels.processor, words.processor],
    [labels.officer, words.officer],
    [labels.purposes, words.purposes],
    [labels.people, words.whoseData],
    [labels.data, words.data],
    [labels.places, PERSON_PLACES.map((place) => messages.people.places[place])],
    [labels.otherRecipients, words.otherRecipients],
    [labels.transfers, words.transfers],
    [labels.keptFor, [...words.othersKept(limits), kept === null ? words.backupsKept : words.backupsDeleted({ days: kept })]],
    [labels.measures, measuresInForce(measures, backups.isEncrypted, words)],
    [labels.rights, words.rights({ erasures })],
  ];
}

function measuresInForce(measures: Measures, encryptsBackups: boolean, words: Omit<Words, 'labels'>): readonly string[] {
  const { senders, credentials, backups, readers, always } = words.measures;
  return [
    measures.verifiesSenders ? senders.on : senders.off,
    measures.sealsCredentials ? credentials.on : credentials.off,
    encryptsBackups ? backups.on : backups.off,
    measures.hasReaders ? readers.on : readers.off,
    ...always,
  ];
}

function limit(days: number, { people: { processing }, cli: { retention } }: Messages): string {
  const kept = keptDays(days);
  return kept === null ? processing.unlimited : retention.days({ days: kept });
}
