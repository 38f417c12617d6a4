import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ROOT } from '../../support/run-program.ts';

const START = fileURLToPath(new URL('start.ts', import.meta.url));

async function printed(stream: NodeJS.ReadableStream, end: string): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.includes(end)) break;
  }
  return text;
}

async function untilNobodyAnswers(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    if (answer === null) return;
    await answer.arrayBuffer();
  }
}

test('the playground prints what to try, sends what it is told, and leaves nothing behind', async () => {
  const playground = spawn(process.execPath, [START, '--port', '0', '--controls', '0'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(playground, 'exit');
  try {
    const menu = await printed(playground.stdout, '/mend');
    const controls = /'(http:\/\/127\.0\.0\.1:\d+)\/mend/.exec(menu)?.[1] ?? '';
    const folder = dirname(/--env-file (\S+\.env)/.exec(menu)?.[1] ?? '');
    expect(existsSync(folder)).toBe(true);

    const post = async (path: string): Promise<unknown> => (await fetch(`${controls}${path}`, { method: 'POST' })).json();
    expect(await post('/leads?count=3')).toMatchObject({ sent: 3, answers: [200] });
    expect(await post('/search-leads')).toMatchObject({ sent: 1, answers: [200] });
    expect(await post('/sales')).toEqual({ sold: 4 });
    expect(await post('/leads?count=many')).toEqual({ wrong: 'count is a number up to 1000' });
    expect(await (await fetch(controls)).json()).toMatchObject({ social_ads: { leads: 3 }, search_ads: { leads: 1 } });

    const [, user = '', file = ''] = /curl -su (\S+) (\S+\.csv)/.exec(menu) ?? [];
    const exported = await fetch(file, { headers: { authorization: `Basic ${Buffer.from(user).toString('base64')}` } });
    expect([exported.status, (await exported.text()).split(':')[0]]).toEqual([200, 'Parameters']);

    // As under npm, where one Ctrl-C arrives twice: the second one while stopping.
    playground.kill('SIGINT');
    await untilNobodyAnswers(controls);
    playground.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(existsSync(folder)).toBe(false);
  } finally {
    playground.kill('SIGTERM');
    await ended;
  }
});
