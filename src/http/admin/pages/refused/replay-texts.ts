import { inBoth } from '../language.tsx';

export const replayTexts = inBoth({
  en: {
    title: 'Replay refused requests',
    requests: (count: number): string => (count === 1 ? 'refused request' : 'refused requests'),
    wouldBeStored: (text: string, _count: number): string => `${text} would be stored`,
    wereStored: (text: string, count: number): string => `${text} ${count === 1 ? 'was' : 'were'} stored`,
    stillRefused: (text: string, _count: number): string => `${text} still refused:`,
    ignored: (text: string): string => `${text} without a lead`,
    impossible: (text: string, count: number): string =>
      `${text} cannot be replayed: only the beginning is kept, or ${count === 1 ? 'it was' : 'they were'} replayed already`,
    meaning:
      'Replaying checks again with the current secrets and settings. What is still refused stays in the list. No lead is created twice.',
    withoutCredential:
      'Replay also those without a valid credential. I know their sender, whose key or secret was wrong; the log records that I vouched for them.',
    vouchedFor: (text: string): string => `${text} of them without a valid credential`,
    confirm: (text: string, count: number): string => (count === 1 ? 'Replay 1 request' : `Replay ${text} requests`),
    cancel: 'Cancel',
    back: 'Back to the list',
    all: 'Replay all that match…',
    selected: 'Replay selected…',
    select: (id: string): string => `Select refused request ${id}`,
    selection: 'Selection',
    search: 'Search',
    searchHint: 'name, e-mail, phone, id',
    campaign: 'Campaign',
  },
  pt: {
    title: 'Reaproveitar requisições recusadas',
    requests: (count) => (count === 1 ? 'requisição recusada' : 'requisições recusadas'),
    wouldBeStored: (text, count) => `${text} ${count === 1 ? 'seria gravada' : 'seriam gravadas'}`,
    wereStored: (text, count) => `${text} ${count === 1 ? 'foi gravada' : 'foram gravadas'}`,
    stillRefused: (text, count) => `${text} ainda ${count === 1 ? 'recusada' : 'recusadas'}:`,
    ignored: (text) => `${text} sem lead`,
    impossible: (text, count) =>
      count === 1
        ? '1 não pode ser reaproveitada: só o início foi guardado, ou já foi reaproveitada'
        : `${text} não podem ser reaproveitadas: só o início foi guardado, ou já foram reaproveitadas`,
    meaning:
      'Ao reaproveitar, tudo é conferido de novo com os segredos e as configurações atuais. O que ainda for recusado fica na lista. Nenhum lead é criado duas vezes.',
    withoutCredential:
      'Reaproveitar também as que não têm credencial válida. Conheço o remetente, cuja chave ou segredo estava errado; o log registra que respondi por elas.',
    vouchedFor: (text) => `${text} delas sem credencial válida`,
    confirm: (text, count) => (count === 1 ? 'Reaproveitar 1 requisição' : `Reaproveitar ${text} requisições`),
    cancel: 'Cancelar',
    back: 'Voltar à lista',
    all: 'Reaproveitar todas…',
    selected: 'Reaproveitar selecionadas…',
    select: (id) => `Selecionar a requisição recusada ${id}`,
    selection: 'Seleção',
    search: 'Buscar',
    searchHint: 'nome, e-mail, telefone, id',
    campaign: 'Campanha',
  },
});
