import { CONVERSION_QUEUE, DEFAULT_QUEUE } from '../../domain/job.ts';
import { appError } from '../../messages/messages.ts';
import { type ServiceSetup, stateFolder } from './service-setup.ts';

export interface UnitFile {
  /** Name of the file: `lead-intake-worker.service`. */
  readonly name: string;
  readonly text: string;
  /** What `systemctl enable` takes; left out for units that a timer starts. */
  readonly enable?: readonly string[];
}

/** A finished job is looked at for a month; the same number as in the README. */
const PRUNE_DAYS = 30;
const KEPT_BACKUPS = 14;

/** The units of a setup, in the order in which people read them. */
export function unitFiles(setup: ServiceSetup): readonly UnitFile[] {
  return [
    serveUnit(setup),
    ...(setup.processing.kind === 'timer' ? onceUnits(setup) : [workerUnit(setup, setup.processing.count), conversionsUnit(setup)]),
    ...pruneUnits(setup),
    ...backupUnits(setup),
  ];
}

/** Names of every unit this program may have made with the prefix, whatever the setup was. */
export function everyUnitName(setup: ServiceSetup): readonly string[] {
  const setups: readonly ServiceSetup['processing'][] = [{ kind: 'timer' }, { kind: 'workers', count: 1 }, { kind: 'workers', count: 2 }];
  return [...new Set(setups.flatMap((processing) => unitFiles({ ...setup, processing }).map(({ name }) => name)))];
}

function serveUnit(setup: ServiceSetup): UnitFile {
  const name = `${setup.prefix}.service`;
  return {
    name,
    enable: [name],
    text: `${title(name)}
[Unit]
Description=lead-intake: intake of leads, admin pages
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
${start(setup, 'serve')}
${RESTART}
# Answers what it has begun for up to 10 s; what is cut off later was not acknowledged, and is sent again.
KillMode=mixed
TimeoutStopSec=60

${surroundings(setup, 'network')}

[Install]
WantedBy=multi-user.target
`,
  };
}

function workerUnit(setup: ServiceSetup, count: number): UnitFile {
  const name = `${setup.prefix}-worker${count > 1 ? '@' : ''}.service`;
  const instances = Array.from({ length: count }, (_, index) => `${setup.prefix}-worker@${index + 1}.service`);
  return queueUnit(setup, {
    name,
    enable: count > 1 ? instances : [name],
    description: `queue worker${count > 1 ? ' %i' : ''}`,
    queue: DEFAULT_QUEUE,
  });
}

/** Beside the worker, so that a platform that is slow holds up no lead. */
function conversionsUnit(setup: ServiceSetup): UnitFile {
  const name = `${setup.prefix}-conversions.service`;
  return queueUnit(setup, { name, enable: [name], description: 'sends conversions to the platforms', queue: CONVERSION_QUEUE });
}

interface QueueUnit {
  readonly name: string;
  readonly enable: readonly string[];
  readonly description: string;
  readonly queue: string;
}

