import { inBoth } from '../language.tsx';

/** What is to be done before leads arrive, and where. */
export const firstStepsTexts = inBoth({
  en: {
    verdict: 'Nothing has arrived yet',
    title: 'First steps',
    done: 'done',
    open: 'to do',
    unseen: 'not visible here',
    steps: {
      fonte: {
        name: 'Connect a source',
        text: 'Set its secret and enter its address at the platform or in your form.',
        href: '/admin/fontes',
      },
      campanha: { name: 'Add a campaign', text: 'It decides which client and user get the lead.', href: '/admin/campanhas' },
      evento: { name: 'Receive the first event', text: 'Send a test: lead-intake send form --campaign ID.', href: '/admin/webhooks' },
      lead: { name: 'See the first lead', text: 'A worker creates it from the event: serve --work or queue work.', href: '/admin/leads' },
      backup: { name: 'Make a backup', text: 'Run “lead-intake backup --keep 14” every night.', href: '/admin/fila#banco' },
      alerta: {
        name: 'Set an alert',
        text: 'Let Prometheus read /metrics with docs/monitoring/alerts.yml, or run lead-intake doctor on a timer.',
        href: null,
      },
    },
  },
  pt: {
    verdict: 'Nada chegou ainda',
    title: 'Primeiros passos',
    done: 'feito',
    open: 'a fazer',
    unseen: 'não visível aqui',
    steps: {
      fonte: {
        name: 'Conectar uma fonte',
        text: 'Defina o segredo dela e informe o endereço na plataforma ou no seu formulário.',
        href: '/admin/fontes',
      },
      campanha: { name: 'Incluir uma campanha', text: 'Ela decide de qual cliente e usuário é o lead.', href: '/admin/campanhas' },
      evento: { name: 'Receber o primeiro evento', text: 'Envie um teste: lead-intake send form --campaign ID.', href: '/admin/webhooks' },
      lead: { name: 'Ver o primeiro lead', text: 'Um worker o cria a partir do evento: serve --work ou queue work.', href: '/admin/leads' },
      backup: { name: 'Fazer um backup', text: 'Execute “lead-intake backup --keep 14” toda noite.', href: '/admin/fila#banco' },
      alerta: {
        name: 'Configurar um alerta',
        text: 'Deixe o Prometheus ler /metrics com docs/monitoring/alerts.yml, ou execute lead-intake doctor em um timer.',
        href: null,
      },
    },
  },
});
