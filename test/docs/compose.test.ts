import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SETTING_NAMES } from '../../src/config/settings.ts';
import { CONVERSION_QUEUE, DEFAULT_QUEUE } from '../../src/domain/job.ts';
import { requireTool } from '../support/required-tool.ts';
import { ROOT } from '../support/run-program.ts';
import { TempDir } from '../support/temp-dir.ts';

const COMPOSE = readFileSync(join(ROOT, 'compose.postgres.yaml'), 'utf8');

test('the containers on PostgreSQL run commands that exist, with settings that exist', () => {
  const commands = [...COMPOSE.matchAll(/^ {4}command: \[(serve|queue)(?:, (\w+), (\w+))?\]$/gm)].map(([, ...words]) => words);
  expect(commands).toHaveLength(4);
  for (const [topic = '', name] of commands) {
    expect(existsSync(join(ROOT, 'commands', name === undefined ? `${topic}.ts` : `${topic}/${name}.ts`))).toBe(true);
  }
  expect(commands.map(([, , queue]) => queue)).toEqual([undefined, undefined, DEFAULT_QUEUE, CONVERSION_QUEUE]);
  // Each worker is checked by its own queue.
  expect(COMPOSE).toContain('[CMD, lead-intake, healthcheck, --worker]');
  expect(COMPOSE).toMatch(
    /^ {4}command: \[queue, work, conversoes\]\n {4}healthcheck:\n.*\n.* healthcheck, --worker, --queue, conversoes\]$/m,
  );
  const [, block = ''] = /^ {2}environment:\n((?: {4}.*\n)+)/m.exec(COMPOSE) ?? [];
  const names = [...block.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name);
  expect(names).toEqual(['DATABASE_URL', 'TRUST_PROXY']);
  expect(names.filter((name) => !(SETTING_NAMES as readonly string[]).includes(name ?? ''))).toEqual([]);
});

test('nginx takes the configuration in it', async ({ skip }) => {
  await requireTool(skip, '/usr/sbin/nginx', '-v');
  using folder = new TempDir();
  const [, block = ''] = / {2}nginx:\n {4}content: \|\n((?: {6}.*\n)+)/.exec(COMPOSE) ?? [];
  // The names are known between containers only, and Debian's nginx is older than `resolve`.
  const site = block.replaceAll('$$', '$').replaceAll(/server web-\d:8080 resolve;/g, 'server 127.0.0.1:8080;');
  const path = folder.file('nginx.conf');
  writeFileSync(path, `pid ${folder.file('nginx.pid')};\nevents {}\nhttp {\n${site}}\n`);
  const { status, stderr } = spawnSync('/usr/sbin/nginx', ['-t', '-q', '-c', path], { encoding: 'utf8' });
  expect({ status, stderr: stderr.replaceAll(/^.*\[(?:alert|warn)\].*\n/gm, '') }).toEqual({ status: 0, stderr: '' });
});
