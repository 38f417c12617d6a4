import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { ChangeFeed, Directory, QueueControl, Reports } from '../../domain/ports.ts';
import type { AdminAccess } from './entrance/access.ts';

/** What the admin is built from. */
export interface AdminDeps {
  readonly reports: Reports;
  readonly control: QueueControl;
  readonly changes: ChangeFeed;
  readonly directory: Directory;
  readonly queue: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly version: string;
  /** A word for the badge: `production`, `development`, … */
  readonly environment: string;
  readonly access: AdminAccess;
  /** How many live pages may be open at once; left out: 500. */
  readonly mostStreams?: number;
  readonly collectMetrics: () => Promise<{ readonly contentType: string; readonly body: string }>;
}
