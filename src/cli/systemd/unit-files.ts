import { CONVERSION_QUEUE, DEFAULT_QUEUE } from '../../domain/job.ts';
import { appError } from '../../messages/messages.ts';
import { type ServiceSetup, stateFolder } from './service-setup.ts';

export interface UnitFile {
  /** The file name: `lead-intake-worker.service`. */
  readonly name: string;
  readonly text: string;
  /** The arguments of `systemctl enable`; omitted for units that a timer starts. */
  readonly enable?: readonly string[];
}

/** Finished jobs may be of interest for a month; the same number as in the README. */
const PRUNE_DAYS = 30;

/** The units of a setup, in reading order. */
export function unitFiles(setup: ServiceSetup): readonly UnitFile[] {
  const { processing } = setup;
  const running = processing.kind === 'timer' ? [] : [workerUnit(setup, processing.count), conversionsUnit(setup)];
  const tasks = [...(processing.kind === 'timer' ? onceTasks() : []), ...KEEPING];
  return [serveUnit(setup), ...running, ...tasks.flatMap((task) => taskUnits(setup, task))];
}

/** Names of every unit that this program may have created with the prefix, whatever the setup was. */
export function everyUnitName(setup: ServiceSetup): readonly string[] {
  const setups: readonly ServiceSetup['processing'][] = [{ kind: 'timer' }, { kind: 'workers', count: 1 }, { kind: 'workers', count: 2 }];
  return [...new Set(setups.flatMap((processing) => unitFiles({ ...setup, processing }).map(({ name }) => name)))];
}

function serveUnit(setup: ServiceSetup): UnitFile {
  const name = `${setup.prefix}.service`;
  return runningUnit(setup, {
    name,
    enable: [name],
    description: 'intake of leads, admin pages',
    command: 'serve',
    ending: '# Answers what it has begun for up to 10 s; what is cut off later was not acknowledged, and is sent again.',
  });
}

function workerUnit(setup: ServiceSetup, count: number): UnitFile {
  const name = `${setup.prefix}-worker${count > 1 ? '@' : ''}.service`;
  const instances = Array.from({ length: count }, (_, index) => `${setup.prefix}-worker@${index + 1}.service`);
  const description = `queue worker${count > 1 ? ' %i' : ''}`;
  return runningUnit(setup, { name, enable: count > 1 ? instances : [name], description, ...queueWork(DEFAULT_QUEUE) });
}

/** Separate from the worker, so that a slow platform does not delay leads. */
function conversionsUnit(setup: ServiceSetup): UnitFile {
  const name = `${setup.prefix}-conversions.service`;
  return runningUnit(setup, { name, enable: [name], description: 'sends conversions to the platforms', ...queueWork(CONVERSION_QUEUE) });
}

function queueWork(queue: string): Pick<RunningUnit, 'command' | 'ending'> {
  return {
    command: `queue work ${queue}`,
    ending: `\
# 12: it reached its memory limit and asks for a fresh process, which is no failure.
SuccessExitStatus=12
RestartForceExitStatus=12
# Finishes or gives back the jobs it holds; those of a worker that is killed run again.`,
  };
}

interface RunningUnit {
  readonly name: string;
  readonly enable: readonly string[];
  readonly description: string;
  readonly command: string;
  /** Directives for stopping and restarting, and what may be lost by it. */
  readonly ending: string;
}

/** A long-running command. */
function runningUnit(setup: ServiceSetup, { name, enable, description, command, ending }: RunningUnit): UnitFile {
  return {
    name,
    enable,
    text: `${title(name)}
[Unit]
Description=lead-intake: ${description}
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
${start(setup, command)}
${RESTART}
${ending}
KillMode=mixed
TimeoutStopSec=60

${surroundings(setup)}

[Install]
WantedBy=multi-user.target
`,
  };
}

function onceTasks(): readonly Task[] {
  const queues = [
    ['once', 'process the queue once', DEFAULT_QUEUE],
    ['once-conversions', 'send the conversions that are due', CONVERSION_QUEUE],
  ] as const;
  return queues.map(([suffix, description, queue]) => ({
    suffix,
    description,
    commands: [`queue once ${queue} --quiet`],
    // By default systemd groups wake-ups within a minute, which would merge two runs into one.
    schedule: 'OnCalendar=minutely\nAccuracySec=1s',
  }));
}

