import { type AccountWords, accountWords, connectCommand } from '../../../app/client-accounts/account-words.ts';
import { formatDuration } from '../../../base/duration.ts';
import type { Translated } from '../../../base/language.ts';
import { accountState, type ConnectedAccount } from '../../../domain/connected-account.ts';
import { type Finding, problem, warning } from '../../../domain/finding.ts';
import { isBlocked } from '../../../domain/platform-account.ts';
import { faultText } from '../../../presentation/fault-text.ts';
import { ofClient, type PlatformFacts } from './platform-facts.ts';

/** How it goes with each account: refused, throttled, without an answer. */
export function checkStates(facts: PlatformFacts, now: number): readonly Finding[] {
  return facts.accounts.flatMap((account) => checkState(account, now).map((finding) => ofClient(facts, account, finding)));
}

function checkState(account: ConnectedAccount, now: number): readonly Finding[] {
  const name = accountWords(account);
  const { refusedSince, awaySince, pausedUntil, fault } = account;
  const said = {
    en: fault === null ? '' : ` ${faultText(fault.message, 'en')}`,
    pt: fault === null ? '' : ` ${faultText(fault.message, 'pt')}`,
  };
  const state = accountState(account, now);
  if (state === 'refused' && refusedSince !== null) {
    const since = formatDuration(Math.max(0, now - refusedSince));
    if (isBlocked(account)) return [blocked(name, since, said)];
    const connect = connectCommand(account);
    return [
      problem(
        'platforms.refused',
        {
          en: `${name.at.en} has refused the credential ${name.of.en} for ${since}.${said.en}`,
          pt: `${name.at.pt} recusa a credencial ${name.of.pt} há ${since}.${said.pt}`,
        },
        {
          en: `Give it another one, in the settings or with \`lead-intake ${connect}\`; what waits then runs by itself.`,
          pt: `Dê a ela outra, nas configurações ou com \`lead-intake ${connect}\`; o que espera então anda sozinho.`,
        },
      ),
    ];
  }
  if (state === 'away' && awaySince !== null) {
    const since = formatDuration(Math.max(0, now - awaySince));
    return [
      problem(
        'platforms.away',
        {
          en: `${name.at.en} has not answered for ${name.en} for ${since}.${said.en}`,
          pt: `${name.at.pt} não responde por ${name.pt} há ${since}.${said.pt}`,
        },
        {
          en: 'lead-intake keeps trying, one job at a time, for 72 hours; what waits resumes automatically and nothing is lost. Check the network of this machine and the status page of the platform.',
          pt: 'O lead-intake continua tentando, um job por vez, por 72 horas; o que espera volta a andar sozinho e nada se perde. Confira a rede desta máquina e a página de status da plataforma.',
        },
      ),
    ];
  }
  if (state !== 'paused' || pausedUntil === null) return [];
  const left = formatDuration(pausedUntil - now);
  return [
    warning(
      'platforms.paused',
      {
        en: `${name.at.en} throttles ${name.en}, for ${left} more.${said.en}`,
        pt: `${name.at.pt} limita ${name.pt}, por mais ${left}.${said.pt}`,
      },
      { en: 'It goes on by itself; nothing is lost.', pt: 'Continua sozinha; nada se perde.' },
    ),
  ];
}

function blocked(name: AccountWords, since: string, said: Translated<string>): Finding {
  return problem(
    'platforms.blocked',
    { en: `${name.at.en} has blocked ${name.en} for ${since}.${said.en}`, pt: `${name.at.pt} bloqueia ${name.pt} há ${since}.${said.pt}` },
    {
      en: 'Do this in the account; what waits then runs by itself within two hours.',
      pt: 'Faça isso na conta; o que espera então anda sozinho em até duas horas.',
    },
  );
}
