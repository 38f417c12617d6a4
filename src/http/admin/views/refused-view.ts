import type { KeptRefusedRequest } from '../../../domain/refused-request.ts';
import { maskHeaders } from '../../../presentation/masking.ts';
import { type BodyPart, bodyPart } from '../body/body-part.ts';
import { type KeptHeaders, readKeptHeaders } from './kept-headers.ts';

/** A refused request ready for its page: the beginning of its body as it came, or with what is personal masked. */
export interface RefusedView {
  readonly refused: KeptRefusedRequest;
  readonly revealed: boolean;
  readonly headers: KeptHeaders;
  readonly body: BodyPart;
}

/** What the page shows of a refused request, as far as it may be shown. */
export function viewRefused(refused: KeptRefusedRequest, revealed: boolean): RefusedView {
  const text = Buffer.from(refused.body).toString('utf8');
  const layout = revealed ? 'recebido' : 'formatado';
  return {
    refused,
    revealed,
    headers: revealed ? readKeptHeaders(refused.headers) : maskHeaders(readKeptHeaders(refused.headers)),
    body: bodyPart(text, { from: 0, layout, masked: !revealed }),
  };
}
