import type { ServiceSetup } from '../../../src/cli/systemd/service-setup.ts';

/** The setup that results from no flags. */
export function serviceSetup(overrides: Partial<ServiceSetup> = {}): ServiceSetup {
  return {
    prefix: 'lead-intake',
    program: ['/usr/local/bin/lead-intake'],
    user: 'lead-intake',
    envFile: '/etc/lead-intake.env',
    processing: { kind: 'workers', count: 1 },
    ...overrides,
  };
}
