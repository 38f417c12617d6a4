import { relative } from 'node:path';
import { sayText } from '../../../src/messages/messages.ts';
import { ROOT } from '../../support/run-program.ts';
import { PAGE } from '../platforms.ts';
import type { Installation } from './installation.ts';

/** What the playground prints when it is ready; every line can be pasted into a shell. */
export function menu({ service, envFile, exportCredential, platforms: { social, search } }: Installation, controls: string): string {
  const program = `${relative(process.cwd(), ROOT) || '.'}/bin/console`;
  const step = (what: { readonly en: string; readonly pt: string }, ...commands: readonly string[]): string =>
    [`  # ${sayText(what)}`, ...commands.map((command) => `  ${command}`), ''].join('\n');
  const post = (path: string): string => `curl -sX POST '${controls}${path}'`;
  return [
    sayText({
      en: 'lead-intake with two local platforms. Ctrl-C ends and removes everything.',
      pt: 'lead-intake com duas plataformas locais. Ctrl-C encerra e remove tudo.',
    }),
    '',
    `  ${sayText({ en: 'service', pt: 'serviço' }).padEnd(11)} ${service.url}`,
    `  ${'admin'.padEnd(11)} ${service.adminUrl}`,
    `  social ads  ${social.url}`,
    `  search ads  ${search.url}`,
    '',
    step({ en: 'In another terminal, first:', pt: 'Em outro terminal, primeiro:' }, `li() { ${program} "$@" --env-file ${envFile}; }`),
    step(
      { en: 'A lead of each platform; the social one is fetched by its id', pt: 'Um lead de cada plataforma; o social é buscado pelo id' },
      post('/leads'),
      post('/search-leads'),
      'li leads list',
    ),
    step(
      { en: 'The same by the command', pt: 'O mesmo pelo comando' },
      `li send social-ads --url ${service.url}`,
      `li send search-ads --url ${service.url}`,
    ),
    step(
      { en: 'What is connected, and whether the platforms take it', pt: 'O que está conectado, e se as plataformas aceitam' },
      'li source list',
      'li doctor',
    ),
    step({ en: 'A hundred at once', pt: 'Cem de uma vez' }, post('/leads?count=100'), 'li queue status'),
    step(
      { en: 'They bought: the conversions go to the platforms', pt: 'Compraram: as conversões vão para as plataformas' },
      post('/sales?value=2600'),
      'li lead stage 1 --qualified',
      'li conversions list',
      `curl -s ${controls}/`,
    ),
    step(
      {
        en: 'The same sales as a file, for the platform that fetches it',
        pt: 'As mesmas vendas em arquivo, para a plataforma que o busca',
      },
      `curl -su ${exportCredential} ${service.url}/export/conversions.csv`,
    ),
    step(
      {
        en: 'The page token dies; leads wait, none is lost. Then connect the new token',
        pt: 'O token da página morre; os leads esperam, nenhum se perde. Depois, conecte o token novo',
      },
      post('/token/die'),
      post('/leads?count=5'),
      'li queue failed --parked',
      `${post('/token/renew')} | li source connect social-ads --page ${PAGE.id}`,
    ),
    step(
      {
        en: 'Throttled for a minute; both platforms away; slow; all well again',
        pt: 'Limitado por um minuto; as duas fora do ar; lentas; tudo bem de novo',
      },
      post('/throttle?minutes=1'),
      post('/outage'),
      post('/slow?ms=2000'),
      post('/mend'),
    ),
  ].join('\n');
}
