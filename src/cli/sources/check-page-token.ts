import type { PageInspector } from '../../app/platforms/page-inspector.ts';
import { NEEDED_SCOPE, permissionsFor, USEFUL_SCOPES } from '../../app/platforms/page-scopes.ts';
import { AppError } from '../../base/app-error.ts';
import { formatDuration } from '../../base/duration.ts';
import type { Translated } from '../../base/language.ts';
import { DAY_MS } from '../../base/time-units.ts';
import type { TokenInspection } from '../../delivery/social-ads/graph-client.ts';
import { appError, inEveryLanguage } from '../../messages/messages.ts';
import { faultTexts } from '../../presentation/fault-text.ts';

/** How long the platform is waited for, in ms. */
const PATIENCE_MS = 20_000;

type TokenInfo = Extract<TokenInspection, { kind: 'token' }>['info'];

/** A token that ends sooner is remarked on while it is being connected: one of a system user, which does not end, can still take its place. In ms. */
const WORTH_A_REMARK_MS = 60 * DAY_MS;

/** A token that may be kept, and remarks for the person who connects it. */
export interface CheckedToken {
  /** The one that was given, or a longer-lived one that Meta gave for it. */
  readonly token: string;
  readonly remarks: readonly Translated<string>[];
}

/**
 * Asks the platform about a token before it is kept.
 *
 * @throws AppError `invalid_input` when the token cannot fetch leads of the page, `configuration_invalid` when the app id and the app secret do
 *   not belong together, `conflict` when the platform cannot be asked
 */
export async function checkPageToken(inspector: PageInspector, pageId: string, given: string, now: number): Promise<CheckedToken> {
  const answer = await inspector.inspect(given, patience());
  if (answer.kind === 'trouble') throw notAsked(answer.trouble.kind, answer.trouble.fault.message);
  if (answer.kind === 'app_refused')
    throw appError('configuration_invalid', (m) => m.cli.sources.metaDoesNotAccept({ said: faultTexts(answer.fault.message) }));
  if (answer.kind === 'not_inspected') return await tryOut(inspector, pageId, given);
  const problem = problemOf(answer.info, pageId, now);
  if (problem !== undefined) throw new AppError('invalid_input', problem, { hint: inEveryLanguage((m) => m.cli.sources.saveAnyway) });
  const access = await inspector.leadAccess(pageId, given, answer.info.userId, patience());
  if (access.kind === 'lead_access' && access.canRead === false) throw noLeadAccess(pageId, access);
  return answer.info.type === 'USER' ? await longLived(inspector, pageId, given) : { token: given, remarks: remarksOn(answer.info, now) };
}

function patience(): AbortSignal {
  return AbortSignal.timeout(PATIENCE_MS);
}

/** What can be told of a token that nobody here may inspect: whether it opens the page. */
async function tryOut(inspector: PageInspector, pageId: string, token: string): Promise<CheckedToken> {
  const trouble = await inspector.troubleOpening(pageId, token, patience());
  if (trouble?.kind === 'missing') {
    throw appError('invalid_input', (m) => m.cli.sources.thisTokenDoesNot({ pageId }), { hint: (m) => m.cli.sources.saveAnyway });
  }
  if (trouble !== null) throw notAsked(trouble.kind, trouble.fault.message);
  const { app } = inspector;
  const remark = inEveryLanguage(({ cli: { sources } }) => (app === null ? sources.openedNotInspected : sources.openedByAnotherApp(app)));
  return { token, remarks: [remark] };
}

/**
 * A person's token ends within hours. The page's own token, made with the long-lived one that Meta gives for it, does not expire, so that is
 * the one to keep.
 */
async function longLived(inspector: PageInspector, pageId: string, given: string): Promise<CheckedToken> {
  const exchanged = await inspector.exchange(given, patience());
  if (exchanged === null || exchanged.kind === 'trouble')
    return { token: given, remarks: [inEveryLanguage((m) => m.cli.sources.notExchanged)] };
  const own = await inspector.ownToken(pageId, exchanged.token, patience());
  const token = (own.kind === 'page_token' ? own.token : null) ?? exchanged.token;
  return { token, remarks: [inEveryLanguage((m) => (token === exchanged.token ? m.cli.sources.exchanged : m.cli.sources.pageTokenKept))] };
}

function noLeadAccess(pageId: string, { reason, resolution }: { readonly reason: string; readonly resolution: string }): AppError {
  const said = [reason, resolution].filter((words) => words !== '').join(' ');
  const quote = said === '' ? '' : ` Meta: "${said}"`;
  return appError('invalid_input', (m) => m.cli.sources.theLeadsAccessManager({ pageId, quote }));
}

function notAsked(kind: string, said: string): AppError {
  if (kind === 'credential' || kind === 'blocked') {
    return appError('invalid_input', (m) => m.cli.sources.thePlatformRefusesToken({ said: faultTexts(said) }), {
      hint: (m) => m.cli.sources.saveAnyway,
    });
  }
  return appError('conflict', (m) => m.cli.sources.thePlatformCouldNot({ said: faultTexts(said) }));
}

/** Why the token cannot fetch the leads of the page; undefined: nothing speaks against it. */
export function problemOf(info: TokenInfo, pageId: string, now: number): Translated<string> | undefined {
  if (!info.isValid || (info.expiresAt !== null && info.expiresAt <= now)) {
    return inEveryLanguage((m) => m.cli.sources.thePlatformSaysToken);
  }
  const { profileId } = info;
  if (profileId !== null && profileId !== pageId) {
    return inEveryLanguage((m) => m.cli.sources.thisTokenNotPage({ profileId, pageId }));
  }
  if (!permissionsFor(info, pageId)(NEEDED_SCOPE)) {
    if (info.scopes.includes(NEEDED_SCOPE)) {
      return inEveryLanguage((m) => m.cli.sources.thisTokenPermissionOther({ neededScope: NEEDED_SCOPE, pageId }));
    }
    return inEveryLanguage((m) => m.cli.sources.thisTokenLacksPermission({ neededScope: NEEDED_SCOPE }));
  }
  return undefined;
}

/** What may become a problem later. */
export function remarksOn(info: TokenInfo, now: number): readonly Translated<string>[] {
  const missing = USEFUL_SCOPES.filter((scope) => !info.scopes.includes(scope)).join(', ');
  const ends = Math.min(info.expiresAt ?? Number.POSITIVE_INFINITY, info.dataAccessExpiresAt ?? Number.POSITIVE_INFINITY);
  return [
    ...(missing === '' ? [] : [inEveryLanguage((m) => m.cli.sources.theTokenLacksNames({ missing }))]),
    ...(ends - now > WORTH_A_REMARK_MS
      ? []
      : [inEveryLanguage((m) => m.cli.sources.theTokenStopsOpening({ duration: formatDuration(ends - now) }))]),
  ];
}
