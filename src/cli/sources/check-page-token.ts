import type { StoreContext } from '../../app/context.ts';
import { openGraph } from '../../app/platforms/open-graph.ts';
import { AppError } from '../../base/app-error.ts';
import { formatDuration } from '../../base/duration.ts';
import type { Translated } from '../../base/language.ts';
import { DAY_MS } from '../../base/time-units.ts';
import type { TokenInspection } from '../../delivery/social-ads/graph-client.ts';
import { faultText } from '../../presentation/fault-text.ts';
import { NEEDED_SCOPE, USEFUL_SCOPES } from './page-scopes.ts';

/** How long the platform is waited for, in ms. */
const PATIENCE_MS = 20_000;

type TokenInfo = Extract<TokenInspection, { kind: 'token' }>['info'];

/** A token that ends sooner is remarked on while it is being connected: one of a system user, which does not end, can still take its place. In ms. */
const WORTH_A_REMARK_MS = 60 * DAY_MS;

const SAVE_ANYWAY = {
  en: 'Nothing was kept. Make a token that fits, or keep this one all the same with --no-check.',
  pt: 'Nada foi guardado. Gere um token adequado, ou guarde este mesmo assim com --no-check.',
};

/**
 * Asks the platform about a token before it is kept.
 *
 * @returns remarks for the person who connects
 * @throws AppError `invalid_input` when the token cannot fetch leads of the page, `conflict` when the platform cannot be asked
 */
export async function checkPageToken(
  { config, secrets, clock }: Pick<StoreContext, 'config' | 'secrets' | 'clock'>,
  pageId: string,
  token: string,
): Promise<readonly Translated<string>[]> {
  await using platform = await openGraph({ config, secrets, clock });
  const answer = await platform.graph.inspectToken(token, AbortSignal.timeout(PATIENCE_MS));
  if (answer.kind === 'trouble') throw notAsked(answer.trouble.kind, answer.trouble.fault.message);
  const problem = problemOf(answer.info, pageId, clock());
  if (problem !== undefined) throw new AppError('invalid_input', problem, { hint: SAVE_ANYWAY });
  return remarksOn(answer.info, clock());
}

function notAsked(kind: string, said: string): AppError {
  if (kind === 'credential' || kind === 'blocked') {
    const message = { en: `The platform refuses this token. ${said}`, pt: `A plataforma recusa este token. ${faultText(said, 'pt')}` };
    return new AppError('invalid_input', message, { hint: SAVE_ANYWAY });
  }
  const message = {
    en: `The platform could not be asked about the token. ${said}`,
    pt: `Não foi possível consultar a plataforma sobre o token. ${faultText(said, 'pt')}`,
  };
  const hint = {
    en: 'Nothing was kept. Try again, or keep the token without asking with --no-check.',
    pt: 'Nada foi guardado. Tente de novo, ou guarde o token sem consultar com --no-check.',
  };
  return new AppError('conflict', message, { hint });
}

/** Why the token cannot fetch the leads of the page; undefined: nothing speaks against it. */
export function problemOf(info: TokenInfo, pageId: string, now: number): Translated<string> | undefined {
  if (!info.isValid || (info.expiresAt !== null && info.expiresAt <= now)) {
    return {
      en: 'The platform says that this token is not valid (any more).',
      pt: 'A plataforma diz que este token não é válido (ou não é mais).',
    };
  }
  if (info.profileId !== null && info.profileId !== pageId) {
    return {
      en: `This token is of ${info.profileId}, not of page ${pageId}.`,
      pt: `Este token é de ${info.profileId}, não da página ${pageId}.`,
    };
  }
  if (!info.scopes.includes(NEEDED_SCOPE)) {
    return {
      en: `This token lacks the permission ${NEEDED_SCOPE}: the platform would hand out no lead.`,
      pt: `Falta a este token a permissão ${NEEDED_SCOPE}: a plataforma não entregaria nenhum lead.`,
    };
  }
  return undefined;
}

/** What may become a problem later. */
export function remarksOn(info: TokenInfo, now: number): readonly Translated<string>[] {
  const missing = USEFUL_SCOPES.filter((scope) => !info.scopes.includes(scope)).join(', ');
  const ends = Math.min(info.expiresAt ?? Number.POSITIVE_INFINITY, info.dataAccessExpiresAt ?? Number.POSITIVE_INFINITY);
  return [
    ...(missing === ''
      ? []
      : [
          {
            en: `The token lacks ${missing}: names of ads, or the subscription of the page, may not be seen with it.`,
            pt: `Falta ao token ${missing}: nomes de anúncios, ou a inscrição da página, podem não aparecer com ele.`,
          },
        ]),
    ...(ends - now > WORTH_A_REMARK_MS
      ? []
      : [
          {
            en: `The token stops opening leads in ${formatDuration(ends - now)}; a token of a system user does not end.`,
            pt: `O token deixa de abrir leads em ${formatDuration(ends - now)}; o token de um usuário do sistema não termina.`,
          },
        ]),
  ];
}