const KEEPING: readonly Task[] = [
  {
    suffix: 'prune',
    description: `remove jobs that ended more than ${PRUNE_DAYS} days ago`,
    commands: [DEFAULT_QUEUE, CONVERSION_QUEUE].map((queue) => `queue prune ${PRUNE_DAYS} ${queue}`),
    schedule: 'OnCalendar=Sun *-*-* 04:00:00\nRandomizedDelaySec=1h\nPersistent=yes',
  },
  {
    suffix: 'backup',
    description: 'back the database up, and delete old backups',
    commands: ['backup'],
    schedule: 'OnCalendar=*-*-* 02:00:00\nRandomizedDelaySec=1h\nPersistent=yes',
  },
];

interface Task {
  readonly suffix: string;
  readonly description: string;
  /** One after the other; stops at the first that fails. */
  readonly commands: readonly string[];
  readonly schedule: string;
}

/** Commands that terminate, and the timer that starts them. */
function taskUnits(setup: ServiceSetup, { suffix, description, commands, schedule }: Task): readonly UnitFile[] {
  const service = `${setup.prefix}-${suffix}.service`;
  const timer = `${setup.prefix}-${suffix}.timer`;
  return [
    {
      name: service,
      text: `${title(service)}
[Unit]
Description=lead-intake: ${description}

[Service]
Type=oneshot
${start(setup, ...commands)}

${surroundings(setup)}
`,
    },
    {
      name: timer,
      enable: [timer],
      text: `${title(timer)}
[Unit]
Description=lead-intake: when to ${description}

[Timer]
${schedule}

[Install]
WantedBy=timers.target
`,
    },
  ];
}

function title(name: string): string {
  return `# Made by \`lead-intake service install\`, which replaces it. Changes of your own go into \`systemctl edit ${name}\`.
`;
}

const RESTART = `\
Restart=on-failure
RestartSec=5
# 3: configuration or database unusable, which a restart does not fix.
RestartPreventExitStatus=3`;

function start(setup: ServiceSetup, ...commands: readonly string[]): string {
  return `\
${commands.map((command) => `ExecStart=${[...setup.program, command].join(' ')}`).join('\n')}
User=${setup.user}
Group=${setup.user}
EnvironmentFile=${setup.envFile}
WorkingDirectory=${stateFolder(setup)}
SyslogIdentifier=%N`;
}

/** The folders, created by systemd and owned by the user, and the sandbox. */
function surroundings({ prefix }: ServiceSetup): string {
  return `\
# Far above what it takes at work; it keeps a fault from taking the memory of the whole machine.
MemoryMax=1G
StateDirectory=${prefix}
StateDirectoryMode=0700
# Compiled code, and the machine code that the packaged executable unpacks there.
CacheDirectory=${prefix}
CacheDirectoryMode=0700
Environment=XDG_CACHE_HOME=/var/cache/${prefix}

${SANDBOX}`;
}

/**
 * The sandbox directives. `systemd-analyze security` rates the result; the unit gives the reason for whatever stays open, for operators who
 * harden it further. Every unit has the network: DATABASE_URL can name a server, also after the installation.
 */
const SANDBOX = `\
# Nothing outside its own folders can be written, and nothing of other users is seen.
UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
DevicePolicy=closed
PrivateUsers=yes
ProtectProc=invisible
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RemoveIPC=yes
LockPersonality=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
# MemoryDenyWriteExecute= stays off: V8 compiles JavaScript to machine code while it runs.
# ProcSubset=pid stays off: workers tell each other apart by /proc/sys/kernel/random/boot_id, and would take each other for dead.`;

/**
 * The units with this name, or all without a name. The suffix and the common prefix can be omitted: `worker`, `backup.timer`.
 *
 * @throws AppError `not_found` that lists the existing units
 */
export function chooseUnits(units: readonly UnitFile[], name: string | undefined, prefix: string): readonly UnitFile[] {
  if (name === undefined) return units;
  const spellings = [name, `${name}.service`, `${prefix}-${name}`, `${prefix}-${name}.service`, `${prefix}-${name}@.service`];
  const unit = units.find((candidate) => spellings.includes(candidate.name)) ?? (name === 'serve' ? units[0] : undefined);
  if (unit !== undefined) return [unit];
  const names = units.map((candidate) => candidate.name).join(', ');
  throw appError('not_found', (m) => m.cli.service.noSuchUnit({ name }), { hint: (m) => m.cli.service.thereAre({ names }) });
}

/** Units in the format of `systemctl cat`, each with its file name. A single unit is the bare text, ready to be written to its file. */
export function unitsText(units: readonly UnitFile[]): string {
  const [first, ...others] = units;
  if (first !== undefined && others.length === 0) return first.text.trimEnd();
  return units
    .map(({ name, text }) => `# ${name}\n${text}`)
    .join('\n')
    .trimEnd();
}
