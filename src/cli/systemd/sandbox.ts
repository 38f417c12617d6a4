/** What a unit may reach beside its own folders. */
export type Network = 'network' | 'no network';

/**
 * The directives that shut a unit in. `systemd-analyze security` rates the result; what is left open has its reason in the unit,
 * where an operator who hardens further meets it.
 */
export function sandbox(network: Network): string {
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
