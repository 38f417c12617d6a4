import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifestCommands } from '../../support/manifest.ts';
import { runProgram } from '../../support/run-program.ts';
import { TempDir } from '../../support/temp-dir.ts';

const run = promisify(execFile);
const folder = new TempDir();
afterAll(() => folder[Symbol.dispose]());

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

beforeAll(async () => {
  for (const shell of SHELLS) {
    // The home folder does not exist, and the cache folder cannot be created either.
    const { stdout, stderr } = await runProgram(['completion', shell], { env: { HOME: '/proc/none', XDG_CACHE_HOME: '/proc/none' } });
    expect(stderr).toBe('');
    writeFileSync(folder.file(shell), stdout);
  }
  writeFileSync(folder.file('leads.csv'), '');
  mkdirSync(folder.file('archive'));
});

/** Sources the script and calls the function as bash does when the user presses Tab after these words. */
async function bashCandidates(line: string): Promise<readonly string[]> {
  const words = line.split(/ |(?<==)|(?==)/);
  const script = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lead_intake; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['--norc', '-c', script, 'bash', folder.file('bash'), ...words], { cwd: folder.path });
  return stdout.split('\n').filter((candidate) => candidate !== '');
}

async function fishCandidates(line: string): Promise<readonly string[]> {
  const script = `source ${folder.file('fish')}; complete -C '${line}'`;
  const { stdout } = await run('fish', ['--no-config', '-c', script], { cwd: folder.path, env: { ...process.env, HOME: folder.path } });
  return stdout.split('\n').flatMap((candidate) => (candidate === '' ? [] : [candidate.split('\t')[0] ?? '']));
}

/** An interactive zsh on its own pseudo-terminal (zpty). It presses Tab and prints the arguments of `compadd`. */
const ZSH_HARNESS = `
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PS1=; autoload -Uz compinit; compinit -D -u; source '$1
zpty -w z 'compadd() { if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return $?; fi; local -a hits; builtin compadd -A hits "$@"; (( $#hits )) && print -rl -- "hit:"\${^hits}; builtin compadd "$@" }'
zpty -w z 'finish() { print -r -- "do""ne:"; exit }; comppostfuncs=(finish); bindkey "^I" complete-word; print REA""DY'
zpty -r z seen '*READY*'
zpty -w -n z "$2"$'\\t'
zpty -r z seen '*done:*'
print -r -- "$seen"
`;

async function zshCandidates(line: string): Promise<readonly string[]> {
  const { stdout } = await run('zsh', ['-f', '-c', ZSH_HARNESS, 'zsh', folder.file('zsh'), line], { cwd: folder.path });
  return [...stdout.matchAll(/hit:(\S+)/g)].map(([, candidate = '']) => candidate);
}

const CANDIDATES: Readonly<Record<Shell, (line: string) => Promise<readonly string[]>>> = {
  bash: bashCandidates,
  zsh: zshCandidates,
  fish: fishCandidates,
};

const COMMANDS = manifestCommands();
const below = (topic: string): readonly string[] =>
  COMMANDS.filter(({ name }) => name.startsWith(`${topic} `)).map(({ name }) => name.slice(topic.length + 1));
const TOP = [...new Set(COMMANDS.map(({ name }) => name.split(' ')[0] ?? ''))];

describe.each(SHELLS)('%s', (shell) => {
  const complete = CANDIDATES[shell];

  test('offers commands and topics', async () => {
    expect((await complete('lead-intake ')).toSorted()).toEqual(TOP.toSorted());
    expect((await complete('lead-intake queue ')).toSorted()).toEqual(below('queue').toSorted());
    expect(await complete('lead-intake queue st')).toEqual(['status']);
  });

  test('offers the flags of a command, and only those', async () => {
    expect([...(await complete('lead-intake queue failed --s'))].toSorted()).toEqual(['--since', '--source']);
    expect(await complete('lead-intake queue status --so')).toEqual([]);
    expect(await complete('lead-intake --vers')).toEqual(['--version']);
  });

  test('offers the values of a flag and of an argument', async () => {
    const origins = ['form', 'google-ads', 'meta'];
    expect([...(await complete('lead-intake queue failed --source '))].toSorted()).toEqual(origins);
    expect((await complete('lead-intake queue failed --source=go')).map((value) => value.replace('--source=', ''))).toEqual(['google-ads']);
    expect([...(await complete('lead-intake completion '))].toSorted()).toEqual(['bash', 'fish', 'zsh']);
  });

  test('offers files where a file is meant, and nothing where nothing is known', async () => {
    expect(await complete('lead-intake campaign import lea')).toEqual(['leads.csv']);
    expect(await complete('lead-intake leads export --output lea')).toEqual(['leads.csv']);
    expect(await complete('lead-intake queue failed --error ')).toEqual([]);
  });

  test.each(['backup', 'restore', 'service install --root', 'service print --env-file', 'doctor --env-file'])(
    'offers files and folders after %s',
    async (command) => {
      expect(await complete(`lead-intake ${command} lea`)).toEqual(['leads.csv']);
      expect((await complete(`lead-intake ${command} arch`)).map((name) => name.replace(/\/$/, ''))).toEqual(['archive']);
    },
  );

  test('offers commands behind help', async () => {
    expect((await complete('lead-intake help ')).toSorted()).toEqual(TOP.toSorted());
    expect((await complete('lead-intake help queue ')).toSorted()).toEqual(below('queue').toSorted());
    expect(await complete('lead-intake help queue st')).toEqual(['status']);
  });

  test('its script has every command and flag', () => {
    const script = readFileSync(folder.file(shell), 'utf8');
    for (const { name, flags } of COMMANDS) {
      for (const flag of flags) expect(script).toContain(`\n${name}|-*|--${flag.name}|`);
    }
  });
});

test('explains in the language of the person, where the shell shows it', async () => {
  const { stdout } = await runProgram(['completion', 'fish'], { env: { LC_ALL: 'pt_BR.UTF-8' } });
  writeFileSync(folder.file('fish-pt'), stdout);
  const shown = await run('fish', ['--no-config', '-c', `source ${folder.file('fish-pt')}; complete -C 'lead-intake queue pru'`]);
  expect(shown.stdout).toMatch(/^prune\tApaga jobs antigos/);
});

test('with --json the script is a value', async () => {
  const { stdout } = await runProgram(['completion', 'bash', '--json']);
  expect(JSON.parse(stdout)).toEqual({ shell: 'bash', script: readFileSync(folder.file('bash'), 'utf8') });
});
