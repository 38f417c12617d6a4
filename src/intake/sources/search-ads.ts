import { draftJson, field, isJsonObject, type JsonDraft } from '../../base/exact-json.ts';
import { equalSecretIndex } from '../../base/signature.ts';
import type { EventKinds } from '../../domain/event-kind.ts';
import { isSearchAdsLeadForm } from '../../domain/lead-form.ts';
import { readFlatEvent } from '../flat-event.ts';
import { mayHoldGoogleKey, withoutGoogleKey } from '../google-key.ts';
import { type IntakeRequest, type Refusal, refusal } from '../intake-request.ts';
import type { SourceKey } from '../keyring.ts';
import type { Proof, Source } from '../source.ts';
import { givenSignature, malformedSignature, signatureMissing, sourceNotConfigured, verifySignature } from '../verify-signature.ts';

const SIGNATURE_HEADERS = ['X-Webhook-Signature', 'X-Hub-Signature-256'];

export interface SearchAdsRules {
  readonly keys: () => readonly SourceKey[];
  readonly allowUnsigned: boolean;
  readonly kinds: EventKinds;
}

/** The search-ads platform: it signs with a header, or puts the secret itself into the body as `google_key`. */
export function searchAdsSource(rules: SearchAdsRules): Source {
  return {
    origin: 'search_ads',
    refusedByHeaders(request) {
      if (rules.keys().length === 0 && !rules.allowUnsigned) return sourceNotConfigured('WEBHOOK_SEARCHADS_SECRET');
      // Without the header, the body may hold the google_key.
      const given = givenSignature(request, SIGNATURE_HEADERS);
      return given === undefined ? undefined : malformedSignature(given);
    },
    authenticate(request) {
      if (rules.keys().length === 0 && !rules.allowUnsigned) return sourceNotConfigured('WEBHOOK_SEARCHADS_SECRET');
      const given = givenSignature(request, SIGNATURE_HEADERS);
      if (given === undefined) return authenticateByKey(request, rules);
      if (rules.keys().length === 0) return sourceNotConfigured('WEBHOOK_SEARCHADS_SECRET');
      return verifySignature(given, rules.keys(), request.body);
    },
    read(json, body) {
      const shape = isSearchAdsLeadForm(json) ? { ownIdKeys: [], leadFormType: 'lead_form' } : { ownIdKeys: ['id'] };
      return readFlatEvent(json, withoutGoogleKey(body), { ...shape, leadIdKeys: ['lead_id'], kinds: rules.kinds });
    },
  };
}

function authenticateByKey(request: IntakeRequest, { keys: currentKeys, allowUnsigned }: SearchAdsRules): Proof | Refusal {
  // A stranger's bytes are parsed only when a key may stand in them, and then the quick way.
  const draft = mayHoldGoogleKey(request.body) ? draftJson(request.body) : undefined;
  const given = draft === undefined ? undefined : googleKeyOf(draft);
  if (given === undefined) {
    if (allowUnsigned) return { kind: 'proven', credential: 'unsigned', ...(draft === undefined ? {} : { draft }) };
    return signatureMissing('Send google_key in the JSON body, or X-Webhook-Signature: sha256=<hex HMAC-SHA256 of the raw body>.');
  }
  const keys = currentKeys();
  if (keys.length === 0) return sourceNotConfigured('WEBHOOK_SEARCHADS_SECRET');
  const values = keys.map(({ value }) => value);
  const verifying = typeof given === 'string' ? keys[equalSecretIndex(values, given)] : undefined;
  if (verifying !== undefined) {
    const credential = verifying.isPrevious ? 'google_key_previous' : 'google_key';
    return { kind: 'proven', credential, key: verifying, ...(draft === undefined ? {} : { draft }) };
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
