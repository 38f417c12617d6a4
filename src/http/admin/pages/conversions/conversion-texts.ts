import { inBoth } from '../language.tsx';

export const conversionTexts = inBoth({
  en: {
    title: 'Conversions',
    intro: 'What leads became later: sales, qualified leads. Newest first.',
    states: {
      pendente:
        'Registered here; it waits until a connector sends it to the platform. Until one is connected it stays, and nothing is lost. With a code it was tried, and is tried again.',
      enviada: 'Sent to the platform, and taken by it.',
      rejeitada: 'The platform did not take it, or it may not be sent; the code says why. It can be sent again.',
    },
    statesTitle: 'What the states mean',
    state: 'State',
    platform: 'Platform',
    client: 'Client',
    lead: 'Lead id',
    table: 'Conversions',
    name: 'Name',
    value: 'Value',
    clickId: 'Click id',
    happenedAt: 'Happened',
    createdAt: 'Registered',
    leadColumn: 'Lead',
    event: 'Event',
    empty: 'No conversion yet. Events of a type like conversion or sale register them.',
    emptyFiltered: 'No conversion fits the filter.',
    noPlatform: 'for no platform',
    none: '—',
    sentAt: 'sent',
    errorCode: 'Error code',
    byHand: 'by hand',
    choose: 'Choose',
    chooseOne: (id: string): string => `Choose conversion ${id}`,
    retry: 'Send the chosen ones again',
    retryHint:
      'Rejected conversions, and those that wait for a later time. The platform tells a repeated one by its key and counts it once.',
    retried: (count: number): string =>
      count === 0
        ? 'None of them had to be sent again.'
        : count === 1
          ? '1 conversion is sent again.'
          : `${count} conversions are sent again.`,
    stage: 'Register a stage',
    stageText: 'What became of the lead. It is told to the platform that the lead came from.',
    stageWord: 'Stage',
    stages: { qualificado: 'qualified', ganho: 'won' },
    stageValue: 'Value',
    stageValueHint: 'For example 2600.00; of a lead that was won.',
    currency: 'Currency',
    stageAt: 'When (UTC)',
    stageAtHint: 'Left out: now.',
    stageKey: 'Order number',
    stageKeyHint: 'For more than one sale of the same lead; the same number is counted once.',
    register: 'Register',
    registered: 'The stage was registered.',
    registeredBefore: 'This stage was registered before; nothing changed.',
  },
  pt: {
    title: 'Conversões',
    intro: 'O que os leads se tornaram depois: vendas, leads qualificados. Da mais nova à mais antiga.',
    states: {
      pendente:
        'Registrada aqui; espera até um conector enviá-la à plataforma. Até haver um conectado ela fica, e nada se perde. Com um código, já foi tentada e será de novo.',
      enviada: 'Enviada à plataforma, que a aceitou.',
      rejeitada: 'A plataforma não a aceitou, ou ela não pode ser enviada; o código diz por quê. Pode ser enviada de novo.',
    },
    statesTitle: 'O que os estados significam',
    state: 'Estado',
    platform: 'Plataforma',
    client: 'Cliente',
    lead: 'Id do lead',
    table: 'Conversões',
    name: 'Nome',
    value: 'Valor',
    clickId: 'Click id',
    happenedAt: 'Ocorrida',
    createdAt: 'Registrada',
    leadColumn: 'Lead',
    event: 'Evento',
    empty: 'Nenhuma conversão ainda. Eventos de um tipo como conversion ou venda as registram.',
    emptyFiltered: 'Nenhuma conversão corresponde ao filtro.',
    noPlatform: 'para nenhuma plataforma',
    none: '—',
    sentAt: 'enviada',
    errorCode: 'Código de erro',
    byHand: 'à mão',
    choose: 'Marcar',
    chooseOne: (id) => `Marcar a conversão ${id}`,
    retry: 'Enviar de novo as marcadas',
    retryHint:
      'Conversões rejeitadas e as que esperam um horário futuro. A plataforma reconhece uma repetida pela chave e a conta uma vez só.',
    retried: (count) =>
      count === 0
        ? 'Nenhuma delas precisava ser enviada de novo.'
        : count === 1
          ? '1 conversão será enviada de novo.'
          : `${count} conversões serão enviadas de novo.`,
    stage: 'Registrar uma etapa',
    stageText: 'O que o lead se tornou. A plataforma de onde ele veio fica sabendo.',
    stageWord: 'Etapa',
    stages: { qualificado: 'qualificado', ganho: 'ganho' },
    stageValue: 'Valor',
    stageValueHint: 'Por exemplo 2600,00; de um lead que foi ganho.',
    currency: 'Moeda',
    stageAt: 'Quando (UTC)',
    stageAtHint: 'Em branco: agora.',
    stageKey: 'Número do pedido',
    stageKeyHint: 'Para mais de uma venda do mesmo lead; o mesmo número conta uma vez só.',
    register: 'Registrar',
    registered: 'A etapa foi registrada.',
    registeredBefore: 'Esta etapa já estava registrada; nada mudou.',
  },
});
