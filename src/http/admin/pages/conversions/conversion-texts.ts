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
      sem_destino:
        'It is reported to no platform: the lead came from none and has no click id. It counts in these lists only, and no job waits for it.',
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
    empty: 'No conversion yet. Events of a type like conversion or sale register them, and so does a stage, on the page of a lead.',
    emptyFiltered: 'No conversion fits the filter.',
    noPlatform: 'for no platform',
    none: '—',
    sentAt: 'sent',
    atPlatform: 'handed over; the platform says later whether it takes it',
    errorCode: 'Error code',
    byHand: 'by hand',
    choose: 'Choose',
    chooseOne: (id: string): string => `Choose conversion ${id}`,
    retry: 'Send the chosen ones again',
    retryHint:
      'Rejected conversions, and those that wait for a later time. The platform tells a repeated one by its key and counts it once (social_ads: for 48 hours).',
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
    stageAt: 'When',
    stageAtHint: (timeZone: string): string => `Time zone ${timeZone} (CONVERSIONS_TIME_ZONE). Left out: now.`,
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
      sem_destino:
        'Não é informada a nenhuma plataforma: o lead não veio de uma e não tem click id. Ela só conta nestas listas, e nenhum job espera por ela.',
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
    empty: 'Nenhuma conversão ainda. Eventos de um tipo como conversion ou venda as registram, e também uma etapa, na página de um lead.',
    emptyFiltered: 'Nenhuma conversão corresponde ao filtro.',
    noPlatform: 'para nenhuma plataforma',
    none: '—',
    sentAt: 'enviada',
    atPlatform: 'entregue; a plataforma diz depois se a aceita',
    errorCode: 'Código de erro',
    byHand: 'à mão',
    choose: 'Marcar',
    chooseOne: (id) => `Marcar a conversão ${id}`,
    retry: 'Enviar de novo as marcadas',
    retryHint:
      'Conversões rejeitadas e as que esperam um horário futuro. A plataforma reconhece uma repetida pela chave e a conta uma vez só (social_ads: por 48 horas).',
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
    stageAt: 'Quando',
    stageAtHint: (timeZone) => `Fuso horário ${timeZone} (CONVERSIONS_TIME_ZONE). Em branco: agora.`,
    stageKey: 'Número do pedido',
    stageKeyHint: 'Para mais de uma venda do mesmo lead; o mesmo número conta uma vez só.',
    register: 'Registrar',
    registered: 'A etapa foi registrada.',
    registeredBefore: 'Esta etapa já estava registrada; nada mudou.',
  },
});
