import type { PlatformFinding } from '../../health/platform-findings.ts';
import { inBoth } from '../language.tsx';

interface FindingTexts {
  readonly meaning: string;
  readonly link: string;
}

const english: Readonly<Record<PlatformFinding['code'], FindingTexts>> = {
  credencial_recusada: {
    meaning: 'What needs this account waits, and nothing is lost. Give it another credential; what waits then runs by itself.',
    link: 'Look at the sources',
  },
  conta_pausada: { meaning: 'The platform asks for fewer calls; it goes on by itself then.', link: 'Look at the sources' },
  leads_faltavam: {
    meaning: 'Their webhook never came. They have been fetched and stored; look at the webhook if it happens again.',
    link: 'Look at the sources',
  },
  comparacao_falhou: { meaning: 'Leads whose webhook never came are not noticed until it succeeds.', link: 'Look at the sources' },
  comparacao_atrasada: {
    meaning: 'A worker of the queue webhooks compares; leads whose webhook never came are not noticed until then.',
    link: 'Look at the sources',
  },
  conversoes_sem_worker: {
    meaning: 'The platforms are connected, and nobody sends. Start a worker with “lead-intake queue work conversoes”.',
    link: 'Look at the queue of conversions',
  },
  conversoes_rejeitadas: {
    meaning: 'The list tells why of each. After the cause was mended they can be sent again.',
    link: 'Show the rejected conversions',
  },
  conversao_antiga: {
    meaning: 'A conversion is worth less with each day, and social ads takes none that is older than seven.',
    link: 'Show the waiting conversions',
  },
};

const portuguese: Readonly<Record<PlatformFinding['code'], FindingTexts>> = {
  credencial_recusada: {
    meaning: 'O que precisa desta conta espera, e nada se perde. Dê a ela outra credencial; o que espera então anda sozinho.',
    link: 'Ver as fontes',
  },
  conta_pausada: { meaning: 'A plataforma pede menos consultas; depois continua sozinha.', link: 'Ver as fontes' },
  leads_faltavam: {
    meaning: 'O webhook deles nunca chegou. Já foram buscados e guardados; confira o webhook se acontecer de novo.',
    link: 'Ver as fontes',
  },
  comparacao_falhou: { meaning: 'Leads cujo webhook não chegou só serão notados quando ela der certo.', link: 'Ver as fontes' },
  comparacao_atrasada: {
    meaning: 'Quem compara é um worker da fila webhooks; leads cujo webhook não chegou só serão notados então.',
    link: 'Ver as fontes',
  },
  conversoes_sem_worker: {
    meaning: 'As plataformas estão conectadas, e ninguém envia. Inicie um worker com “lead-intake queue work conversoes”.',
    link: 'Ver a fila de conversões',
  },
  conversoes_rejeitadas: {
    meaning: 'A lista diz o motivo de cada uma. Corrigida a causa, elas podem ser enviadas de novo.',
    link: 'Mostrar as conversões rejeitadas',
  },
  conversao_antiga: {
    meaning: 'Uma conversão vale menos a cada dia, e social ads não aceita nenhuma com mais de sete.',
    link: 'Mostrar as conversões em espera',
  },
};

export const platformFindingTexts = inBoth({
  en: {
    findings: english,
    refused: 'The platform refuses the credential of',
    paused: 'The platform throttles',
    missing: (count: string, isOne: boolean): string =>
      isOne ? '1 lead was missing at the last comparison' : `${count} leads were missing at the last comparison`,
    failed: 'The comparison with the platform failed',
    forms: (count: number): string => (count === 1 ? '1 form' : `${count} forms`),
    late: 'The leads were last compared with the platform',
    every: (hours: number): string => `it should be every ${hours} h`,
    unsent: 'Conversions wait, and no worker sends them',
    waiting: (count: string): string => `${count} in the queue`,
    oldest: 'the oldest for',
    rejected: (count: string, isOne: boolean): string =>
      isOne ? '1 conversion was rejected in the last 24 h' : `${count} conversions were rejected in the last 24 h`,
    moreThan: (count: string): string => `More than ${count}`,
    old: (platform: string): string => `A conversion for ${platform} has been waiting for`,
    until: 'until',
    since: 'since',
  },
  pt: {
    findings: portuguese,
    refused: 'A plataforma recusa a credencial:',
    paused: 'A plataforma limita:',
    missing: (count, isOne) => (isOne ? '1 lead faltava na última comparação' : `${count} leads faltavam na última comparação`),
    failed: 'A comparação com a plataforma falhou',
    forms: (count) => (count === 1 ? '1 formulário' : `${count} formulários`),
    late: 'Os leads foram comparados com a plataforma pela última vez',
    every: (hours) => `deveria ser a cada ${hours} h`,
    unsent: 'Conversões esperam, e nenhum worker as envia',
    waiting: (count) => `${count} na fila`,
    oldest: 'a mais antiga há',
    rejected: (count, isOne) =>
      isOne ? '1 conversão foi rejeitada nas últimas 24 h' : `${count} conversões foram rejeitadas nas últimas 24 h`,
    moreThan: (count) => `Mais de ${count}`,
    old: (platform) => `Uma conversão para ${platform} espera há`,
    until: 'até',
    since: 'desde',
  },
});
