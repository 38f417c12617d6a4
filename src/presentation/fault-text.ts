import { currentLanguage, type Language, type Translated } from '../base/language.ts';
import type { EventTrail } from '../domain/report-ports.ts';
import { inEveryLanguage } from '../messages/messages.ts';
import { CONVERSION_PHRASES } from './conversion-phrases.ts';
import { type Phrases, translated } from './phrases.ts';
import { SEARCH_ADS_PHRASES } from './search-ads-phrases.ts';
import { SOCIAL_ADS_PHRASES } from './social-ads-phrases.ts';

/**
 * The sentences of faults, phrase by phrase. They are stored in English with the event, for every reader; a phrase that stands
 * nowhere here stays English. A test holds the list against the faults there are.
 */
const PORTUGUESE: Phrases = [
  ...SOCIAL_ADS_PHRASES,
  [/name, e-mail or phone to make/, 'nome, e-mail nem telefone to make'],
  [/name, e-mail, phone or click id to make/, 'nome, e-mail, telefone nem click id to make'],
  [
    /The sender used a secret that is limited to client (\d+), but its campaign (.+) belongs to client (\d+), so no lead was created\./,
    'O remetente usou um segredo limitado ao cliente $1, mas a campanha $2 é do cliente $3, então nenhum lead foi criado.',
  ],
  [
    /The sender used a secret that is limited to client (\d+), but the event names client (\d+), so no lead was created\./,
    'O remetente usou um segredo limitado ao cliente $1, mas o evento cita o cliente $2, então nenhum lead foi criado.',
  ],
  [
    /If the sender works for client (\d+), give it a secret of that client with (`.+?`) and have it send the event again\./,
    'Se o remetente trabalha para o cliente $1, dê a ele um segredo desse cliente com $2 e peça que envie o evento de novo.',
  ],
  [/If the campaign or its link is wrong, correct it,/, 'Se a campanha ou o vínculo está errado, corrija'],
  [/The body of the event is empty/, 'O corpo do evento está vazio'],
  [/The body of the event is not valid (UTF-8|JSON)/, 'O corpo do evento não é $1 válido'],
  [/The body of the event is nested too deeply/, 'O corpo do evento tem níveis demais'],
  [/The body of the event is not a JSON object/, 'O corpo do evento não é um objeto JSON'],
  [
    /The body of the event holds no leadgen change with a `value` object, so it names no lead/,
    'O corpo do evento não tem mudança leadgen com um objeto `value`, então não cita nenhum lead',
  ],
  [
    /Look at it with `lead-intake events show` and have the sender correct and send it again\./,
    'Veja com `lead-intake events show` e peça ao remetente que corrija e envie de novo.',
  ],
  [
    /The event type (.+) is not known on the ad routes\. Map it with the setting EVENT_TYPES \(NAME=lead, NAME=update or NAME=conversion\), restart the workers,/,
    'O tipo de evento $1 não é conhecido nas rotas das plataformas. Mapeie com a configuração EVENT_TYPES (NOME=lead, NOME=update ou NOME=conversion), reinicie os workers',
  ],
  [
    /The event names the lead but does not carry its answers, and there is no token that could fetch them from the social-ads platform( for page \d+)?\. Connect the page with (`.+?`) or the setting WEBHOOK_SOCIALADS_TOKENS; the job then runs by itself\./,
    'O evento cita o lead mas não traz as respostas, e não há token que as busque na plataforma social-ads$1. Conecte a página com $2 ou a configuração WEBHOOK_SOCIALADS_TOKENS; o job então executa sozinho.',
  ],
  [/social-ads for page (\d+)\./, 'social-ads para a página $1.'],
  [/(`[^`]+`) runs such jobs at once\./, '$1 executa esses jobs imediatamente.'],
  [
    /Until then the job waits without spending attempts, and nothing is lost\./,
    'Até lá o job espera sem gastar tentativas, e nada se perde.',
  ],
  [/The social-ads platform refuses the token of page (\d+|\*)\./, 'A plataforma social-ads recusa o token da página $1.'],
  [
    /Make a new token and replace the old one with (`.+?`); the job then runs by itself\./,
    'Gere um token novo e substitua o antigo com $1; o job então executa sozinho.',
  ],
  [/The social-ads platform blocks the account that reads page (\d+|\*)\./, 'A plataforma social-ads bloqueia a conta que lê a página $1.'],
  [
    /Have the block lifted there, then connect the page anew with (`.+?`)\./,
    'Resolva o bloqueio na plataforma e conecte a página de novo com $1.',
  ],
  [/Meta does not show what belongs to page (\d+|\*)\./, 'A Meta não mostra o que pertence à página $1.'],
  [
    /Until then leads that Meta reports are still fetched, and leads it did not report are not found; lead-intake tries again at the next comparison\./,
    'Até lá os leads que a Meta avisa continuam sendo buscados, e os que ela não avisou não são encontrados; o lead-intake tenta de novo na próxima conferência.',
  ],
  [
    /Check at Meta that the owner of the token \(the system user\) has full control of the page and that the token has (.+?) and (`leads_retrieval`)\./,
    'Confira na Meta se o dono do token (o usuário do sistema) tem controle total da página e se o token tem $1 e $2.',
  ],
  [
    /Many leads of page (\d+|\*) are being fetched, a few at a time; this one has its turn in a moment\./,
    'Muitos leads da página $1 estão sendo buscados, alguns de cada vez; a vez deste chega logo.',
  ],
  [/The social-ads platform throttles page (\d+|\*)\./, 'A plataforma social-ads limita as chamadas da página $1.'],
  [/The social-ads platform does not hand out this lead\./, 'A plataforma social-ads não entrega este lead.'],
  [/The lead is asked for again by itself, a few times\./, 'O lead é pedido de novo sozinho, algumas vezes.'],
  [
    /After (\d+) tries the job waits for a person: see whether the lead is there and the token may see it, then run it again with (`.+?`)\./,
    'Depois de $1 tentativas o job espera por uma pessoa: veja se o lead existe e se o token pode vê-lo, e execute de novo com $2.',
  ],
  [
    /The event carries no answers, and no `leadgen_id` of digits by which the social-ads platform could be asked for them\. Look at it with (`.+?`); (`.+?`) brings leads that were never told of properly\./,
    'O evento não traz respostas, nem um `leadgen_id` em dígitos para pedi-las à plataforma social-ads. Veja com $1; $2 traz leads que não foram avisados direito.',
  ],
  [
    /This is what the test button of the social-ads dashboard sends: ids of nothing but fours, without a lead behind them\. It arrived, so the subscription works; nothing is to be done\. To see a whole lead come in, make one with the Lead Ads Testing Tool\./,
    'Isto é o que o botão de teste do painel de social-ads envia: ids só de quatros, sem lead nenhum. Chegou, então a assinatura funciona; não há nada a fazer. Para ver um lead inteiro chegar, crie um com a Lead Ads Testing Tool.',
  ],
  [
    /No lead of this client has the identity, click id, e-mail or phone that the event names, and the event itself carries no (.+) to make a lead from\. Have the lead itself sent first,/,
    'Nenhum lead deste cliente tem a identidade, o click id, o e-mail ou o telefone que o evento cita, e o próprio evento não traz $1 para criar um lead. Peça que o lead seja enviado antes',
  ],
  [
    /The event carries no `campanha_id` that is text or a number\. Have the sender add it and send the event again\./,
    'O evento não traz `campanha_id` em texto ou número. Peça ao remetente que o inclua e envie de novo.',
  ],
  [/No campaign has the `campanha_id` (.+?)\. Add it with/, 'Nenhuma campanha tem o `campanha_id` $1. Inclua com'],
  [
    /No client has the `cliente_id` (.+?); `lead-intake client list` shows the ids\./,
    'Nenhum cliente tem o `cliente_id` $1; `lead-intake client list` mostra os ids.',
  ],
  [
    /It has to be a whole number of at most 15 digits: have the sender correct it and send the event again\./,
    'Tem de ser um número inteiro de no máximo 15 dígitos: peça ao remetente que corrija e envie de novo.',
  ],
  [
    /The event names `cliente_id` (.+?), and page (.+?) is connected for client (\d+)\. Connect the page for the right client with (`.+?`), or have the sender correct the event,/,
    'O evento cita o `cliente_id` $1, e a página $2 está conectada para o cliente $3. Conecte a página para o cliente certo com $4, ou peça ao remetente que corrija o evento',
  ],
  [/Add it with `/, 'Inclua com `'],
  [
    /None of what the event names is linked to a campaign: (.+?)\. Link it with/,
    'Nada do que o evento cita está vinculado a uma campanha: $1. Vincule com',
  ],
  [
    /The event names no form, campaign, page or client, so nobody can be found whom its lead belongs to\. Have the sender add `cliente_id` or `campanha_id` and send the event again\./,
    'O evento não cita formulário, campanha, página nem cliente, então não há como saber a quem o lead pertence. Peça ao remetente que inclua `cliente_id` ou `campanha_id` e envie de novo.',
  ],
  [
    /The lead that this event names has arrived and is not made yet: its own event still waits\. This one is tried again every few minutes, and goes on by itself when the lead is there\./,
    'O lead que este evento cita já chegou e ainda não foi criado: o evento dele ainda espera. Este é tentado de novo a cada poucos minutos e segue sozinho quando o lead existir.',
  ],
  [
    /The lead that this event names belongs to another client than the event: its campaign, form or page is linked to the wrong campaign, or was given to another client since\. Correct the link with `lead-intake campaign link`, then run the event again with `(lead-intake queue retry|lead-intake events replay \d+)`\./,
    'O lead que este evento cita é de outro cliente: a campanha, o formulário ou a página está vinculado à campanha errada, ou passou para outro cliente. Corrija o vínculo com `lead-intake campaign link` e execute o evento de novo com `$1`.',
  ],
  [
    /Processing ended unexpectedly \((.+?)\)\. The log line with this job's id tells more\./,
    'O processamento terminou inesperadamente ($1). A linha do log com o id deste job diz mais.',
  ],
  [
    /The database refused the result, for instance because its campaign or client was removed meanwhile\./,
    'O banco de dados recusou o resultado, por exemplo porque a campanha ou o cliente foi removido nesse meio-tempo.',
  ],
  [
    /The worker stopped without finishing this job, (\d+) times\. The event may be what stops it; look at its body before running it again\./,
    'O worker parou sem terminar este job, $1 vezes. O evento pode ser a causa; veja o corpo antes de executar de novo.',
  ],
  [
    /,? then run the failed jobs again with `(lead-intake queue retry --all --error \w+)`/,
    ' e depois execute de novo os jobs com falha: `$1`',
  ],
  [/,? then run the event again with `(lead-intake events replay \d+)`/, ' e depois execute o evento de novo: `$1`'],
  [/` or `lead-intake/g, '` ou `lead-intake'],
  [
    /lead-intake tried for (\d+) hours and stopped\. When the platform answers again, (`.+?`) brings the answers of such leads, or try again with (`.+?`)\./,
    'O lead-intake tentou por $1 horas e parou. Quando a plataforma voltar a responder, $2 traz as respostas desses leads, ou tente de novo com $3.',
  ],
  [
    /lead-intake tried for (\d+) hours and stopped\. When the platform answers again, send it again with (`.+?`)\./,
    'O lead-intake tentou por $1 horas e parou. Quando a plataforma voltar a responder, envie de novo com $2.',
  ],
  [/Gave up after (\d+) attempts\./, 'Desistiu depois de $1 tentativas.'],
  [
    /\(not shown because it may be personal data; see the event's body\)/g,
    '(não mostrado porque pode ser dado pessoal; veja o corpo do evento)',
  ],
  ...CONVERSION_PHRASES,
  ...SEARCH_ADS_PHRASES,
];

/** The stored sentence of a fault in the language of the person; null stays null. */
export function faultText<Message extends string | null>(message: Message, language: Language = currentLanguage()): Message | string {
  return message === null ? message : translated(message, PORTUGUESE, language);
}

/** The stored sentence of a fault in every language. */
export function faultTexts(message: string): Translated<string> {
  return inEveryLanguage((_, language) => faultText(message, language));
}

/** The command of a stored sentence that retries failed jobs. */
const RETRY_ADVICE = /run the (?:failed jobs|event) again with `lead-intake queue retry[^`]*`/;

/**
 * The sentence of an event's fault, as it is stored. Where no failed job is left that could be retried, because it was pruned or forgotten, it names
 * the command that makes a new one.
 */
export function faultOfEvent({ event, jobs }: Pick<EventTrail, 'event' | 'jobs'>): string | null {
  const isRetryable = jobs.some(({ state, conversionId }) => state !== 'concluido' && conversionId === null);
  if (isRetryable || event.status !== 'erro') return event.errorMessage;
  return event.errorMessage?.replace(RETRY_ADVICE, `run the event again with \`lead-intake events replay ${event.id}\``) ?? null;
}
