import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runOnTerminal } from '../support/run-on-terminal.ts';
import { Workplace } from '../support/workplace.ts';

const PORTUGUESE = { LC_ALL: 'pt_BR.UTF-8' };

const place = new Workplace();
afterAll(() => place[Symbol.dispose]());

beforeAll(async () => {
  await place.addCampaign();
  await place.accept('form-1');
  await place.accept('form-2', { campaignId: 'unknown' });
  await place.processJobs();
});

async function inPortuguese(...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await place.runWith(PORTUGUESE, ...args);
  return stdout + stderr;
}

describe('in Portuguese', () => {
  test.each([
    [
      ['queue', 'status'],
      /^Fila +webhooks\nStatus +aberta\nJob mais antigo +nenhum job[\s\S]*Com erro +1 +para ver: `lead-intake queue failed`/,
    ],
    [['queue', 'failed'], /JOB +EVENTO +ORIGEM +TIPO +ERRO EM/],
    [['queue', 'failed', '--parked'], /^Nada encontrado\.$/m],
    [['queue', 'prune', '30'], /^Apagados: 0 jobs concluídos há mais de 30 dias\.$/m],
    [['queue', 'once'], /^processados: 0, com erro: 0, aguardando: 0, em \d+ ms$/m],
    [
      ['queue', 'retry', '999'],
      /^Erro: O job 999 não existe ou não pode ser escolhido aqui\. Este comando só aceita jobs com erro, em espera ou adiados\.$/m,
    ],
    [['queue', 'retry', '--all'], /^Erro: Tentar novamente 1 job com erro\? Sem um terminal/m],
    [['events', 'list'], /EVENTO +RECEBIDO EM \(.*\) +ORIGEM/],
    [['events', 'show', '1'], /QUANDO .*PASSO +DETALHE[\s\S]*recebido +\d+ bytes de/],
    [['events', 'show', '99'], /^Erro: Não existe o evento 99\.\nVeja a lista com `lead-intake events list`\.$/m],
    [['leads', 'list'], /LEAD +ENVIADO EM .* CRIADO EM .* CLIENTE +CAMPANHA +NOME/],
    [['campaign', 'list'], /CAMPANHA +NOME +CLIENTE +USUÁRIO +IDS VINCULADOS/],
    [['campaign', 'add', '--id', '42', '--name', 'x', '--client', 'y'], /^Erro: Já existe uma campanha com o ID 42\.$/m],
    [
      ['campaign', 'add', '--id', '7', '--name', 'x', '--client', 'y', '--user', 'z'],
      /^Erro: --user deve ser um endereço de e-mail, não "z"\.$/m,
    ],
    [['client', 'remove', 'Agência Um', '--yes'], /^Erro: O cliente "Agência Um" ainda tem campanhas/m],
    [['leads', 'stage', '1', '--name', 'gahno', '--dry-run'], /^Etapa com nome novo: "gahno" \(1 vez\)\. Nenhuma conversão/m],
    [['config'], /CONFIGURAÇÃO +VALOR +ORIGEM +SIGNIFICADO[\s\S]*PORT +8080 +padrão +porta em que/],
    [['config', '--env-file', 'missing.env'], /^Erro: Não foi possível ler o arquivo de configurações missing\.env/m],
    [['queue', 'status', '--max', 'x'], /^Erro: --max deve ser um número inteiro a partir de 0, não "x"\.$/m],
    [['send', 'form', '--campaign', '42', '--url', 'http://127.0.0.1:1'], /^Nada responde em 127\.0\.0\.1:1\. Inicie o serviço/m],
    [['queue', 'once', '--database', 'sqlite:missing.db'], /^Erro: O banco de dados \S+ não existe\.\nCrie-o com `lead-intake init`/m],
  ])('%j', async (args, expected) => {
    expect(await inPortuguese(...args)).toMatch(expected);
  });

  test('a question is asked and answered in Portuguese', async () => {
    const { screen } = await runOnTerminal(['queue', 'forget', '--all'], {
      cwd: place.folder,
      env: { ...place.env, ...PORTUGUESE },
      answers: [['[s/N] ', 'não\r']],
    });
    expect(screen).toContain('Descartar 1 job com erro? Não é possível desfazer. [s/N] ');
    expect(screen).toMatch(/Nada foi alterado\.\n$/);
  });

  test('an error of the thread that writes keeps its Portuguese', async () => {
    const { fromPlainError, plainError } = await import('../../src/store/sqlite/writer/messages.ts');
    const { AppError } = await import('../../src/base/app-error.ts');
    const hint = { en: 'Wait.', pt: 'Espere.' };
    const error = fromPlainError(structuredClone(plainError(new AppError('store_busy', { en: 'Locked.', pt: 'Bloqueado.' }, { hint }))));
    expect(error).toMatchObject({ code: 'store_busy', message: 'Locked.', hint: 'Wait.' });
    expect(error.inLanguage('pt')).toEqual({ message: 'Bloqueado.', hint: 'Espere.' });
  });

  test('is what LANG asks for too, unless LC_ALL says otherwise', async () => {
    const ofLang = await place.runWith({ LC_ALL: '', LANG: 'pt_BR.UTF-8' }, 'queue', 'status');
    expect(ofLang.stdout).toMatch(/^Fila/);
    const overruled = await place.runWith({ LC_ALL: 'C', LANG: 'pt_BR.UTF-8' }, 'queue', 'status');
    expect(overruled.stdout).toMatch(/^Queue/);
  });
});

