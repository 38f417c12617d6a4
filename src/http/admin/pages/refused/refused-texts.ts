import { inBoth } from '../language.tsx';

export const refusedTexts = inBoth({
  en: {
    title: 'Refused requests',
    intro:
      'Requests that were not accepted, by cause. The newest thousand from verified senders and the newest thousand from all others are kept. Fix the cause, then replay them.',
    groups: 'By cause',
    cause: 'Cause',
    count: 'Kept',
    newest: 'Newest',
    origin: 'Origin',
    table: 'Refused requests, newest first',
    receivedAt: 'Received',
    from: 'From',
    status: 'HTTP',
    became: 'Put through',
    event: (id: string): string => `event ${id}`,
    open: 'not yet (without unsigned ones)',
    none: '—',
    empty: 'No request was refused. Nothing to do here.',
    emptyFiltered: 'No refused request fits the filter.',
    back: 'Refused requests',
    one: (id: string): string => `Refused request ${id}`,
    error: 'Error',
    why: 'Why it was refused',
    whatToDo: 'What to do',
    told: 'The sender was told',
    mayPut: 'Put through again',
    mayPutText:
      'It is checked again with the secrets and settings of now, as of the moment it came. What it becomes is an event like any other.',
    alreadyPut: 'It was put through already and became',
    onlyBeginning: 'Only its beginning is kept, so it cannot be put through again. Have the sender send it again.',
    wrongAtSender: 'Was the key or secret wrong at the sender, and has it been corrected there?',
    withoutCredential: 'Replay without a valid credential…',
    stillRefused: 'Still refused:',
    notices: { sem_lead: 'It is genuine, but there is no lead in it. Nothing was stored.' },
    request: 'The request',
    method: 'Asked',
    requestId: 'Request id',
    proven: 'Sender',
    isProven: 'verified: it knows the secret',
    notProven: 'not verified',
    body: 'Body',
    bodySize: (bytes: string): string => `${bytes} bytes kept`,
    bodyWhole: 'all of it',
    bodyBeginning: 'only its beginning',
    bodyMasked: 'what is personal is masked',
    bodyExact: 'as it was received',
    bodyCut: (characters: string): string => `The first ${characters} characters are shown.`,
    bodyEmpty: 'The body was empty.',
    reasons: {
      signature_missing: {
        why: 'The request carries no signature and no key, so nobody can tell who sent it.',
        todo: 'If it is one of your senders: give it the secret and have it sign. Where a source takes unsigned events, that is a setting of its own. Otherwise there is nothing to do: strangers try such addresses.',
      },
      signature_malformed: {
        why: 'The signature is not written as it has to be: sha256= followed by 64 hexadecimal digits.',
        todo: 'Usual causes: Base64 in place of hexadecimal, the prefix missing, another algorithm, or two signatures in one header. Correct the sender, then have it send again.',
      },
      signature_invalid: {
        why: 'The signature does not fit the body. Either the secret differs on the two sides, or the bytes that were signed are not the bytes that were sent.',
        todo: 'First compare the secret of the sender with the setting (blanks and line feeds at its end count). If they are the same, the body was written anew after it was signed: JSON that is parsed and written again has other blanks or escapes; sign the exact text that is sent. “lead-intake signature verify” names the difference.',
      },
      google_key_invalid: {
        why: 'The key in the body is not the one that is set here.',
        todo: 'Enter the same key at the platform and in WEBHOOK_SEARCHADS_SECRET. While you exchange it, keep the old one in WEBHOOK_SEARCHADS_SECRET_PREVIOUS. Google does not send it again: replay it. If the key was wrong in Google Ads, replay it without a valid credential.',
      },
      timestamp_out_of_window: {
        why: 'The timestamp is too far from the clock of this server, so it could be a copy of an old request.',
        todo: 'Check both clocks, send Unix seconds (not milliseconds), and sign at the moment of sending: a form that waits in a queue needs a fresh timestamp for each attempt. It can be put through again now: what counts is when it came.',
      },
      fields_invalid: {
        why: 'Fields that are required are missing, or hold something that cannot be used. The sender was told which.',
        todo: 'Correct the form, and have it send again. Putting the same request through would be refused the same way.',
      },
      body_empty: { why: 'The request has no body.', todo: 'Have the sender send the event as a JSON object in the body of a POST.' },
      body_not_json: {
        why: 'The body is no JSON.',
        todo: 'Usual causes: a form that sends application/x-www-form-urlencoded, text cut off, or quotes that were not escaped. Write the body with a JSON library.',
      },
      body_not_utf8: {
        why: 'The body is not UTF-8.',
        todo: 'Have the sender encode its JSON as UTF-8, not as ISO-8859-1 or Windows-1252.',
      },
      body_not_object: {
        why: 'The body is JSON, but no object.',
        todo: 'Have the sender send {"…": …}: one event, not a list and not a text that holds JSON.',
      },
      body_too_deep: { why: 'The JSON is nested more deeply than any real event.', todo: 'Look at the sender: this is no lead.' },
      body_too_large: {
        why: 'The body is larger than this service takes.',
        todo: 'Look at what the sender puts into it. If it is right, raise MAX_BODY_BYTES and have it send again.',
      },
      content_encoding_unsupported: {
        why: 'The body is compressed, which is not supported: the signature is of the plain bytes.',
        todo: 'Have the sender leave out Content-Encoding.',
      },
      too_many_changes: {
        why: 'The request holds more changes than the platform ever sends at once.',
        todo: 'Have the sender split it into several requests.',
      },
      other: { why: 'The request was refused.', todo: 'Read what the sender was told, correct its cause, then put it through again.' },
    },
  },
  pt: {
    title: 'Requisições recusadas',
    intro:
      'O que não foi aceito, e por quê. As mil mais recentes de remetentes verificados e as mil mais recentes dos demais ficam guardadas. Corrija a causa e depois as reaproveite.',
    groups: 'Por causa',
    cause: 'Causa',
    count: 'Guardadas',
    newest: 'Mais recente',
    origin: 'Origem',
    table: 'Requisições recusadas, da mais nova à mais antiga',
    receivedAt: 'Recebida',
    from: 'De',
    status: 'HTTP',
    became: 'Aproveitada',
    event: (id) => `evento ${id}`,
    open: 'ainda não (fora as sem assinatura)',
    none: '—',
    empty: 'Nenhuma requisição foi recusada. Nada a fazer aqui.',
    emptyFiltered: 'Nenhuma requisição recusada corresponde ao filtro.',
    back: 'Requisições recusadas',
    one: (id) => `Requisição recusada ${id}`,
    error: 'Erro',
    why: 'Por que foi recusada',
    whatToDo: 'O que fazer',
    told: 'O remetente foi informado',
    mayPut: 'Aproveitar agora',
    mayPutText:
      'Ela é conferida de novo com os segredos e as configurações de agora, como no momento em que chegou. O que resulta é um evento como qualquer outro.',
    alreadyPut: 'Ela já foi aproveitada e virou',
    onlyBeginning: 'Só o início foi guardado, então ela não pode ser aproveitada. Peça ao remetente que envie de novo.',
    wrongAtSender: 'A chave ou o segredo estava errado no remetente e já foi corrigido lá?',
    withoutCredential: 'Reaproveitar sem credencial válida…',
    stillRefused: 'Continua recusada:',
    notices: { sem_lead: 'Ela é autêntica, mas não traz nenhum lead. Nada foi gravado.' },
    request: 'A requisição',
    method: 'Pedido',
    requestId: 'Id da requisição',
    proven: 'Remetente',
    isProven: 'verificado: conhece o segredo',
    notProven: 'não verificado',
    body: 'Corpo',
    bodySize: (bytes) => `${bytes} bytes guardados`,
    bodyWhole: 'inteiro',
    bodyBeginning: 'só o início',
    bodyMasked: 'o que é pessoal está mascarado',
    bodyExact: 'como foi recebido',
    bodyCut: (characters) => `São mostrados os primeiros ${characters} caracteres.`,
    bodyEmpty: 'O corpo estava vazio.',
    reasons: {
      signature_missing: {
        why: 'A requisição não traz assinatura nem chave, então ninguém sabe quem a enviou.',
        todo: 'Se for um remetente seu: dê a ele o segredo e faça-o assinar. Aceitar eventos sem assinatura é uma configuração à parte. Se não for, não há o que fazer: estranhos tentam endereços assim.',
      },
      signature_malformed: {
        why: 'A assinatura não está escrita como deve: sha256= seguido de 64 dígitos hexadecimais.',
        todo: 'Causas comuns: Base64 em vez de hexadecimal, prefixo ausente, outro algoritmo, ou duas assinaturas em um cabeçalho. Corrija o remetente e faça-o enviar de novo.',
      },
      signature_invalid: {
        why: 'A assinatura não combina com o corpo. Ou o segredo difere nos dois lados, ou os bytes assinados não são os bytes enviados.',
        todo: 'Compare antes o segredo do remetente com a configuração (espaços e quebras de linha no fim contam). Se forem iguais, o corpo foi reescrito depois de assinado: JSON lido e escrito de novo fica com outros espaços ou escapes; assine exatamente o texto enviado. “lead-intake signature verify” aponta a diferença.',
      },
      google_key_invalid: {
        why: 'A chave do corpo não é a que está configurada aqui.',
        todo: 'Informe a mesma chave na plataforma e em WEBHOOK_SEARCHADS_SECRET. Durante a troca, mantenha a antiga em WEBHOOK_SEARCHADS_SECRET_PREVIOUS. O Google não envia de novo: reaproveite a requisição. Se a chave errada era a do Google Ads, reaproveite sem credencial válida.',
      },
      timestamp_out_of_window: {
        why: 'O timestamp está longe demais do relógio deste servidor, e poderia ser a cópia de uma requisição antiga.',
        todo: 'Confira os dois relógios, envie segundos Unix (não milissegundos) e assine no momento do envio: um formulário que espera em uma fila precisa de um timestamp novo a cada tentativa. Depois da correção ela pode ser aproveitada: vale o momento em que chegou.',
      },
      fields_invalid: {
        why: 'Faltam campos obrigatórios, ou eles trazem algo que não pode ser usado. O remetente foi informado de quais.',
        todo: 'Corrija o formulário e faça-o enviar de novo. Aproveitar a mesma requisição seria recusado do mesmo modo.',
      },
      body_empty: { why: 'A requisição não tem corpo.', todo: 'Faça o remetente enviar o evento como objeto JSON no corpo de um POST.' },
      body_not_json: {
        why: 'O corpo não é JSON.',
        todo: 'Causas comuns: um formulário que envia application/x-www-form-urlencoded, texto cortado ou aspas sem escape. Escreva o corpo com uma biblioteca de JSON.',
      },
      body_not_utf8: {
        why: 'O corpo não é UTF-8.',
        todo: 'Faça o remetente codificar o JSON em UTF-8, não em ISO-8859-1 ou Windows-1252.',
      },
      body_not_object: {
        why: 'O corpo é JSON, mas não um objeto.',
        todo: 'Faça o remetente enviar {"…": …}: um evento, não uma lista nem um texto que contém JSON.',
      },
      body_too_deep: { why: 'O JSON tem mais níveis do que qualquer evento real.', todo: 'Olhe o remetente: isto não é um lead.' },
      body_too_large: {
        why: 'O corpo é maior do que este serviço aceita.',
        todo: 'Veja o que o remetente coloca nele. Se estiver certo, aumente MAX_BODY_BYTES e faça-o enviar de novo.',
      },
      content_encoding_unsupported: {
        why: 'O corpo está comprimido, o que não é aceito: a assinatura é dos bytes sem compressão.',
        todo: 'Faça o remetente enviar sem Content-Encoding.',
      },
      too_many_changes: {
        why: 'A requisição traz mais mudanças do que a plataforma envia de uma vez.',
        todo: 'Faça o remetente dividi-la em várias requisições.',
      },
      other: { why: 'A requisição foi recusada.', todo: 'Leia o que o remetente ouviu, corrija a causa e aproveite a requisição.' },
    },
  },
});

export type RefusedNotice = keyof typeof refusedTexts.en.notices;

/** The notice that an address asks for, when it is one of ours. */
export function refusedNotice(word: string | null): RefusedNotice | undefined {
  return word !== null && Object.hasOwn(refusedTexts.en.notices, word) ? (word as RefusedNotice) : undefined;
}
