import { formatDuration } from '../../base/duration.ts';
import type { Translated } from '../../base/language.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import type { NoAnswer } from './post-event.ts';

type Explanation = (url: URL) => Translated<string>;

const closedWithoutAnswer: Explanation = (url) =>
  inEveryLanguage((m) =>
    m.cli.send.closedConnectionWithoutAnswer({
      host: url.host,
      protocolName: inEveryLanguage((m) => (url.protocol === 'https:' ? m.cli.send.https : m.cli.send.httpWithoutTls)),
    }),
  );

const noWay: Explanation = (url) => inEveryLanguage((m) => m.cli.send.thereNoWayHere({ hostname: url.hostname }));

const BY_SYSTEM_CODE: Readonly<Record<string, Explanation>> = {
  ECONNREFUSED: (url) => inEveryLanguage((m) => m.cli.send.nothingListensStartService({ host: url.host })),
  ENOTFOUND: (url) => inEveryLanguage((m) => m.cli.send.theHostNameNot({ hostname: url.hostname })),
  EAI_AGAIN: (url) => inEveryLanguage((m) => m.cli.send.theHostNameCould({ hostname: url.hostname })),
  ECONNRESET: closedWithoutAnswer,
  UND_ERR_SOCKET: closedWithoutAnswer,
  EHOSTUNREACH: noWay,
  ENETUNREACH: noWay,
};

/** Why no answer came, and what to do next, for the person who sent the test event. */
export function explainSilence({ code, durationMs }: NoAnswer, url: URL): Translated<string> {
  const known = BY_SYSTEM_CODE[code];
  if (known !== undefined) return known(url);
  if (code === 'TIMEOUT' || code === 'ETIMEDOUT' || code.startsWith('UND_ERR_CONNECT_TIMEOUT'))
    return inEveryLanguage((m) => m.cli.send.noAnswerWithinFirewall({ duration: formatDuration(durationMs) }));
  if (/CERT|SSL|TLS|ALTNAME|SELF_SIGNED/.test(code))
    return inEveryLanguage((m) => m.cli.send.theEncryptedConnectionFailed({ code, hostname: url.hostname }));
  if (code === 'NOT_HTTP') {
    return inEveryLanguage((m) => m.cli.send.whatListensDoesNot({ host: url.host }));
  }
  return inEveryLanguage((m) => m.cli.send.theRequestCouldNot({ code }));
}