describe('what machines read is the same in every language', () => {
  test.each([
    [['config', '--json']],
    [['config', '--json', '--env-file', 'missing.env']],
    [['events', 'list', '--json']],
    [['events', 'show', '1', '--json']],
    [['leads', 'list', '--json']],
    [['leads', 'export']],
    [['queue', 'failed', '--json']],
    [['queue', 'failed', '--group', '--json']],
    [['campaign', 'list', '--json']],
    [['client', 'show', '1', '--json']],
    [['help', '--json']],
    [['signature', 'verify', 'body.json', '--source', 'form', '--signature', 'sha1=00', '--json']],
    [['queue', 'prune', '30', '--dry-run', '--database', 'sqlite:missing.db', '--json']],
  ])('%j', async (args) => {
    const english = await place.run(...args);
    const portuguese = await place.runWith(PORTUGUESE, ...args);
    expect(portuguese.stdout).toBe(english.stdout);
    expect(portuguese.exitCode).toBe(english.exitCode);
    expect(english.stdout).not.toBe('');
  });

  test('the sentences in JSON too', async () => {
    const status = async (env: Readonly<Record<string, string>>): Promise<unknown> => {
      const { stdout } = await place.runWith(env, 'queue', 'status', '--max', '0', '--json');
      return (JSON.parse(stdout) as { excedidos: unknown }).excedidos;
    };
    await place.accept('form-3');
    expect(await status(PORTUGUESE)).toEqual(['--max exceeded: 1 job waiting, 0 allowed.']);
    expect(await status({})).toEqual(['--max exceeded: 1 job waiting, 0 allowed.']);
  });

  test('log lines', async () => {
    const { stderr } = await place.runWith({ ...PORTUGUESE, LOG_FORMAT: 'json' }, 'queue', 'work', '--stop-when-empty');
    const messages = stderr.split('\n').flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { msg: string }).msg]));
    expect(messages).toContain('worker started');
  });
});

const CLEAR_LINE = '\r\u001b[K';

describe('progress', () => {
  test('is drawn on a terminal and cleared at the end; the answer stays', async () => {
    const { screen } = await runOnTerminal(['queue', 'prune', '0', '--yes'], { cwd: place.folder, env: { ...place.env } });
    const parts = screen.split(CLEAR_LINE);
    expect(parts[1]).toBe('Deleting jobs …');
    expect(parts.at(-1)).toMatch(/^\d+ finished jobs? older than 0 days deleted\.\n$/);
  });

  test('is not there with --json', async () => {
    const { screen } = await runOnTerminal(['queue', 'prune', '0', '--yes', '--json'], { cwd: place.folder, env: { ...place.env } });
    expect(JSON.parse(screen)).toMatchObject({ fila: 'webhooks' });
  });

  test('is not in the file an export is written to', async () => {
    const file = `${place.folder}/leads.csv`;
    const { screen } = await runOnTerminal(['leads', 'export', '--output', file], { cwd: place.folder, env: { ...place.env } });
    expect(screen).toContain('Exporting leads');
    expect(readFileSync(file, 'utf8')).toMatch(/^lead_id,/);
  });
});
