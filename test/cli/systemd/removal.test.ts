import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { install } from '../../../src/cli/systemd/install-service.ts';
import { planInstallation } from '../../../src/cli/systemd/plan.ts';
import { removalJson, removalQuestion, removedText } from '../../../src/cli/systemd/service-report.ts';
import type { ServiceSetup } from '../../../src/cli/systemd/service-setup.ts';
import { checkRemovable, planRemoval, type RemovalPlan, uninstall } from '../../../src/cli/systemd/uninstall-service.ts';
import { TempDir } from '../../support/temp-dir.ts';
import { serviceSetup } from './setups.ts';

const UNITS = '/etc/systemd/system';

async function installIn(root: string, overrides: Partial<ServiceSetup> = {}): Promise<void> {
  await install(planInstallation(serviceSetup(overrides), { directory: UNITS, root }));
}

function removalIn(root: string, prefix = 'lead-intake'): RemovalPlan {
  return planRemoval(prefix, { directory: UNITS, root });
}

function filesIn(root: string): readonly string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  return entries.map(({ parentPath, name }) => `${parentPath}/${name}`.slice(root.length)).toSorted();
}

describe('what an installation made', () => {
  test('goes, whatever flags it was made with, and its settings stay as they are', async () => {
    using root = new TempDir();
    await installIn(root.path, { processing: { kind: 'workers', count: 3 }, user: 'leads', envFile: '/etc/leads.env' });
    await installIn(root.path, { processing: { kind: 'timer' }, user: 'leads', envFile: '/etc/leads.env' });
    mkdirSync(root.file('var/lib/lead-intake'), { recursive: true });
    const settings = readFileSync(root.file('etc/leads.env'), 'utf8');
    const plan = removalIn(root.path);
    expect(plan.kept).toEqual({ paths: [root.file('etc/leads.env'), root.file('var/lib/lead-intake')], user: 'leads', isUserOurs: false });
    expect(removedText(plan, [])).toContain(`rm -r ${root.file('etc/leads.env')} ${root.file('var/lib/lead-intake')}`);
    await uninstall(plan);
    expect(filesIn(root.path)).toEqual(['/etc/leads.env']);
    expect(readFileSync(root.file('etc/leads.env'), 'utf8')).toBe(settings);
  });

  test('goes with the links that start it at boot, those of each worker too', async () => {
    using root = new TempDir();
    await installIn(root.path, { processing: { kind: 'workers', count: 2 } });
    const wants = root.file(`${UNITS}/multi-user.target.wants`);
    mkdirSync(wants);
    for (const name of ['lead-intake.service', 'lead-intake-worker@1.service', 'lead-intake-worker@2.service', 'nginx.service']) {
      symlinkSync(`${UNITS}/${name.replace(/@\d/, '@')}`, `${wants}/${name}`);
    }
    await uninstall(removalIn(root.path));
    expect(readdirSync(wants)).toEqual(['nginx.service']);
  });

  test('is left alone beside another prefix', async () => {
    using root = new TempDir();
    await installIn(root.path);
    const before = filesIn(root.path);
    await installIn(root.path, { prefix: 'leads-staging', user: 'leads-staging', envFile: '/etc/leads-staging.env' });
    await uninstall(removalIn(root.path, 'leads-staging'));
    expect(filesIn(root.path)).toEqual([...before, '/etc/leads-staging.env'].toSorted());
  });

  test('is gone the second time: nothing is asked', async () => {
    using root = new TempDir();
    await installIn(root.path);
    await uninstall(removalIn(root.path));
    const again = removalIn(root.path);
    expect(removalQuestion(again)).toBeUndefined();
    expect(await uninstall(again)).toEqual([]);
  });
});

test('a unit that somebody else made under the same name stays, and is told', async () => {
  using root = new TempDir();
  await installIn(root.path);
  const unit = root.file(`${UNITS}/lead-intake.service`);
  writeFileSync(unit, '[Service]\nExecStart=/usr/bin/mine\n');
  const plan = removalIn(root.path);
  expect(removalJson(plan, undefined).arquivos).toContainEqual({ caminho: unit, situacao: 'mantido' });
  await uninstall(plan);
  expect(readFileSync(unit, 'utf8')).toContain('mine');
  expect(existsSync(root.file(`${UNITS}/lead-intake-worker.service`))).toBe(false);
});

test('a removal from this machine needs root; one below a folder does not', () => {
  using root = new TempDir();
  checkRemovable(removalIn(root.path), 1_000);
  const plan = planRemoval('lead-intake', { directory: root.path, root: '/' });
  expect(() => checkRemovable(plan, 1_000)).toThrow(
    expect.objectContaining({ code: 'usage', hint: expect.stringContaining('sudo') as string }),
  );
  checkRemovable(plan, 0);
});

test('a prefix that no installation can have is wrong usage', () => {
  using root = new TempDir();
  expect(() => removalIn(root.path, '../etc')).toThrow(expect.objectContaining({ code: 'usage' }));
});

test('where nothing was installed nothing is said to be kept', () => {
  using root = new TempDir();
  const plan = removalIn(root.path);
  expect(plan).toMatchObject({ removed: [], kept: { paths: [] } });
  expect(removalJson(plan, []).proximos).toEqual([]);
  expect(removedText(plan, [])).toBe('There are no units created by `service install`. Nothing was removed.');
});
