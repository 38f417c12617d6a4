import { randomBytes } from 'node:crypto';
import { toAppError } from '../base/app-error.ts';
import { droppedLogLines } from '../base/logger.ts';
import { isLoopback } from '../base/loopback.ts';
import { DEFAULT_QUEUE } from '../domain/job.ts';
import type { EventInbox } from '../domain/ports.ts';
import { readSnapshot, type Snapshot } from '../findings/snapshot.ts';
import { adminRoutes } from '../http/admin/admin-routes.ts';
import { AdminAccess } from '../http/admin/entrance/access.ts';
import { createMetrics, type Metrics } from '../http/admin/metrics/metrics.ts';
import type { Exchange, Route } from '../http/exchange.ts';
import { exportRoutes } from '../http/export-routes.ts';
import type { CountShared } from '../http/failure-throttle.ts';
import { healthRoutes } from '../http/health-routes.ts';
import { IntakeRefusals } from '../http/intake-refusals.ts';
import { intakeRoutes } from '../http/intake-routes.ts';
import { createRefusedRecorder, type RefusedRecorder } from '../http/refused-recorder.ts';
import { createHttpServer } from '../http/server.ts';
import { createIntake } from '../intake/receive.ts';
import { clientConnections } from './client-accounts/client-connections.ts';
import type { AppContext } from './context.ts';
import { formDesk } from './forms/form-desk.ts';
import { installationOf } from './installation.ts';
import { addNamedSecret } from './named-secrets/add-named-secret.ts';
import type { NamedKeys } from './named-secrets/named-keys.ts';
import type { OpenErasures } from './open-erasures.ts';
import { deliverySettings } from './platforms/delivery-settings.ts';
import { previewReplay, replayRefused } from './replay-refused.ts';
import { sourceSettings } from './source-settings.ts';

const ONE_TIME_TOKEN_BYTES = 24;

/** The parts of a running service. */
export type ServiceParts = ReturnType<typeof assembleService>;

/** Assembles the server over the open store: intake, health, export of conversions, admin and metrics. It does not listen yet. */
export function assembleService(context: AppContext, named: NamedKeys, erasures: OpenErasures) {
  const { config, store, clock, log, version } = context;
  /** Set when shutdown begins; `/ready` reports it. */
  const state = { isStopping: false };
  const refusals = new IntakeRefusals(clock);
  const readInstallation = installationReader(context, named, refusals);
  const health = healthRoutes({
    reports: store,
    refusals,
    readInstallation,
    includeQueue: config.healthQueue,
    clock,
    log,
    isStopping: () => state.isStopping,
  });
  const metrics = createMetrics({ readInstallation, isWritable: health.isWritable, version, droppedLogLines });
  const refused = createRefusedRecorder({ inbox: store, reports: store, secrets: context.secrets, named: named.current, clock, log });
  const { admin, access, oneTimeToken } = assembleAdmin(context, metrics, readInstallation, erasures);
  const server = createHttpServer({
    routes: [
      ...assembleIntake(context, named, metrics, refused, refusals),
      ...health.routes,
      ...assembleExport(context, named),
      ...admin.routes,
    ],
    log,
    trustProxy: config.trustProxy,
    onAnswered: (answered) => metrics.observe(answered),
  });
  return { server, refused, health, admin, access, oneTimeToken, state };
}

/** Reads the data that findings are based on, for everything that shows them. */
function installationReader(
  { config, secrets, store, clock }: AppContext,
  named: NamedKeys,
  refusals: IntakeRefusals,
): () => Promise<Snapshot> {
  const ofSenders = async () => named.current().flatMap(({ origin, value }) => (value === null ? [] : [origin]));
  const installation = { ...installationOf(config, secrets, ofSenders), refusedDelivery: () => refusals.recent() };
  return () => readSnapshot(store, installation, clock());
}

function assembleIntake(
  { config, secrets, store, clock, log }: AppContext,
  named: NamedKeys,
  metrics: Metrics,
  refused: RefusedRecorder,
  refusals: IntakeRefusals,
): Route[] {
  const inbox = countingInbox(store, metrics, refusals);
  const intake = createIntake({ inbox, secrets, named: named.current, config, clock, queue: DEFAULT_QUEUE });
  const countGuess: CountShared = (networks, now) => store.countFailedLogin('google_key', networks, now);
  const onNoRoom = (code: string): void => refusals.noteNoRoom(code);
  const { maxBodyBytes } = config;
  return intakeRoutes({ intake, refused, onRefused: metrics.countRefused, maxBodyBytes, countGuess, onNoRoom, clock, log });
}

function assembleExport({ config, secrets, store, clock }: AppContext, { current: named }: NamedKeys): Route[] {
  const { conversions, accountsClient } = config.delivery;
  const stored = { outbox: store, directory: store, accounts: store, namedSecrets: store, failedLogins: store };
  return exportRoutes({ ...stored, named, credential: secrets.conversionsExport, conversions, accountsClient, clock });
}

function assembleAdmin(context: AppContext, metrics: Metrics, readInstallation: () => Promise<Snapshot>, erasures: OpenErasures) {
  const { config, secrets, store, clock, log, version } = context;
  const { adminToken, adminReadonlyToken: readonlyToken } = secrets;
  const listensOnLoopback = isLoopback(config.host);
  // Opens the admin once.
  const oneTimeToken = adminToken === undefined && listensOnLoopback ? randomBytes(ONE_TIME_TOKEN_BYTES).toString('base64url') : undefined;
  const isHttps = (exchange: Exchange): boolean => config.trustProxy > 0 && forwardedProtocol(exchange) === 'https';
  const access = new AdminAccess({
    sessions: store,
    failedLogins: store,
    adminToken,
    readonlyToken,
    oneTimeToken,
    listensOnLoopback,
    clock,
    log,
    isHttps,
  });
  const admin = adminRoutes({
    store,
    addNamedSecret: secrets.credentialsKey === undefined ? undefined : (secret, operator) => addNamedSecret(context, secret, operator),
    clientConnections: clientConnections(context),
    erasures,
    retention: config.retention,
    forms: formDesk(store, clock),
    readInstallation,
    clock,
    log,
    version,
    timeZone: config.delivery.conversions.timeZone,
    environment: config.production ? 'production' : 'development',
    previewReplay: (refusedIds, options) => previewReplay(context, refusedIds, options),
    replayRefused: (refusedIds, operator, options) => replayRefused(context, refusedIds, operator, options),
    sources: sourceSettings(config, secrets),
    delivery: deliverySettings(config, secrets),
    isHttps,
    access,
    collectMetrics: () => metrics.collect(),
  });
  return { admin, access, oneTimeToken };
}

function countingInbox(inbox: Pick<EventInbox, 'accept'>, metrics: Metrics, refusals: IntakeRefusals): Pick<EventInbox, 'accept'> {
  return {
    accept: async (delivery) => {
      try {
        const receipts = await inbox.accept(delivery);
        refusals.noteAccepted();
        for (const receipt of receipts)
          metrics.countEvent(delivery.origin, receipt.isNew ? 'new' : receipt.conflict ? 'conflict' : 'resend');
        return receipts;
      } catch (error) {
        const { code } = toAppError(error);
        // `internal` is caused by this one delivery: a sender that repeats it forever must not make the service look unhealthy.
        if (code !== 'internal') refusals.noteRefused(code);
        throw error;
      }
    },
  };
}

function forwardedProtocol({ req }: Exchange): string | undefined {
  const header = req.headers['x-forwarded-proto'];
  const value = Array.isArray(header) ? header.at(-1) : header;
  return value?.split(',').at(-1)?.trim().toLowerCase();
}
