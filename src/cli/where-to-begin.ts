import { AppError } from '../base/app-error.ts';
import type { Translated } from '../base/language.ts';
import { databasePath } from '../config/database-path.ts';
import { loadConfig } from '../config/load-config.ts';
import { inEveryLanguage, say, sayText } from '../messages/messages.ts';
import { databaseExists } from '../store/sqlite/database-path.ts';
import { commandErrorText } from './command-error.ts';
import { paragraph, renderBlock, terminalWidth, wrapText } from './render.ts';

/** A command worth typing now, and what it does. */
type Step = readonly [command: string, effect: Translated<string>];

interface Screen {
  readonly title: Translated<string>;
  readonly steps: readonly Step[];
}

const TRY_OUT: Step = ['serve --dev', inEveryLanguage((m) => m.cli.init.orTryEverythingOut)];

const FIRST_RUN: Screen = {
  title: inEveryLanguage((m) => m.cli.init.nothingSetUpFolder),
  steps: [['init', inEveryLanguage((m) => m.cli.init.makeSettingsDatabaseFirst)], TRY_OUT],
};

const WITHOUT_DATABASE: Screen = {
  title: inEveryLanguage((m) => m.cli.init.thereSettingsFolderNo),
  steps: [
    ['init', inEveryLanguage((m) => m.cli.init.makeDatabaseFirstClient)],
    ['config', inEveryLanguage((m) => m.cli.init.showEverySettingWhere)],
  ],
};

const DAILY: Screen = {
  title: inEveryLanguage((m) => m.cli.init.whatNeededEveryDay),
  steps: [
    ['queue status', inEveryLanguage((m) => m.cli.init.howManyJobsWait)],
    ['queue failed', inEveryLanguage((m) => m.cli.init.whatFailedAndWhy)],
    ['queue retry --all', inEveryLanguage((m) => m.cli.init.runAgainOnceCause)],
    ['events list', inEveryLanguage((m) => m.cli.init.whatReceivedNewestFirst)],
    ['leads list', inEveryLanguage((m) => m.cli.init.whatBecameOfIt)],
    ['campaign list', inEveryLanguage((m) => m.cli.init.whomLeadsBelongTo)],
    ['serve --work', inEveryLanguage((m) => m.cli.init.receiveLeadsProcessThem)],
  ],
};

/** What `lead-intake` alone prints: the next step in this folder, and where everything else stands. */
export function whereToBegin(bin: string): string {
  const { screen, problem } = lookAround();
  const rest = say((m) => m.cli.init.allCommandsHelpOne({ bin }));
  return [...problem, paragraph(sayText(screen.title)), stepsText(bin, screen.steps), paragraph(rest)].join('\n\n');
}

/** Two columns; where the terminal is too narrow, the effect stands below its command. */
function stepsText(bin: string, steps: readonly Step[]): string {
  const columns = renderBlock(steps.map(([command, effect]) => [`  ${bin} ${command}`, sayText(effect)]));
  const width = terminalWidth() ?? Number.POSITIVE_INFINITY;
  if (columns.split('\n').every((line) => line.length <= width)) return columns;
  const indent = '      ';
  return steps
    .map(([command, effect]) =>
      [`  ${bin} ${command}`, ...wrapText(sayText(effect), width - indent.length).map((line) => indent + line)].join('\n'),
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
