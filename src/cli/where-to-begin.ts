import { AppError } from '../base/app-error.ts';
import { say, type Translated } from '../base/language.ts';
import { databasePath } from '../config/database-path.ts';
import { loadConfig } from '../config/load-config.ts';
import { databaseExists } from '../store/sqlite/database-path.ts';
import { commandErrorText } from './command-error.ts';
import { paragraph, renderBlock, terminalWidth, wrapText } from './render.ts';

/** A command worth typing now, and what it does. */
type Step = readonly [command: string, effect: Translated<string>];

interface Screen {
  readonly title: Translated<string>;
  readonly steps: readonly Step[];
}

const TRY_OUT: Step = ['serve --dev', { en: 'or try everything out with sample data', pt: 'ou experimente tudo com dados de exemplo' }];

const FIRST_RUN: Screen = {
  title: { en: 'Nothing is set up in this folder yet. Begin with:', pt: 'Nada foi configurado nesta pasta ainda. Comece com:' },
  steps: [
    [
      'init',
      {
        en: 'make the settings, the database, a first client and campaign',
        pt: 'cria as configurações, o banco de dados, o primeiro cliente e a campanha',
      },
    ],
    TRY_OUT,
  ],
};

const WITHOUT_DATABASE: Screen = {
  title: {
    en: 'There are settings in this folder, and no database yet. Go on with:',
    pt: 'Há configurações nesta pasta, mas ainda não há banco de dados. Continue com:',
  },
  steps: [
    [
      'init',
      {
        en: 'make the database, a first client and campaign; your settings stay',
        pt: 'cria o banco de dados, o primeiro cliente e a campanha; as configurações ficam',
      },
    ],
    ['config', { en: 'show every setting and where it comes from', pt: 'mostra cada configuração e de onde ela vem' }],
  ],
};

const DAILY: Screen = {
  title: { en: 'What is needed every day:', pt: 'O que se usa todo dia:' },
  steps: [
    ['queue status', { en: 'how many jobs wait, run and failed', pt: 'quantos jobs esperam, executam e falharam' }],
    ['queue failed', { en: 'what failed, and why', pt: 'o que falhou, e por quê' }],
    ['queue retry --all', { en: 'run it again, once the cause is mended', pt: 'executa de novo, corrigida a causa' }],
    ['events list', { en: 'what was received, newest first', pt: 'o que foi recebido, do mais novo ao mais antigo' }],
    ['leads list', { en: 'what became of it', pt: 'o que isso virou' }],
    ['campaign list', { en: 'whom leads belong to', pt: 'a quem os leads pertencem' }],
    ['serve --work', { en: 'receive leads and process them', pt: 'recebe leads e os processa' }],
  ],
};

/** What `lead-intake` alone prints: the next step in this folder, and where everything else stands. */
export function whereToBegin(bin: string): string {
  const { screen, problem } = lookAround();
  const rest = say({
    en: `All commands: \`${bin} --help\`. One of them: \`${bin} COMMAND --help\`.`,
    pt: `Todos os comandos: \`${bin} --help\`. Um deles: \`${bin} COMANDO --help\`.`,
  });
  return [...problem, paragraph(say(screen.title)), stepsText(bin, screen.steps), paragraph(rest)].join('\n\n');
}

/** Two columns; where the terminal is too narrow, the effect stands below its command. */
function stepsText(bin: string, steps: readonly Step[]): string {
  const columns = renderBlock(steps.map(([command, effect]) => [`  ${bin} ${command}`, say(effect)]));
  const width = terminalWidth() ?? Number.POSITIVE_INFINITY;
  if (columns.split('\n').every((line) => line.length <= width)) return columns;
  const indent = '      ';
  return steps
    .map(([command, effect]) =>
      [`  ${bin} ${command}`, ...wrapText(say(effect), width - indent.length).map((line) => indent + line)].join('\n'),
    )
    .join('\n');
}

function lookAround(): { readonly screen: Screen; readonly problem: readonly string[] } {
  try {
    const { config, envFile } = loadConfig({ env: process.env });
    if (databaseExists(databasePath(config.databaseUrl))) return { screen: DAILY, problem: [] };
    return { screen: envFile === undefined ? FIRST_RUN : WITHOUT_DATABASE, problem: [] };
  } catch (error) {
    // Settings that cannot be used are the first thing to mend, and no reason to show nothing.
    if (!(error instanceof AppError)) throw error;
    return { screen: DAILY, problem: [commandErrorText(error)] };
  }
}
