import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { checkInstallable, install } from '../../../src/cli/systemd/install-service.ts';
import { type InstallationPlan, planInstallation, settingsFileText } from '../../../src/cli/systemd/plan.ts';
import { installationJson, installQuestion, nextCommands } from '../../../src/cli/systemd/service-report.ts';
import type { ServiceSetup } from '../../../src/cli/systemd/service-setup.ts';
import { loadConfig } from '../../../src/config/load-config.ts';
import { SETTING_NAMES } from '../../../src/config/settings.ts';
import { en } from '../../../src/messages/en.ts';
import { TempDir } from '../../support/temp-dir.ts';
import { serviceSetup } from './setups.ts';

const UNITS = '/etc/systemd/system';
const NOBODY = { uid: 1_000, force: false };

function planIn(root: string, overrides: Partial<ServiceSetup> = {}): InstallationPlan {
  return planInstallation(serviceSetup(overrides), { directory: UNITS, root });
}

async function installIn(root: string, overrides: Partial<ServiceSetup> = {}): Promise<void> {
  await install(planIn(root, overrides));
}

function states(plan: InstallationPlan): Readonly<Record<string, string>> {
  return Object.fromEntries([...plan.files, ...plan.leftOver].map(({ path, state }) => [path.slice(plan.destination.root.length), state]));
}

