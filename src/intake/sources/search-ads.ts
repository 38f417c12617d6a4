import { draftJson, field, isJsonObject, type JsonDraft } from '../../base/exact-json.ts';
import { equalSecretIndex } from '../../base/signature.ts';
import type { EventKinds } from '../../domain/event-kind.ts';
import { isSearchAdsLeadForm } from '../../domain/lead-form.ts';
import { readFlatEvent } from '../flat-event.ts';
import { mayHoldGoogleKey, withoutGoogleKey } from '../google-key.ts';
import { type IntakeRequest, type Refusal, refusal } from '../intake-request.ts';
import type { Proof, Source } from '../source.ts';
import { givenSignature, malformedSignature, signatureMissing, sourceNotConfigured, verifySignature } from '../verify-signature.ts';

const SIGNATURE_HEADERS = ['X-Webhook-Signature', 'X-Hub-Signature-256'];

export interface SearchAdsRules {
  readonly secrets: readonly string[];
  readonly allowUnsigned: boolean;
  readonly kinds: EventKinds;
}

/** The search-ads platform: it signs with a header, or puts the secret itself into the body as `google_key`. */
export function searchAdsSource(rules: SearchAdsRules): Source {
  return {
    origin: 'search_ads',
    refusedByHeaders(request) {
      if (rules.secrets.length === 0 && !rules.allowUnsigned) return sourceNotConfigured('WEBHOOK_SEARCHADS_SECRET');
      // Without the header, the body may hold the google_key.
      const given = givenSignature(request, SIGNATURE_HEADERS);
      return given === undefined ? undefined : malformedSignature(given);
    },
    authenticate(request) {
      if (rules.secrets.length === 0 && !rules.allowUnsigned) return sourceNotConfigured('WEBHOOK_SEARCHADS_SECRET');
      const given = givenSignature(request, SIGNATURE_HEADERS);
      if (given === undefined) return authenticateByKey(request, rules);
      if (rules.secrets.length === 0) return sourceNotConfigured('WEBHOOK_SEARCHADS_SECRET');
      return verifySignature(given, rules.secrets, request.body);
    },
    read(json, body) {
      const shape = isSearchAdsLeadForm(json) ? { ownIdKeys: [], leadFormType: 'lead_form' } : { ownIdKeys: ['id'] };
      return readFlatEvent(json, withoutGoogleKey(body), { ...shape, leadIdKeys: ['lead_id'], kinds: rules.kinds });
    },
  };
}

function authenticateByKey(request: IntakeRequest, { secrets, allowUnsigned }: SearchAdsRules): Proof | Refusal {
  // A stranger's bytes are parsed only when a key may stand in them, and then the quick way.
  const draft = mayHoldGoogleKey(request.body) ? draftJson(request.body) : undefined;
  const key = draft === undefined ? undefined : googleKeyOf(draft);
  if (key === undefined) {
    if (allowUnsigned) return { kind: 'proven', credential: 'unsigned', ...(draft === undefined ? {} : { draft }) };
    return signatureMissing('Send google_key in the JSON body, or X-Webhook-Signature: sha256=<hex HMAC-SHA256 of the raw body>.');
  }
  if (secrets.length === 0) return sourceNotConfigured('WEBHOOK_SEARCHADS_SECRET');
  const index = typeof key === 'string' ? equalSecretIndex(secrets, key) : -1;
  if (index >= 0) {
    const credential = index === 0 ? 'google_key' : 'google_key_previous';
    return { kind: 'proven', credential, secretIndex: index, ...(draft === undefined ? {} : { draft }) };
  }
  return refusal(
    401,
    'google_key_invalid',
    'The google_key in the body is not the configured secret. Enter the same key in the platform and here.',
  );
}

/** An empty key counts as none: advertisers may leave it out, and stored copies have it blanked. */
function googleKeyOf(draft: JsonDraft): unknown {
  if (!draft.ok || !isJsonObject(draft.value)) return undefined;
  const key = field(draft.value, 'google_key');
  return key === null || key === '' ? undefined : key;
}
