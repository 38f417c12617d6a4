import { AppError } from '../base/app-error.ts';
import type { Translated } from '../base/language.ts';
import { databasePath, isPostgresUrl } from '../config/database-path.ts';
import { loadConfig } from '../config/load-config.ts';
import { inEveryLanguage, say, sayText } from '../messages/messages.ts';
import { databaseExists } from '../store/sqlite/database-path.ts';
import { commandErrorText } from './command-error.ts';
import { paragraph, renderBlock, terminalWidth, wrapText } from './render.ts';

/** A suggested command, and what it does. */
type Step = readonly [command: string, effect: Translated<string>];

interface Screen {
  readonly title: Translated<string>;
  readonly steps: readonly Step[];
}

const TRY_OUT: Step = ['serve --dev', inEveryLanguage((m) => m.cli.init.tryDemo)];

const FIRST_RUN: Screen = {
  title: inEveryLanguage((m) => m.cli.init.nothingHere),
  steps: [['init', inEveryLanguage((m) => m.cli.init.runInit)], TRY_OUT],
};

const WITHOUT_DATABASE: Screen = {
  title: inEveryLanguage((m) => m.cli.init.settingsOnly),
  steps: [
    ['init', inEveryLanguage((m) => m.cli.init.runInitKeepingSettings)],
    ['config', inEveryLanguage((m) => m.cli.init.runConfig)],
  ],
};

const DAILY: Screen = {
  title: inEveryLanguage((m) => m.cli.init.everyDay),
  steps: [
    ['queue status', inEveryLanguage((m) => m.cli.init.runQueueStatus)],
    ['queue failed', inEveryLanguage((m) => m.cli.init.runFailures)],
    ['queue retry --all', inEveryLanguage((m) => m.cli.init.runRetry)],
    ['events list', inEveryLanguage((m) => m.cli.init.runEvents)],
    ['leads list', inEveryLanguage((m) => m.cli.init.runEventShow)],
    ['campaign list', inEveryLanguage((m) => m.cli.init.runClients)],
    ['serve --work', inEveryLanguage((m) => m.cli.init.runServe)],
  ],
};

/** The output of `lead-intake` without arguments: the next step in this folder, and where to find everything else. */
export function whereToBegin(bin: string): string {
  const { screen, problem } = inspectInstallation();
  const rest = say((m) => m.cli.init.allCommands({ bin }));
  return [...problem, paragraph(sayText(screen.title)), stepsText(bin, screen.steps), paragraph(rest)].join('\n\n');
}

/** Two columns; if the terminal is too narrow, the description is below its command. */
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

function inspectInstallation(): { readonly screen: Screen; readonly problem: readonly string[] } {
  try {
    const { config, envFile } = loadConfig({ env: process.env });
    if (isPostgresUrl(config.databaseUrl) || databaseExists(databasePath(config.databaseUrl))) return { screen: DAILY, problem: [] };
    return { screen: envFile === undefined ? FIRST_RUN : WITHOUT_DATABASE, problem: [] };
  } catch (error) {
    // Invalid settings have to be fixed first, but the commands are shown anyway.
    if (!(error instanceof AppError)) throw error;
    return { screen: DAILY, problem: [commandErrorText(error)] };
  }
}