describe('an installation into an image', () => {
  test('writes settings, user and units, and a second one has nothing to do', async () => {
    using root = new TempDir();
    expect(new Set(Object.values(states(planIn(root.path))))).toEqual(new Set(['new']));
    await installIn(root.path);
    expect(readFileSync(root.file(`${UNITS}/lead-intake.service`), 'utf8')).toContain('ExecStart=/usr/local/bin/lead-intake serve');
    expect(readFileSync(root.file('etc/sysusers.d/lead-intake.conf'), 'utf8')).toMatch(
      /^u lead-intake - "lead-intake" \/var\/lib\/lead-intake$/m,
    );
    const again = planIn(root.path);
    expect(new Set(Object.values(states(again)))).toEqual(new Set(['same', 'kept']));
    expect(installQuestion(again)).toBeUndefined();
    expect((await install(again)).written).toEqual([]);
  });

  test('leaves nothing beside its files', async () => {
    using root = new TempDir();
    await installIn(root.path);
    const names = readdirSync(root.path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(names.map(({ name }) => name).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(names).toHaveLength(9);
  });

  test('lets only the owner read the settings, whatever the umask, and everybody the units', async () => {
    using root = new TempDir();
    const before = process.umask(0o077);
    try {
      await installIn(root.path);
    } finally {
      process.umask(before);
    }
    expect(statSync(root.file('etc/lead-intake.env')).mode & 0o777).toBe(0o600);
    expect(statSync(root.file(`${UNITS}/lead-intake.service`)).mode & 0o777).toBe(0o644);
  });

  test('never touches settings that are there', async () => {
    using root = new TempDir();
    mkdirSync(root.file('etc'));
    writeFileSync(root.file('etc/lead-intake.env'), 'FORMULARIO_SECRET=known-to-senders\n');
    chmodSync(root.file('etc/lead-intake.env'), 0o640);
    const { remarks } = await install(planIn(root.path));
    expect(readFileSync(root.file('etc/lead-intake.env'), 'utf8')).toBe('FORMULARIO_SECRET=known-to-senders\n');
    expect(remarks).toContainEqual(expect.objectContaining({ en: expect.stringContaining('chmod 600') }));
    chmodSync(root.file('etc/lead-intake.env'), 0o600);
    expect((await install(planIn(root.path))).remarks).not.toContainEqual(
      expect.objectContaining({ en: expect.stringContaining('chmod 600') }),
    );
  });

  test('keeps settings that another installation made meanwhile', async () => {
    using root = new TempDir();
    const [first, second] = [planIn(root.path), planIn(root.path)];
    await install(first);
    await install(second);
    expect(readFileSync(root.file('etc/lead-intake.env'), 'utf8')).toBe(first.settings.text);
  });

  test('refuses to replace a unit that was changed, names it, and replaces it when forced', async () => {
    using root = new TempDir();
    await installIn(root.path);
    const unit = root.file(`${UNITS}/lead-intake-worker.service`);
    writeFileSync(unit, '[Service]\nNice=5\n');
    const plan = planIn(root.path);
    expect(() => checkInstallable(plan, NOBODY)).toThrow(
      expect.objectContaining({ code: 'conflict', message: expect.stringContaining(unit) as string }),
    );
    checkInstallable(plan, { ...NOBODY, force: true });
    expect((await install(plan)).written).toEqual([unit]);
    expect(readFileSync(unit, 'utf8')).toContain('queue work');
    expect(nextCommands(plan)).toContain('systemctl try-restart lead-intake-worker.service');
  });

  test('tells what an installation with other flags left behind, and how to end it', async () => {
    using root = new TempDir();
    await installIn(root.path);
    const plan = planIn(root.path, { processing: { kind: 'timer' } });
    expect(states(plan)).toMatchObject({
      [`${UNITS}/lead-intake-worker.service`]: 'left over',
      [`${UNITS}/lead-intake-once.timer`]: 'new',
    });
    expect(nextCommands(plan).slice(0, 2)).toEqual([
      'systemctl disable --now lead-intake-worker.service',
      `rm ${root.file(`${UNITS}/lead-intake-worker.service`)}`,
    ]);
  });

  test('that cannot write one file writes none', async () => {
    using root = new TempDir();
    mkdirSync(root.file('etc/systemd'), { recursive: true });
    writeFileSync(root.file(UNITS), 'no folder');
    await expect(installIn(root.path)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('No other file was written') as string,
    });
    expect(existsSync(root.file('etc/lead-intake.env'))).toBe(false);
    expect(readdirSync(root.file('etc/sysusers.d'))).toEqual([]);
  });
});

describe('an installation into this machine', () => {
  test('needs root', () => {
    using root = new TempDir();
    // The check comes before any reading or writing.
    const plan = planInstallation(serviceSetup(), { directory: root.path, root: '/' });
    expect(() => checkInstallable(plan, NOBODY)).toThrow(
      expect.objectContaining({ code: 'usage', hint: expect.stringContaining('sudo') as string }),
    );
  });

  test.each([
    ['that the units hide', '/home/ana/lead-intake', /home/],
    ['that is not there', '/opt/no-such-folder/lead-intake', /no executable program/],
  ])('refuses a program %s', (_name, program, message) => {
    using root = new TempDir();
    const plan = planInstallation(serviceSetup({ program: [program] }), { directory: root.path, root: '/' });
    expect(() => checkInstallable(plan, { uid: 0, force: false })).toThrow(message);
  });
});

describe('the settings file', () => {
  test('is one that the program takes, for production, with fresh secrets', () => {
    using folder = new TempDir();
    const path = join(folder.path, 'service.env');
    writeFileSync(path, settingsFileText(serviceSetup()));
    chmodSync(path, 0o600);
    const { config, secrets, warnings } = loadConfig({ env: {}, envFile: path });
    expect(config).toMatchObject({ production: true, databaseUrl: 'sqlite:/var/lib/lead-intake/lead-intake.db' });
    expect(secrets).toMatchObject({ searchAds: [expect.any(String)], ownForm: [expect.any(String)], socialAds: [] });
    expect(warnings).toEqual([]);
    const values = Object.values(parseEnv(settingsFileText(serviceSetup())));
    expect(parseEnv(readFileSync(path, 'utf8'))['ADMIN_TOKEN']).not.toBe(parseEnv(settingsFileText(serviceSetup()))['ADMIN_TOKEN']);
    expect(new Set(values).size).toBe(values.length);
  });

  test('names every setting once, after what it is for', () => {
    const text = settingsFileText(serviceSetup());
    for (const name of SETTING_NAMES)
      expect(text.split('\n\n').filter((part) => part.startsWith(`# ${en.settings.meanings[name]}\n`))).toHaveLength(1);
    for (const name of SETTING_NAMES) expect(text.match(new RegExp(`^(# )?${name}=`, 'gm'))).toHaveLength(1);
  });
});

test('the JSON is the same in every language', async () => {
  using root = new TempDir();
  const plan = planIn(root.path);
  const result = await install(plan);
  expect(result.remarks.length).toBeGreaterThan(0);
  expect(installationJson(plan, result).avisos).toEqual(result.remarks.map(({ en }) => en));
});

test('the JSON tells every file, without a secret', () => {
  using root = new TempDir();
  const plan = planIn(root.path);
  const json = installationJson(plan, undefined);
  expect(json).toMatchObject({ simulacao: true, gravados: [], executados: [] });
  expect(json.arquivos).toContainEqual({ caminho: root.file('etc/lead-intake.env'), situacao: 'novo' });
  const [, secret = ''] = /^ADMIN_TOKEN=(.+)$/m.exec(plan.settings.text) ?? [];
  expect(secret).not.toBe('');
  expect(JSON.stringify(json)).not.toContain(secret);
});
