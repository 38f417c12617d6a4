import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkSetup, hiddenProgramRemark, type ServiceSetup } from '../../../src/cli/systemd/service-setup.ts';
import { chooseUnits, everyUnitName, unitFiles, unitsText } from '../../../src/cli/systemd/unit-files.ts';
import { BUILT } from '../../support/run-program.ts';
import { TempDir } from '../../support/temp-dir.ts';
import { serviceSetup } from './setups.ts';

const run = promisify(execFile);

/** The directives of a unit by name; repeated ones have several values. */
function directives(setup: ServiceSetup, name: string): Readonly<Record<string, readonly string[]>> {
  const text = unitFiles(setup).find((unit) => unit.name === name)?.text ?? '';
  const pairs = text.split('\n').filter((line) => /^[A-Z]\w+=/.test(line));
  return Object.groupBy(pairs, (line) => line.slice(0, line.indexOf('='))) as Record<string, string[]>;
}

const TIMER: ServiceSetup['processing'] = { kind: 'timer' };

describe('the units', () => {
  test.each(['lead-intake.service', 'lead-intake-worker.service', 'lead-intake-conversions.service'])(
    '%s comes back after 5 seconds, and not after exit 3',
    (name) => {
      expect(directives(serviceSetup(), name)).toMatchObject({
        Restart: ['Restart=on-failure'],
        RestartSec: ['RestartSec=5'],
        RestartPreventExitStatus: ['RestartPreventExitStatus=3'],
        KillMode: ['KillMode=mixed'],
      });
    },
  );

  test('run serve and the worker as the user, in its folder, with its settings', () => {
    const serve = directives(serviceSetup(), 'lead-intake.service');
    expect(serve).toMatchObject({
      ExecStart: ['ExecStart=/usr/local/bin/lead-intake serve'],
      User: ['User=lead-intake'],
      Group: ['Group=lead-intake'],
      EnvironmentFile: ['EnvironmentFile=/etc/lead-intake.env'],
      WorkingDirectory: ['WorkingDirectory=/var/lib/lead-intake'],
      StateDirectory: ['StateDirectory=lead-intake'],
      StateDirectoryMode: ['StateDirectoryMode=0700'],
    });
    const worker = directives(serviceSetup(), 'lead-intake-worker.service');
    expect(worker['ExecStart']).toEqual(['ExecStart=/usr/local/bin/lead-intake queue work webhooks']);
  });

  test.each([1, 3])('send conversions by a worker of its own, beside %i workers', (count) => {
    const setup = serviceSetup({ processing: { kind: 'workers', count } });
    const unit = directives(setup, 'lead-intake-conversions.service');
    expect(unit['ExecStart']).toEqual(['ExecStart=/usr/local/bin/lead-intake queue work conversoes']);
    expect(unitFiles(setup).flatMap(({ enable }) => enable ?? [])).toContain('lead-intake-conversions.service');
  });

  test.each(['worker', 'conversions', 'once-conversions', 'prune', 'backup'])(
    '%s reaches the platforms and a database server',
    (suffix) => {
      const processing = suffix.includes('once') ? TIMER : ({ kind: 'workers', count: 1 } as const);
      const unit = directives(serviceSetup({ processing }), `lead-intake-${suffix}.service`);
      expect(unit['RestrictAddressFamilies']).toEqual(['RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX']);
      expect(Object.keys(unit)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(PrivateNetwork|IPAddress)/)]));
    },
  );

  test.each(['worker', 'conversions'])('start the %s again when it reached its memory limit, which is no failure', (name) => {
    expect(directives(serviceSetup(), `lead-intake-${name}.service`)).toMatchObject({
      RestartForceExitStatus: ['RestartForceExitStatus=12'],
      SuccessExitStatus: ['SuccessExitStatus=12'],
    });
    expect(directives(serviceSetup(), 'lead-intake.service')).not.toHaveProperty('SuccessExitStatus');
  });

  test('leave V8 its compiler and the workers their boot id', () => {
    for (const { text } of unitFiles(serviceSetup())) expect(text).not.toMatch(/^(MemoryDenyWriteExecute|ProcSubset)=/m);
  });

  test('prune every week and back up every night, also when the machine was off then', () => {
    const prune = directives(serviceSetup(), 'lead-intake-prune.timer');
    expect(prune['OnCalendar']).toEqual([expect.stringMatching(/=Sun /)]);
    const backup = directives(serviceSetup(), 'lead-intake-backup.timer');
    expect(backup['OnCalendar']).toEqual([expect.stringMatching(/=\*-\*-\* 0\d:/)]);
    for (const timer of [prune, backup]) expect(timer['Persistent']).toEqual(['Persistent=yes']);
    const commands = ['prune', 'backup'].map((name) => directives(serviceSetup(), `lead-intake-${name}.service`)['ExecStart']);
    expect(commands.flat().join()).toMatch(/queue prune 30 webhooks,.* queue prune 30 conversoes,.* backup$/);
  });

  test('with a timer, start `queue once` every minute in place of a worker', () => {
    const setup = serviceSetup({ processing: TIMER });
    expect(unitFiles(setup).map(({ name }) => name)).not.toContain('lead-intake-worker.service');
    expect(directives(setup, 'lead-intake-once.timer')['OnCalendar']).toEqual(['OnCalendar=minutely']);
    expect(directives(setup, 'lead-intake-once.service')).toMatchObject({
      Type: ['Type=oneshot'],
      ExecStart: ['ExecStart=/usr/local/bin/lead-intake queue once webhooks --quiet'],
    });
    expect(unitFiles(setup).map(({ name }) => name)).not.toContain('lead-intake-conversions.service');
    expect(directives(setup, 'lead-intake-once-conversions.timer')['OnCalendar']).toEqual(['OnCalendar=minutely']);
    expect(directives(setup, 'lead-intake-once-conversions.service')['ExecStart']).toEqual([
      'ExecStart=/usr/local/bin/lead-intake queue once conversoes --quiet',
    ]);
  });

  test('of several workers are instances of one template', () => {
    const worker = unitFiles(serviceSetup({ processing: { kind: 'workers', count: 3 } })).find(({ name }) => name.includes('worker'));
    expect(worker).toMatchObject({
      name: 'lead-intake-worker@.service',
      enable: ['lead-intake-worker@1.service', 'lead-intake-worker@2.service', 'lead-intake-worker@3.service'],
    });
  });

  test('of another prefix share nothing with the first', () => {
    const texts = unitFiles(serviceSetup({ prefix: 'staging', user: 'staging', envFile: '/etc/staging.env' }));
    expect(texts.every(({ name }) => name.startsWith('staging'))).toBe(true);
    const shared = texts.flatMap(({ text }) => text.split('\n').filter((line) => /^(?!Exec|Desc|#).*lead-intake/.test(line)));
    expect(shared).toEqual([]);
  });
});

describe('one unit', () => {
  const units = unitFiles(serviceSetup());

  test.each([
    ['lead-intake-worker.service', 'lead-intake-worker.service'],
    ['worker', 'lead-intake-worker.service'],
    ['backup.timer', 'lead-intake-backup.timer'],
    ['serve', 'lead-intake.service'],
    ['lead-intake', 'lead-intake.service'],
  ])('is found by %s', (name, file) => {
    expect(chooseUnits(units, name, 'lead-intake').map((unit) => unit.name)).toEqual([file]);
  });

  test('that does not exist is an error that lists what there is', () => {
    expect(() => chooseUnits(units, 'once', 'lead-intake')).toThrow(
      expect.objectContaining({ code: 'not_found', hint: expect.stringContaining('lead-intake-worker.service') }),
    );
  });

  test('is printed as the text of its file', () => {
    const [unit] = units;
    expect(`${unitsText(units.slice(0, 1))}\n`).toBe(unit?.text);
  });
});

describe('a setup', () => {
  test.each([
    ['a prefix with a slash', { prefix: 'a/b' }],
    ['a prefix with a blank', { prefix: 'a b' }],
    ['root', { user: 'root' }],
    ['a user with a line break', { user: 'a\nExecStart=/bin/sh' }],
    ['a program with a blank', { program: ['/opt/lead intake/run'] }],
    ['a program that systemd would expand', { program: ['/opt/$HOME/%i'] }],
    ['settings with a line break', { envFile: '/etc/a\nUser=root' }],
  ])('with %s is refused', (_name, overrides) => {
    expect(() => checkSetup(serviceSetup(overrides))).toThrow(expect.objectContaining({ code: 'usage' }));
  });

  test('knows the folders that the units hide', () => {
    expect(hiddenProgramRemark(serviceSetup())).toBeUndefined();
    expect(hiddenProgramRemark({ program: ['/opt/node', '--', '/home/ana/run.js'] })?.en).toContain('/home');
    expect(hiddenProgramRemark({ program: ['/tmp/lead-intake'] })?.en).toContain('/tmp');
    expect(hiddenProgramRemark({ program: ['/homestead/lead-intake'] })).toBeUndefined();
  });

  test('knows the units that other flags would have made', () => {
    const names = everyUnitName(serviceSetup());
    expect(names).toEqual(
      expect.arrayContaining([
        'lead-intake-worker.service',
        'lead-intake-worker@.service',
        'lead-intake-conversions.service',
        'lead-intake-once.timer',
        'lead-intake-once-conversions.timer',
      ]),
    );
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('systemd-analyze', () => {
  let isPresent = false;
  /** Names that exist on this machine, so that `verify` finds what the units start. */
  const setups = [TIMER, { kind: 'workers', count: 2 } as const].map((processing) => serviceSetup({ program: [...BUILT], processing }));

  beforeAll(async () => {
    isPresent = await run('systemd-analyze', ['--version']).then(
      () => true,
      () => false,
    );
  });

  async function analyze(verb: readonly string[], pattern: RegExp): Promise<string> {
    using folder = new TempDir();
    const units = new Map(setups.flatMap(unitFiles).map(({ name, text }) => [name.replace('@.', '@1.'), text]));
    for (const [name, text] of units) writeFileSync(folder.file(name), text);
    const files = [...units.keys()].filter((name) => pattern.test(name)).map((name) => folder.file(name));
    const { stdout, stderr } = await run('systemd-analyze', [...verb, ...files], { env: { PATH: process.env['PATH'] } });
    return stdout + stderr;
  }

  test('verify has nothing to say about any unit', async ({ skip }) => {
    skip(!isPresent, 'systemd-analyze is not on this machine');
    expect(await analyze(['verify', '--recursive-errors=no'], /./)).toBe('');
  });

  test('security rates every service OK or better', async ({ skip }) => {
    skip(!isPresent, 'systemd-analyze is not on this machine');
    // The threshold is the exposure times ten; above it, the command fails. "OK" ends at 4.9; our units are at 1.3 or below.
    const report = await analyze(['security', '--offline=true', '--no-pager', '--threshold=15'], /service$/);
    expect(report.match(/Overall exposure level.*(OK|SAFE)/g)).toHaveLength(7);
  });
});
