import { draftJson, field, isJsonObject, type JsonDraft } from '../../base/exact-json.ts';
import { equalSecretIndex } from '../../base/signature.ts';
import { isSearchAdsLeadForm } from '../../domain/lead-form.ts';
import { Origin } from '../../domain/origin.ts';
import { readFlatEvent } from '../flat-event.ts';
import { mayHoldGoogleKey, withoutGoogleKey } from '../google-key.ts';
import { type IntakeRequest, type Refusal, refusal } from '../intake-request.ts';
import type { AdSourceRules, Source, Verification } from '../source.ts';
import { signatureMissing, signedSource, sourceNotConfigured } from '../verify-signature.ts';

const SIGNATURE_HEADERS = ['X-Webhook-Signature', 'X-Hub-Signature-256'] as const;
const SETTING = 'WEBHOOK_SEARCHADS_SECRET';
const UNSIGNED = signatureMissing(SIGNATURE_HEADERS[0], { mayCarryKey: true });

/** Google Ads: it signs with a header, or sends the secret itself in the body as `google_key`. */
export function searchAdsSource(rules: AdSourceRules): Source {
  return {
    origin: Origin.searchAds,
    ...signedSource({
      headers: SIGNATURE_HEADERS,
      setting: SETTING,
      keys: rules.keys,
      allowUnsigned: rules.allowUnsigned,
      unsigned: (request) => authenticateByKey(request, rules),
    }),
    read(json, body) {
      const shape = isSearchAdsLeadForm(json) ? { ownIdKeys: [], leadFormType: 'lead_form' } : { ownIdKeys: ['id'] };
      return readFlatEvent(json, withoutGoogleKey(body), { ...shape, leadIdKeys: ['lead_id'], kinds: rules.kinds });
    },
  };
}

function authenticateByKey(request: IntakeRequest, { keys: currentKeys, allowUnsigned }: AdSourceRules): Verification | Refusal {
  // A stranger's body is parsed only if it may contain a key, and then the fast way.
  const draft = mayHoldGoogleKey(request.body) ? draftJson(request.body) : undefined;
  const given = draft === undefined ? undefined : googleKeyOf(draft);
  if (given === undefined) {
    if (allowUnsigned) return { kind: 'verified', credential: 'unsigned', ...(draft === undefined ? {} : { draft }) };
    return UNSIGNED;
  }
  const keys = currentKeys();
  if (keys.length === 0) return sourceNotConfigured(SETTING);
  const values = keys.map(({ value }) => value);
  const verifying = typeof given === 'string' ? keys[equalSecretIndex(values, given)] : undefined;
  if (verifying !== undefined) {
    const credential = verifying.isPrevious ? 'google_key_previous' : 'google_key';
    return { kind: 'verified', credential, key: verifying, ...(draft === undefined ? {} : { draft }) };
  }
  return refusal(401, 'google_key_invalid', ['keyWrong']);
}

/** An empty key counts as missing: advertisers may omit it, and it is blanked in stored copies. */
function googleKeyOf(draft: JsonDraft): unknown {
  if (!draft.ok || !isJsonObject(draft.value)) return undefined;
  const key = field(draft.value, 'google_key');
  return key === null || key === '' ? undefined : key;
}
