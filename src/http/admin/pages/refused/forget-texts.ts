import { inBoth } from '../language.tsx';

export const forgetTexts = inBoth({
  en: {
    title: 'Forget refused requests',
    requests: (count: number): string =>
      count === 1 ? 'refused request will be deleted for good' : 'refused requests will be deleted for good',
    wouldBeStored: (text: string, count: number): string =>
      count === 1 ? '1 of them would be stored now if you replayed it.' : `${text} of them would be stored now if you replayed them.`,
    replay: 'Replay instead…',
    meaning: 'The body is deleted too. What is deleted can no longer be replayed and is no longer reported as open.',
    meaningOfReplayed: 'What is still kept of it is deleted. The event that it became stays.',
    confirm: (text: string, count: number): string => (count === 1 ? 'Forget 1 request' : `Forget ${text} requests`),
    none: 'Nothing to do',
    nothing: 'No refused request that was not replayed matches.',
    cancel: 'Back to the list',
    selected: 'Forget selected…',
    all: 'Forget all that match…',
    forget: 'Forget…',
    sure: 'Forget the request',
    forgotten: (text: string, count: number): string => (count === 1 ? '1 refused request deleted.' : `${text} refused requests deleted.`),
  },
  pt: {
    title: 'Esquecer requisições recusadas',
    requests: (count) =>
      count === 1 ? 'requisição recusada será apagada definitivamente' : 'requisições recusadas serão apagadas definitivamente',
    wouldBeStored: (text, count) =>
      count === 1
        ? '1 delas seria gravada agora se você a reaproveitasse.'
        : `${text} delas seriam gravadas agora se você as reaproveitasse.`,
    replay: 'Reaproveitar…',
    meaning: 'O corpo também é apagado. O que for apagado não pode mais ser reaproveitado e deixa de contar como em aberto.',
    meaningOfReplayed: 'O que ainda está guardado dela é apagado. O evento que ela virou fica.',
    confirm: (text, count) => (count === 1 ? 'Esquecer 1 requisição' : `Esquecer ${text} requisições`),
    none: 'Nada a fazer',
    nothing: 'Nenhuma requisição recusada sem reaproveitamento corresponde ao filtro.',
    cancel: 'Voltar à lista',
    selected: 'Esquecer selecionadas…',
    all: 'Esquecer todas…',
    forget: 'Esquecer…',
    sure: 'Esquecer a requisição',
    forgotten: (text, count) => (count === 1 ? '1 requisição recusada apagada.' : `${text} requisições recusadas apagadas.`),
  },
});
