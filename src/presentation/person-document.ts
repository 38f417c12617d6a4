/** A person's data as one page that the person can read and print: complete in itself, in the person's language. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, scalarText } from '../base/exact-json.ts';
import type { Language } from '../base/language.ts';
import { printableLine } from '../base/text.ts';
import { type Answer, type LeadView, UTM_FIELDS } from '../domain/lead.ts';
import { labelIn } from '../messages/fault-parts.ts';
import { MESSAGES, type Messages } from '../messages/messages.ts';
import { LANGUAGE_TAGS } from './ago.ts';
import { eventTypeLabel } from './event-label.ts';
import { labelOf } from './labels.ts';
import { leadChangeRecord, leadRecord } from './lead-record.ts';
import { moneyText } from './money.ts';
import type { PersonConversion, PersonData, PersonEvent } from './person-data.ts';
import { isEmpty, recordRows } from './record-rows.ts';

interface Reader {
  readonly language: Language;
  readonly messages: Messages;
  readonly words: Messages['people']['document'];
  readonly time: (ms: number) => string;
}

const REVEALED = { reveal: true };

const CONTACT = ['nome', 'email', 'email_normalizado', 'telefone', 'telefone_e164', 'telefone_tipo', 'mensagem'];
const ORIGIN = [
  ...['origem', 'campanha', 'identidade', 'enviado_em', 'criado_em', 'atualizado_em', ...UTM_FIELDS.map((name) => `utm_${name}`)],
  ...['search_click_id', 'gbraid', 'wbraid', 'social_click_id', 'fbc', 'fbp'],
];

const STYLE = `
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #1c1c1c; background: #fff }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #999 } h3 { margin-top: 2rem } h4 { margin: 1.25rem 0 .25rem }
dl { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: .25rem 1rem; margin: 0 } dt { color: #555 } dd { margin: 0 }
dd, td { white-space: pre-line; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse } th, td { padding: .25rem .5rem .25rem 0; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top }
@media (max-width: 32rem) { dl { grid-template-columns: 1fr } dd { margin-bottom: .5rem } table { display: block; overflow-x: auto }
  th, td { font-size: .875rem } td { overflow-wrap: break-word } }
@media print { body { margin: 0; max-width: none } h2, h3, h4 { break-after: avoid } tr { break-inside: avoid } }`;

/** @param timeZone IANA name of the zone in which times are written */
export function personDocument(
  data: PersonData,
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
): string {
  const messages = MESSAGES[language];
  const words = messages.people.document;
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { dateStyle: 'long', timeStyle: 'short', timeZone });
  const reader = { language, messages, words, time: (ms: number) => format.format(ms) };
  const clients = [...Map.groupBy(data.leads, ({ clientName }) => clientName)];
  const body = [
    `<h1>${escaped(words.title)}</h1>`,
    paragraph(words.intro({ at: reader.time(data.at), timeZone })),
    ...clients.map(([client, leads]) => part(2, words.heldBy({ client }), leads.map((lead) => leadPart(lead, data, reader)).join('\n'))),
    part(2, words.otherRequests, otherRequests(data, reader)),
    part(2, words.howLong, paragraph(words.kept)),
    part(2, words.more, paragraph(words.moreText)),
  ].join('\n');
  return `<!doctype html>
<html lang="${LANGUAGE_TAGS[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(words.title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function leadPart(lead: LeadView, data: PersonData, reader: Reader): string {
  const { words, messages, time } = reader;
  const json: JsonObject = leadRecord.write(lead, REVEALED);
  const fields = (names: readonly string[]) => recordRows(picked(json, names), messages, time);
  const stages = data.conversions.filter(({ conversion }) => conversion.leadId === lead.id);
  const isSent = stages.some(({ conversion }) => conversion.sentAt !== null);
  return part(
    3,
    words.request({ at: time(lead.submittedAt ?? lead.createdAt) }),
    [
      rows(fields(CONTACT).filter(([, text], index, all) => all.findIndex(([, other]) => other === text) === index)),
      part(4, words.answers, rows(lead.answers.map(answerRow))),
      part(4, words.consent, consents(lead, data, reader)),
      part(4, words.origin, rows(fields(ORIGIN)) + nested(lead.platform)),
      part(4, words.others, nested(lead.extras)),
      part(
        4,
        words.received,
        events(
          data.events.filter(({ event }) => event.leadId === lead.id),
          reader,
        ),
      ),
      part(4, words.changes, changes(lead, data, reader)),
      part(4, words.sent, (isSent ? '' : paragraph(words.notSent)) + conversions(stages, reader)),
    ].join('\n'),
  );
}

/** Each statement, and what the form sent if it contained no statement. */
function consents(lead: LeadView, data: PersonData, { words, messages, time }: Reader): string {
  const lines = data.consents.filter(({ leadId }) => leadId === lead.id);
  if (lines.length === 0) return isEmpty(lead.consents) ? paragraph(words.noConsent) : nested(lead.consents);
  const { fields, jsonFields } = messages.labels;
  return table(
    [fields.when, jsonFields.finalidade, jsonFields.decisao, jsonFields.texto],
    lines.map(({ since, purpose, act, text }) => [
      time(since),
      purpose ?? messages.labels.consent.everyPurpose,
      labelOf(messages, 'consentActs', act),
      text ?? '',
    ]),
  );
}

function answerRow({ key, question, values }: Answer): readonly [string, string] {
  return [question ?? key, values.join(', ')];
}

function events(shown: readonly PersonEvent[], { words, messages, time }: Reader): string {
  const { fields } = messages.labels;
  return table(
    [fields.when, fields.source, fields.type, words.address],
    shown.map(({ event }) => [
      time(event.receivedAt),
      messages.labels.origins[event.origin],
      eventTypeLabel(messages, event.eventType),
      event.remoteAddress,
    ]),
  );
}

function changes({ id }: LeadView, data: PersonData, { messages, time }: Reader): string {
  const { when, field, before, after } = messages.labels.fields;
  const lines = data.changes
    .filter(({ leadId }) => leadId === id)
    .flatMap((change) =>
      leadChangeRecord
        .write(change, REVEALED)
        .campos.map(({ campo, antes, depois }) => [time(change.at), labelOf(messages, 'jsonFields', campo), plain(antes), plain(depois)]),
    );
  return table([when, field, before, after], lines);
}

function conversions(shown: readonly PersonConversion[], { words, messages, language, time }: Reader): string {
  const { labels } = messages;
  return table(
    [labels.fields.platform, labels.fields.account, words.what, labels.fields.state, words.sentAt],
    shown.map(({ conversion: { platform, name, value, currency, state, sentAt }, account }) => [
      platform === null ? labels.none : labels.origins[platform],
      account ?? labels.none,
      [labelIn(labels.stages, name), ...(value === null ? [] : [moneyText(value, currency, language)])].join(', '),
      labels.conversionStates[state],
      sentAt === null ? labels.none : time(sentAt),
    ]),
  );
}

/** Events without a lead, and requests that were refused. */
function otherRequests({ events: all, refused }: PersonData, reader: Reader): string {
  const { words, messages, time } = reader;
  const { fields, jsonFields } = messages.labels;
  const refusals = refused.map(({ receivedAt, origin, code, remoteAddress }) => [
    time(receivedAt),
    messages.labels.origins[origin],
    labelIn(messages.labels.codes, code),
    remoteAddress,
  ]);
  return (
    events(
      all.filter(({ event }) => event.leadId === null),
      reader,
    ) + part(3, words.refused, table([fields.when, fields.source, jsonFields.motivo, words.address], refusals))
  );
}

/** A heading and its content; nothing if there is no content. */
function part(level: 2 | 3 | 4, title: string, content: string): string {
  return content.trim() === '' ? '' : `<section><h${level}>${escaped(title)}</h${level}>\n${content}</section>`;
}

function paragraph(text: string): string {
  return `<p>${escaped(text)}</p>`;
}

function rows(pairs: readonly (readonly [name: string, text: string])[]): string {
  const filled = pairs.filter(([, text]) => text !== '');
  return definitions(filled.map(([name, text]) => [name, escaped(text)]));
}

function definitions(pairs: readonly (readonly [name: string, html: string])[]): string {
  return pairs.length === 0 ? '' : `<dl>${pairs.map(([name, html]) => `<dt>${escaped(name)}</dt><dd>${html}</dd>`).join('\n')}</dl>`;
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  if (lines.length === 0) return '';
  const line = (tag: string, cells: readonly string[]) => `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${line('th', head)}</thead>\n<tbody>${lines.map((cells) => line('td', cells)).join('\n')}</tbody></table>`;
}

/** Any JSON value as lists and rows. */
function nested(value: JsonValue): string {
  if (isEmpty(value)) return '';
  if (isJsonArray(value)) return `<ul>${value.map((item) => `<li>${nested(item)}</li>`).join('')}</ul>`;
  if (isJsonObject(value)) return definitions(Object.entries(value).map(([name, inner]) => [name, nested(inner)]));
  return escaped(plain(value));
}

function plain(value: JsonValue): string {
  return value === null ? '' : (scalarText(value) ?? JSON.stringify(value));
}

function picked(json: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, json[name] ?? null]));
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text from anybody: no markup, and no character that changes the direction of the text around it. */
function escaped(text: string): string {
  const printable = text.split(/\r?\n/).map(printableLine).join('\n');
  return printable.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
