import { type Finding, type FindingParams, warning } from '../../domain/finding.ts';
import type { ConversionTrouble } from '../../domain/platform-trouble.ts';

type About = Omit<FindingParams<'platforms.not_asked'>, 'fault'>;

/** Why the platform did not say what it was asked, in its own words. What may pass by itself is a warning. */
export function troubleFinding(
  { kind, fault }: ConversionTrouble,
  about: About,
  refused: (fault: ConversionTrouble['fault']) => Finding,
): Finding {
  const mayPass = kind === 'passing' || kind === 'throttled';
  return mayPass ? warning('platforms.not_asked', { ...about, fault }) : refused(fault);
}
