import type { HelpWords } from '../help-words.ts';
import { CLIENT_FLAG, LIST_FLAGS, SEARCH_FLAG, TIME_FLAGS } from './shared-flags.ts';

const RAW_FLAG = { raw: 'Grava os bytes do corpo na saída padrão.' };
const OWNER_FLAGS = { ...CLIENT_FLAG, campaign: 'Só desta campanha.' };
const LEAD_FLAGS = { ...TIME_FLAGS, ...OWNER_FLAGS };

const REFUSED_FLAGS = {
  code: 'Só recusadas por este motivo.',
  ...TIME_FLAGS,
  campaign: 'Só desta campanha, pelo id ou pelo que está vinculado a ela.',
  ...SEARCH_FLAG,
};

/** Events, leads and refused requests. */
export const RECORDS: Readonly<Record<string, HelpWords>> = {
  'events list': {
    summary: 'Lista os eventos recebidos, do mais novo ao mais antigo.',
    description: 'Os filtros podem ser combinados. `events show` mostra todo o caminho de um evento.',
    flags: {
      ...TIME_FLAGS,
      status: 'Só com este status: recebido, processado, erro.',
      type: 'Só deste tipo de evento.',
      error: 'Só com este código de erro.',
      identity: 'Só com exatamente esta identidade: o id do formulário, um lead id, um leadgen id.',
      ...OWNER_FLAGS,
      ...SEARCH_FLAG,
      ...LIST_FLAGS,
    },
    examples: ['O que resultou de uma pessoa que diz que ninguém ligou:', 'O que aconteceu com um envio de um formulário:'],
  },
  'events replay': {
    summary: 'Processa eventos de novo, também os já processados.',
    description:
      'Cada evento ganha um novo job e volta a `recebido`. Nenhum lead é criado duas vezes: um evento que já tem o seu o encontra de novo. ' +
      'Eventos com um job que ainda espera ou executa são ignorados. Sai com 1 quando nenhum evento entrou na fila.',
    args: { event: 'Ids de eventos, como `lead-intake events list` os mostra.' },
  },
  'events show': {
    summary: 'Mostra o caminho de um evento: requisição, job, tentativas, lead, conversões.',
    description:
      'Dados pessoais são mascarados. --reveal mostra os dados e o corpo; --raw grava exatamente os bytes do corpo e mais nada. ' +
      'Os dois ficam registrados no log do que os operadores fazem.',
    args: { event: 'Id de um evento, como `lead-intake events list` o mostra.' },
    flags: { reveal: 'Mostra os dados pessoais e o corpo.', ...RAW_FLAG },
    examples: ['Guardar o corpo, byte a byte:'],
  },
  'leads export': {
    summary: 'Grava leads em CSV pela hora do envio, do mais novo ao mais antigo, com os dados pessoais.',
    description:
      "Leads de teste ficam de fora. Células que uma planilha executaria como fórmula começam com ', também telefones como '+5511987654321: " +
      'retire isso ao importar em outro lugar, ou use `leads show --json`. Cada exportação fica registrada no log do que os operadores fazem.',
    flags: {
      ...LEAD_FLAGS,
      'include-tests': 'Inclui os leads de teste das plataformas.',
      output: 'Arquivo a gravar; sem ele: saída padrão.',
      force: 'Substitui um arquivo que já existe, quando o novo está completo.',
      delimiter: 'O que separa as células.',
      excel: 'Começa com a marca de ordem de bytes (BOM), pela qual o Excel reconhece UTF-8.',
    },
  },
  'leads list': {
    summary: 'Lista os leads pela hora do envio, do mais novo ao mais antigo, com dados pessoais mascarados.',
    description: '`leads show --reveal` mostra os dados pessoais de um lead; `leads export` grava os de muitos.',
    flags: { ...LEAD_FLAGS, ...SEARCH_FLAG, ...LIST_FLAGS },
  },
  'leads show': {
    summary: 'Mostra um lead com as conversões e os eventos dele.',
    description: 'Dados pessoais são mascarados; --reveal os mostra e fica registrado no log do que os operadores fazem.',
    args: { lead: 'Id de um lead, como `lead-intake leads list` o mostra.' },
    flags: { reveal: 'Mostra os dados pessoais.' },
  },
  'refused forget': {
    summary: 'Apaga requisições recusadas de vez, quando já estão resolvidas.',
    description:
      'Os corpos são apagados, elas não podem mais ser aproveitadas e deixam de contar como em aberto. Os eventos das que foram aproveitadas ficam. ' +
      'Requisições informadas pelos ids são apagadas na hora; --all pega as que não foram aproveitadas, mostra quantas são e quantas poderiam ser gravadas agora, e pergunta antes. ' +
      'O que é apagado fica registrado no log do que os operadores fazem.',
    args: { refused: 'Ids de requisições recusadas, como `lead-intake refused list` os mostra.' },
    flags: {
      all: 'Todas as requisições que não foram aproveitadas, ou as que os filtros deixam.',
      ...REFUSED_FLAGS,
      yes: 'Faz sem perguntar.',
      'dry-run': 'Mostra quantas seriam e não altera nada.',
    },
  },
  'refused list': {
    summary: 'Lista as requisições recusadas, da mais nova à mais antiga.',
    description:
      'Requisições respondidas com 401, 413, 415 ou 422 são guardadas, e com 429 quando a `google_key` estava errada: as mil mais novas de remetentes verificados e as mil mais novas de todos os outros. Corrigido o segredo ou o formulário, ' +
      '`refused replay` as aproveita.',
    flags: {
      open: 'Só o que ainda não foi reaproveitado; sem o que chegou sem nenhuma assinatura, como de estranhos.',
      ...REFUSED_FLAGS,
      ...LIST_FLAGS,
    },
    examples: ['Uma pessoa cujo formulário foi recusado:'],
  },
  'refused replay': {
    summary: 'Aproveita requisições recusadas, depois de corrigido um segredo ou um formulário.',
    description:
      'A credencial tem de ser válida agora; a idade do timestamp do formulário não importa. Se a chave estava errada no remetente e foi corrigida lá, o que está guardado ainda tem a errada: ' +
      '--without-credential reaproveita assim mesmo, e o log do que os operadores fazem registra que você respondeu por ela. Informe requisições pelos ids, ou selecione com --all ' +
      'e filtros todas as que podem ser aproveitadas: o que aconteceria é mostrado antes e confirmado. Cada requisição é informada em separado: uma que é ' +
      'desconhecida, incompleta ou já aproveitada não impede as outras. Sai com 1 se alguma não passou. ' +
      'O que é gravado fica registrado no log do que os operadores fazem.',
    args: { refused: 'Ids de requisições recusadas, como `lead-intake refused list` os mostra.' },
    flags: {
      all: 'Todas as requisições que podem ser aproveitadas, ou as que os filtros deixam.',
      ...REFUSED_FLAGS,
      'without-credential':
        'Reaproveita também o que não tem credencial válida. Você responde pelo remetente: qualquer um pode ter enviado.',
      yes: 'Faz sem perguntar.',
      'dry-run': 'Mostra o que aconteceria, sem mudar nada.',
    },
  },
  'refused show': {
    summary: 'Mostra uma requisição recusada: por quê, de onde, e os cabeçalhos.',
    description:
      'O corpo é mostrado com --reveal, ou gravado byte a byte com --raw; os dois ficam registrados no log do que os operadores fazem. ' +
      'Com o corpo bruto, `signature verify` explica por que uma assinatura não confere.',
    args: { refused: 'Id de uma requisição recusada, como `lead-intake refused list` o mostra.' },
    flags: { reveal: 'Mostra o corpo, até onde foi guardado.', ...RAW_FLAG },
  },
};
