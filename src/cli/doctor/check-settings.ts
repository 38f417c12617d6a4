import { statSync } from 'node:fs';
import { isLoopback } from '../../base/loopback.ts';
import { isProduction } from '../../config/config.ts';
import type { ConfigInspection } from '../../config/load-config.ts';
import { type Finding, ok, problem, warning } from '../../domain/finding.ts';

const OTHERS_READ = 0o004;
const OTHERS_WRITE = 0o002;

/** Settings that are invalid or have no effect, the settings file, and what can be reached from outside. */
export function checkSettings(config: ConfigInspection): readonly Finding[] {
  const { problems, effective, unknownVariables, remarks } = config;
  const set = effective.filter(({ origin }) => origin !== 'default' && origin !== 'unset').length;
  return [
    ...(problems.length === 0
      ? [ok('settings.usable', { set })]
      : problems.map((sentence) => problem('settings.invalid', { problem: sentence }))),
    ...unknownVariables.map(({ name, where, meant = null }) => warning('settings.unknown', { name, where, meant })),
    ...remarks.map(({ code, sentence }) => warning(code, { problem: sentence })),
    checkFile(config.envFile),
    ...checkExposure(config),
  ];
}

function checkFile(path: string | undefined): Finding {
  if (path === undefined) return ok('settings.file', { path: null });
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & OTHERS_WRITE) !== 0) return problem('settings.file_writable', { path });
  return (mode & OTHERS_READ) === 0 ? ok('settings.file', { path }) : warning('settings.file_readable', { path });
}

function checkExposure({ values }: ConfigInspection): readonly Finding[] {
  const { HOST: host = '', ADMIN_TOKEN: token, ADMIN_READONLY_TOKEN: readonlyToken, TRUST_PROXY: proxies = 0 } = values;
  const hasToken = token !== undefined;
  const withToken = readonlyToken === undefined ? 'token' : 'both_tokens';
  return [
    ...(values.WEBHOOK_ALLOW_UNSIGNED === true && !isProduction(values) ? [warning('settings.unsigned')] : []),
    ...(isLoopback(host) || host === '' || proxies > 0 ? [] : [warning('settings.plain_http', { host, hasToken })]),
    ok('settings.admin', { state: hasToken ? withToken : isLoopback(host) ? 'link' : 'closed' }),
  ];
}
