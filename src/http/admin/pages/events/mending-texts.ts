import { inBoth } from '../language.tsx';

/**
 * What to do about each fault, in the words of somebody at the web: the fault's own sentence names commands. `found` tells whether the
 * event names an id that the form can be filled in with. A test holds the list against the faults there are.
 */
export const mendingTexts = inBoth({
  en: {
    title: 'How to fix it',
    foundSince: 'What was missing when the event was processed has been added or linked since. Retry the event.',
    advice: {
      unusable_body: (): string =>
        'The sender has to correct the body: below, the place is marked where it stops being what it should be. Sent again under the same id, the event runs by itself.',
      unknown_event_type: (): string =>
        'Map this type with the setting EVENT_TYPES of the service (for a new lead: the type, then =lead; else =update or =conversion), restart the service and its workers, then retry here.',
      platform_not_connected: (): string =>
        'The event only names the lead; its answers are at the platform. Connect the page (lead-intake source connect social-ads, or WEBHOOK_SOCIALADS_TOKENS); the event then runs by itself. Until then it waits without spending attempts, and nothing is lost.',
      credential_refused: (): string =>
        'The platform does not take the token any more. Make a new one there and connect the page again with it (lead-intake source connect social-ads); the event then runs by itself, and nothing is lost. Where a permission was given back at the platform, press “Try now” here.',
      account_blocked: (): string =>
        'The platform blocks the account. A person has to have the block lifted there; then press “Try now” here, and the other events of the account follow by themselves.',
      platform_busy: (): string =>
        'Nothing is wrong: many leads of this page came at once, and the platform is asked for a few at a time. This one has its turn in a moment.',
      platform_throttled: (): string =>
        'Nothing is to be done: the platform asked for a pause, and the event runs by itself afterwards. If this happens often, look who else makes calls with the same token.',
      platform_unavailable: (): string =>
        'The platform does not answer as it should. The event is tried again by itself; if it lasts, look whether this machine reaches the platform, then press “Try now” here.',
      lead_not_available: (): string =>
        'The platform does not hand out this lead: it was deleted there, or the token may not see it. Look for it at the platform, give the token leads_retrieval and the app access in the Leads Access Manager; then press “Try now” here.',
      test_lead: (): string =>
        'Nothing is to be done: the test button of the platform sends an event without a lead behind it. It arrived, so the subscription works.',
      lead_not_found: (): string =>
        'The lead that the event is about has not arrived. Look among the leads whether it came under another id, or have the sender send the lead itself; then retry here.',
      unknown_campaign: (found: boolean): string =>
        found
          ? 'Add the campaign: the link opens the form with its id filled in. Then come back and retry.'
          : 'The event names no campaign id that could be used. Have the sender put campanha_id into the form and send it again.',
      unknown_client: (found: boolean): string =>
        found
          ? 'Add the client under this id: the link opens the form with the id filled in. Then come back and retry.'
          : 'The client id that the event names cannot be one: it has to be a whole number. Have the sender correct cliente_id and send the event again.',
      not_linked: (found: boolean): string =>
        found
          ? 'Tell which campaign these leads belong to: link one of the ids that the event names. The link opens the form with the id filled in. Then come back and retry.'
          : 'The event names no form, campaign, page or client that could be linked. Have the sender add cliente_id or campanha_id and send it again.',
      lead_on_its_way: (): string =>
        'Nothing is to be done here: as soon as the lead is made, this event goes on. If it takes long, look why the event of the lead itself waits.',
      lead_of_other_client: (): string =>
        'The form, campaign or page of this event is linked to a campaign of the wrong client, or has changed hands. Correct the link among the campaigns, then retry here.',
      wrong_client: (): string =>
        'The secret that the sender used is limited to another client than the campaign, form or client that the event names. If the sender mixed up its secret, give it one of the right client (Sources) and have it send the event again. If the campaign or a link is wrong, correct it, then retry here. If you do not know the sender, remove the secret: somebody may be forging leads.',
      page_of_another_client: (): string =>
        'The event names a client, and its page belongs to another one. Correct “cliente_id” at the sender, or give the page to the right client (“lead-intake client connect --page”), then retry here.',
      processing_failed: (): string =>
        'Nobody foresaw this fault, so it is in the program and not in the event. It is tried again by itself while attempts are left. The log of the worker tells more under the id of the job; retry here after an update.',
      write_rejected: (): string =>
        'Most often the campaign or the client was removed while the event was being processed. See whether it is there, then retry here.',
      worker_died: (): string =>
        'The worker ended while it had this event, each time. Look at the body (very large, very deep?) and at the memory of the worker before you retry.',
      forgotten: (): string => 'An operator removed the job, so nobody processes the event. Retry makes a new job for it.',
      other: (): string => 'The sentence above says what happened. When its cause is gone, retry here.',
    },
    steps: {
      addCampaign: 'Add campaign',
      linkForm: 'Link form',
      linkCampaign: 'Link platform campaign',
      linkPage: 'Link page',
      addClient: 'Add client',
      campaign: 'Campaign',
      client: 'Client',
      campaigns: 'Campaigns and their links',
      sources: 'Sources',
      leads: 'Leads',
      body: 'See the body',
      sameError: 'All events with this error',
    },
  },
  pt: {
    title: 'Como resolver',
    foundSince: 'O que faltava quando o evento foi processado já foi incluído ou vinculado. Repita o evento.',
    advice: {
      unusable_body: () =>
        'O remetente precisa corrigir o corpo: abaixo está marcado o ponto em que ele deixa de ser o que deveria. Reenviado com o mesmo id, o evento é executado sozinho.',
      unknown_event_type: () =>
        'Mapeie este tipo com a configuração EVENT_TYPES do serviço (para lead novo: o tipo, depois =lead; senão =update ou =conversion), reinicie o serviço e os workers e depois repita aqui.',
      platform_not_connected: () =>
        'O evento só cita o lead; as respostas estão na plataforma. Conecte a página (lead-intake source connect social-ads, ou WEBHOOK_SOCIALADS_TOKENS); o evento então executa sozinho. Até lá ele espera sem gastar tentativas, e nada se perde.',
      credential_refused: () =>
        'A plataforma não aceita mais o token. Gere um novo lá e conecte a página de novo com ele (lead-intake source connect social-ads); o evento então executa sozinho, e nada se perde. Se uma permissão foi devolvida na plataforma, aperte “Tentar agora” aqui.',
      account_blocked: () =>
        'A plataforma bloqueia a conta. Uma pessoa precisa resolver o bloqueio lá; depois aperte “Tentar agora” aqui, e os outros eventos da conta seguem sozinhos.',
      platform_busy: () =>
        'Não há nada de errado: muitos leads desta página chegaram de uma vez, e a plataforma é consultada para alguns de cada vez. A vez deste chega logo.',
      platform_throttled: () =>
        'Não há nada a fazer: a plataforma pediu uma pausa, e o evento executa sozinho depois dela. Se acontece com frequência, veja quem mais faz chamadas com o mesmo token.',
      platform_unavailable: () =>
        'A plataforma não responde como deveria. O evento é tentado de novo sozinho; se durar, veja se esta máquina alcança a plataforma e depois aperte “Tentar agora” aqui.',
      lead_not_available: () =>
        'A plataforma não entrega este lead: foi apagado lá, ou o token não pode vê-lo. Procure-o na plataforma, dê leads_retrieval ao token e acesso ao app no Leads Access Manager; depois aperte “Tentar agora” aqui.',
      test_lead: () =>
        'Não há nada a fazer: o botão de teste da plataforma envia um evento sem lead por trás. Ele chegou, então a inscrição funciona.',
      lead_not_found: () =>
        'O lead de que o evento trata não chegou. Veja nos leads se ele veio com outro id, ou peça ao remetente que envie o próprio lead; depois repita aqui.',
      unknown_campaign: (found) =>
        found
          ? 'Inclua a campanha: o link abre o formulário com o id preenchido. Depois volte e repita.'
          : 'O evento não cita um id de campanha que possa ser usado. Peça ao remetente que inclua campanha_id no formulário e envie de novo.',
      unknown_client: (found) =>
        found
          ? 'Inclua o cliente com este id: o link abre o formulário com o id preenchido. Depois volte e repita.'
          : 'O id de cliente que o evento cita não pode existir: tem de ser um número inteiro. Peça ao remetente que corrija cliente_id e envie o evento de novo.',
      not_linked: (found) =>
        found
          ? 'Diga a que campanha estes leads pertencem: vincule um dos ids que o evento cita. O link abre o formulário com o id preenchido. Depois volte e repita.'
          : 'O evento não cita formulário, campanha, página nem cliente que possam ser vinculados. Peça ao remetente que inclua cliente_id ou campanha_id e envie de novo.',
      lead_on_its_way: () =>
        'Não há nada a fazer aqui: assim que o lead for criado, este evento continua. Se demorar, veja por que o evento do próprio lead espera.',
      lead_of_other_client: () =>
        'O formulário, a campanha ou a página deste evento está vinculado a uma campanha do cliente errado, ou mudou de dono. Corrija o vínculo nas campanhas e depois repita aqui.',
      wrong_client: () =>
        'O segredo que o remetente usou é limitado a um cliente diferente do da campanha, do formulário ou do cliente que o evento cita. Se o remetente trocou o segredo, dê a ele um do cliente certo (Fontes) e peça que envie o evento de novo. Se a campanha ou um vínculo está errado, corrija e depois repita aqui. Se você não conhece o remetente, remova o segredo: alguém pode estar forjando leads.',
      page_of_another_client: () =>
        'O evento cita um cliente, e a página dele pertence a outro. Corrija “cliente_id” no remetente, ou ligue a página ao cliente certo (“lead-intake client connect --page”) e depois repita aqui.',
      processing_failed: () =>
        'Ninguém previu esta falha, então ela está no programa e não no evento. Enquanto houver tentativas, repete sozinho. O log do worker diz mais pelo id do job; repita aqui depois de uma atualização.',
      write_rejected: () =>
        'Quase sempre a campanha ou o cliente foi removido enquanto o evento era processado. Veja se existe e depois repita aqui.',
      worker_died: () =>
        'O worker terminou enquanto tinha este evento, todas as vezes. Veja o corpo (muito grande, muito profundo?) e a memória do worker antes de repetir.',
      forgotten: () => 'Um operador removeu o job, então ninguém processa o evento. Repetir cria um job novo para ele.',
      other: () => 'A frase acima diz o que aconteceu. Quando a causa estiver resolvida, repita aqui.',
    },
    steps: {
      addCampaign: 'Incluir campanha',
      linkForm: 'Vincular formulário',
      linkCampaign: 'Vincular campanha da plataforma',
      linkPage: 'Vincular página',
      addClient: 'Incluir cliente',
      campaign: 'Campanha',
      client: 'Cliente',
      campaigns: 'Campanhas e vínculos',
      sources: 'Fontes',
      leads: 'Leads',
      body: 'Ver o corpo',
      sameError: 'Todos os eventos com este erro',
    },
  },
});

export type AdvisedCode = Exclude<keyof typeof mendingTexts.en.advice, 'other'>;

/** The key of the advice for a fault's code. */
export function adviceKey(code: string): AdvisedCode | 'other' {
  return isAdvised(code) ? code : 'other';
}

function isAdvised(code: string): code is AdvisedCode {
  return code !== 'other' && Object.hasOwn(mendingTexts.en.advice, code);
}
