import { inBoth } from '../language.tsx';

export const bulkTexts = inBoth({
  en: {
    titles: { repetir: 'Retry events', esquecer: 'Forget events' },
    questions: {
      repetir: (count: string): string => (count === '1' ? 'event will run again' : 'events will run again'),
      esquecer: (count: string): string => (count === '1' ? 'event will lose its job, for good' : 'events will lose their job, for good'),
    },
    meanings: {
      repetir:
        'What failed runs again from attempt 1; what is parked or waits for later runs now. Events that are processed, being processed, or already due stay as they are.',
      esquecer:
        'The failed or parked jobs are deleted for good and cannot be run again as jobs. The events stay in the list, with status erro; nothing of what was received is lost.',
    },
    atLeast: 'at least',
    atLeastNote: 'There are more than were counted. All of them will be touched, and the number is told afterwards.',
    changing: {
      repetir: 'The number may change until you confirm: what matches then is touched, and the real number is told.',
      esquecer: 'Should more match when you confirm, you are asked again.',
    },
    grown: (before: string, now: string): string =>
      `Nothing was forgotten: more came since the question. There were ${before}, now there are ${now}.`,
    chosen: (count: string): string => `${count} selected in the list`,
    leftAlone: (count: string): string => `${count} of them stay as they are.`,
    matching: 'All that match:',
    kinds: 'What they are',
    kindsNewest: (count: string): string => `Of the newest ${count}.`,
    none: 'Nothing to do',
    nones: {
      repetir: 'None of these events has failed, is parked or waits for later, so there is nothing to run again.',
      esquecer: 'None of these events has a failed or parked job, so there is nothing to delete.',
    },
    confirm: {
      repetir: (count: string): string => (count === '1' ? 'Retry 1 event' : `Retry ${count} events`),
      esquecer: (count: string): string => (count === '1' ? 'Forget 1 event' : `Forget ${count} events`),
    },
    cancel: 'Back to the list',
  },
  pt: {
    titles: { repetir: 'Repetir eventos', esquecer: 'Esquecer eventos' },
    questions: {
      repetir: (count) => (count === '1' ? 'evento vai rodar de novo' : 'eventos vão rodar de novo'),
      esquecer: (count) => (count === '1' ? 'evento vai perder o job, para sempre' : 'eventos vão perder o job, para sempre'),
    },
    meanings: {
      repetir:
        'O que falhou roda de novo desde a tentativa 1; o que está estacionado ou adiado roda agora. Eventos processados, em processamento ou já na vez ficam como estão.',
      esquecer:
        'Os jobs com falha ou estacionados são apagados para sempre e não podem mais ser repetidos como jobs. Os eventos ficam na lista, com status erro; nada do que foi recebido se perde.',
    },
    atLeast: 'ao menos',
    atLeastNote: 'Há mais do que foi contado. Todos serão atingidos, e o número é dito depois.',
    changing: {
      repetir: 'O número pode mudar até você confirmar: vale o que corresponder naquele momento, e o número real é dito.',
      esquecer: 'Se houver mais no momento de confirmar, a pergunta é feita de novo.',
    },
    grown: (before, now) => `Nada foi esquecido: chegaram mais desde a pergunta. Eram ${before}, agora são ${now}.`,
    chosen: (count) => `${count} marcados na lista`,
    leftAlone: (count) => `${count} deles ficam como estão.`,
    matching: 'Todos os que correspondem:',
    kinds: 'O que são',
    kindsNewest: (count) => `Dos ${count} mais novos.`,
    none: 'Nada a fazer',
    nones: {
      repetir: 'Nenhum destes eventos falhou, está estacionado ou adiado, então não há o que repetir.',
      esquecer: 'Nenhum destes eventos tem um job com falha ou estacionado, então não há o que apagar.',
    },
    confirm: {
      repetir: (count) => (count === '1' ? 'Repetir 1 evento' : `Repetir ${count} eventos`),
      esquecer: (count) => (count === '1' ? 'Esquecer 1 evento' : `Esquecer ${count} eventos`),
    },
    cancel: 'Voltar à lista',
  },
});
