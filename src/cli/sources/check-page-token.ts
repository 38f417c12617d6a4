import { NEEDED_SCOPE, type PageInspector, permissionsFor, USEFUL_SCOPES } from '../../app/platforms/page-inspector.ts';
import { AppError } from '../../base/app-error.ts';
import { formatDuration } from '../../base/duration.ts';
import type { Translated } from '../../base/language.ts';
import { DAY_MS } from '../../base/time-units.ts';
import type { TokenInspection } from '../../delivery/social-ads/graph-client.ts';
import type { FaultParams } from '../../domain/fault.ts';
import { appError, inEveryLanguage, type Messages } from '../../messages/messages.ts';
import { faultTexts } from '../../presentation/fault-text.ts';

/** How long to wait for the platform, in ms. */
const TIMEOUT_MS = 20_000;

type TokenInfo = Extract<TokenInspection, { kind: 'token' }>['info'];

/**
 * A token that expires sooner gets a remark when it is connected: a system user's token, which does not expire, can still replace it. In
 * ms.
 */
const WORTH_A_REMARK_MS = 60 * DAY_MS;

/** A token that may be stored, and remarks for the person who connects it. */
export interface CheckedToken {
  /** The given token, or a longer-lived one that Meta issued for it. */
  readonly token: string;
  readonly remarks: readonly Translated<string>[];
}

/**
 * Checks a token with the platform before it is stored.
 *
 * @throws AppError `invalid_input` if the token cannot fetch leads of the page, `configuration_invalid` if app id and app secret do not
 * belong together, `conflict` if the platform cannot be asked
 */
export async function checkPageToken(inspector: PageInspector, pageId: string, given: string, now: number): Promise<CheckedToken> {
  const answer = await inspector.inspect(given, timeout());
  if (answer.kind === 'trouble') throw notAsked(answer.trouble.kind, answer.trouble.fault.params);
  if (answer.kind === 'app_refused')
    throw appError('configuration_invalid', (m) => m.cli.sources.appSecretRefused({ said: faultTexts(answer.fault.params) }));
  if (answer.kind === 'not_inspected') return await tryOut(inspector, pageId, given);
  const problem = problemOf(answer.info, pageId, now);
  if (problem !== undefined) throw new AppError('invalid_input', problem, { hint: inEveryLanguage((m) => m.cli.sources.saveAnyway) });
  const access = await inspector.leadAccess(pageId, given, answer.info.userId, timeout());
  if (access.kind === 'lead_access' && access.canRead === false) throw noLeadAccess(pageId, access);
  return answer.info.type === 'USER' ? await longLived(inspector, pageId, given) : { token: given, remarks: remarksOn(answer.info, now) };
}

function timeout(): AbortSignal {
  return AbortSignal.timeout(TIMEOUT_MS);
}

/** The check of a token that cannot be inspected: whether it opens the page. */
async function tryOut(inspector: PageInspector, pageId: string, token: string): Promise<CheckedToken> {
  const opened = await inspector.ownToken(pageId, token, timeout());
  if (opened.kind === 'trouble' && opened.trouble.kind === 'missing') {
    throw appError('invalid_input', (m) => m.cli.sources.tokenDoesNotOpenPage({ pageId }), { hint: (m) => m.cli.sources.saveAnyway });
  }
  if (opened.kind === 'trouble') throw notAsked(opened.trouble.kind, opened.trouble.fault.params);
  const { app } = inspector;
  const remark = inEveryLanguage(({ cli: { sources } }) => (app === null ? sources.openedNotInspected : sources.otherApp(app)));
  return { token, remarks: [remark] };
}

/**
 * A person's token expires within hours. The page's own token, obtained with the long-lived token that Meta issues for it, does not expire,
 * so that one is stored.
 */
async function longLived(inspector: PageInspector, pageId: string, given: string): Promise<CheckedToken> {
  const exchanged = await inspector.exchange(given, timeout());
  if (exchanged === null || exchanged.kind === 'trouble')
    return { token: given, remarks: [inEveryLanguage((m) => m.cli.sources.notExchanged)] };
  const own = await inspector.ownToken(pageId, exchanged.token, timeout());
  const token = (own.kind === 'page_token' ? own.token : null) ?? exchanged.token;
  return { token, remarks: [inEveryLanguage((m) => (token === exchanged.token ? m.cli.sources.exchanged : m.cli.sources.pageTokenKept))] };
}

function noLeadAccess(pageId: string, { reason, resolution }: { readonly reason: string; readonly resolution: string }): AppError {
  const said = [reason, resolution].filter((words) => words !== '').join(' ');
  const quote = said === '' ? '' : ` Meta: "${said}"`;
  return appError('invalid_input', (m) => m.cli.sources.leadsAccessManager({ pageId, quote }));
}

function notAsked(kind: string, said: FaultParams): AppError {
  if (kind === 'credential' || kind === 'blocked') {
    return appError('invalid_input', (m) => m.cli.sources.tokenRefused({ said: faultTexts(said) }), {
      hint: (m) => m.cli.sources.saveAnyway,
    });
  }
  return appError('conflict', (m) => m.cli.sources.platformSilent({ said: faultTexts(said) }));
}

/** Why the token cannot fetch the leads of the page; `undefined` if no problem was found. */
export function problemOf(info: TokenInfo, pageId: string, now: number): Translated<string> | undefined {
  const { isValid, expiresAt, profileId, scopes } = info;
  const problem = (say: (words: Messages['cli']['sources']) => string) => inEveryLanguage((m) => say(m.cli.sources));
  if (!isValid || (expiresAt !== null && expiresAt <= now)) return problem((words) => words.tokenInvalid);
  if (profileId !== null && profileId !== pageId) return problem((words) => words.tokenOfOtherPage({ profileId, pageId }));
  if (permissionsFor(info, pageId)(NEEDED_SCOPE)) return undefined;
  return problem((words) =>
    scopes.includes(NEEDED_SCOPE)
      ? words.permissionForOtherPages({ neededScope: NEEDED_SCOPE, pageId })
      : words.permissionMissing({ neededScope: NEEDED_SCOPE }),
  );
}

/** Possible future problems. */
export function remarksOn(info: TokenInfo, now: number): readonly Translated<string>[] {
  const missing = USEFUL_SCOPES.filter((scope) => !info.scopes.includes(scope)).join(', ');
  const ends = Math.min(info.expiresAt ?? Number.POSITIVE_INFINITY, info.dataAccessExpiresAt ?? Number.POSITIVE_INFINITY);
  return [
    ...(missing === '' ? [] : [inEveryLanguage((m) => m.cli.sources.optionalPermissionMissing({ missing }))]),
    ...(ends - now > WORTH_A_REMARK_MS
      ? []
      : [inEveryLanguage((m) => m.cli.sources.tokenExpires({ duration: formatDuration(ends - now) }))]),
  ];
}