function queueUnit(setup: ServiceSetup, { name, enable, description, queue }: QueueUnit): UnitFile {
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
${start(setup, `queue work ${queue}`)}
${RESTART}
# 12: it reached its memory limit and asks for a fresh process, which is no failure.
SuccessExitStatus=12
RestartForceExitStatus=12
# Finishes or gives back the jobs it holds; those of a worker that is killed run again.
KillMode=mixed
TimeoutStopSec=60

${surroundings(setup, 'network')}

[Install]
WantedBy=multi-user.target
`,
  };
}

function onceUnits(setup: ServiceSetup): readonly UnitFile[] {
  const queues = [
    { suffix: 'once', description: 'process the queue once', queue: DEFAULT_QUEUE },
    { suffix: 'once-conversions', description: 'send the conversions that are due', queue: CONVERSION_QUEUE },
  ];
  return queues.flatMap(({ suffix, description, queue }) =>
    task(setup, {
      suffix,
      description,
      commands: [`queue once ${queue} --quiet`],
      network: 'network',
      // Systemd groups wake-ups within a minute unless told otherwise, which would make two runs of one.
      schedule: 'OnCalendar=minutely\nAccuracySec=1s',
    }),
  );
}

function pruneUnits(setup: ServiceSetup): readonly UnitFile[] {
  return task(setup, {
    suffix: 'prune',
    description: `remove jobs that ended more than ${PRUNE_DAYS} days ago`,
    commands: [DEFAULT_QUEUE, CONVERSION_QUEUE].map((queue) => `queue prune ${PRUNE_DAYS} ${queue}`),
    network: 'no network',
    schedule: 'OnCalendar=Sun *-*-* 04:00:00\nRandomizedDelaySec=1h\nPersistent=yes',
  });
}

function backupUnits(setup: ServiceSetup): readonly UnitFile[] {
  return task(setup, {
    suffix: 'backup',
    description: `back the database up and keep the last ${KEPT_BACKUPS} copies`,
    commands: [`backup --keep ${KEPT_BACKUPS}`],
    network: 'no network',
    schedule: 'OnCalendar=*-*-* 02:00:00\nRandomizedDelaySec=1h\nPersistent=yes',
  });
}

interface Task {
  readonly suffix: string;
  readonly description: string;
  /** One after the other; one that fails is the last. */
  readonly commands: readonly string[];
  readonly network: Network;
  readonly schedule: string;
}

/** Commands that end, and the timer that starts them. */
function task(setup: ServiceSetup, { suffix, description, commands, network, schedule }: Task): readonly UnitFile[] {
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

${surroundings(setup, network)}
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
# 3: configuration or database unusable, which starting again does not mend.
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

/** Its folders, made by systemd and owned by the user, and the sandbox. */
function surroundings({ prefix }: ServiceSetup, network: Network): string {
  return `\
# Far above what it takes at work; it keeps a fault from taking the memory of the whole machine.
MemoryMax=1G
StateDirectory=${prefix}
StateDirectoryMode=0700
# Compiled code, and the machine code that the packaged executable unpacks there.
CacheDirectory=${prefix}
CacheDirectoryMode=0700
Environment=XDG_CACHE_HOME=/var/cache/${prefix}

${sandbox(network)}`;
}

/** What a unit may reach beside its own folders. */
type Network = 'network' | 'no network';

/**
 * The directives that shut a unit in. `systemd-analyze security` rates the result; what is left open has its reason in the unit,
 * where an operator who hardens further meets it.
 */
function sandbox(network: Network): string {
  return `\
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
${NETWORK[network]}
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
# MemoryDenyWriteExecute= stays off: V8 compiles JavaScript to machine code while it runs.
# ProcSubset=pid stays off: workers tell each other apart by /proc/sys/kernel/random/boot_id, and would take each other for dead.`;
}

const NETWORK: Readonly<Record<Network, string>> = {
  network: 'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
  'no network': 'PrivateNetwork=yes\nRestrictAddressFamilies=AF_UNIX',
};

/**
 * The unit of that name, all without a name. The ending and the part that all names share can be left out: `worker`, `backup.timer`.
 *
 * @throws AppError `not_found` that lists what there is
 */
export function chooseUnits(units: readonly UnitFile[], name: string | undefined, prefix: string): readonly UnitFile[] {
  if (name === undefined) return units;
  const spellings = [name, `${name}.service`, `${prefix}-${name}`, `${prefix}-${name}.service`, `${prefix}-${name}@.service`];
  const unit = units.find((candidate) => spellings.includes(candidate.name)) ?? (name === 'serve' ? units[0] : undefined);
  if (unit !== undefined) return [unit];
  const names = units.map((candidate) => candidate.name).join(', ');
  throw appError('not_found', (m) => m.cli.service.thereNoUnitThese({ name }), { hint: (m) => m.cli.service.thereAre({ names }) });
}

/** Units as `systemctl cat` shows them: each under the name of its file. One alone is the bare text, to write into its file. */
export function unitsText(units: readonly UnitFile[]): string {
  const [first, ...others] = units;
  if (first !== undefined && others.length === 0) return first.text.trimEnd();
  return units
    .map(({ name, text }) => `# ${name}\n${text}`)
    .join('\n')
    .trimEnd();
}
