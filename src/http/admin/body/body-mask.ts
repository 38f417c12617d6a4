import { maskBodyKey, maskBodyValue } from '../../../presentation/masking.ts';
import type { JsonScanner } from './json-scanner.ts';

const HIDDEN = '***';

/** Masks a received body piece by piece, so that all that is not personal stays as it was written; what it hides is what `maskBody` hides. */
export class BodyMask {
  readonly #text: string;
  #keyStart = 0;
  #keyEnd = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** To be told of every piece, in order: what a value is shown as depends on the key before it. */
  pass({ kind, start, end }: JsonScanner): void {
    if (kind !== 'key') return;
    this.#keyStart = start;
    this.#keyEnd = end;
  }

  /** The piece as it may be shown. */
  shown(piece: JsonScanner): string {
    const source = this.#text.slice(piece.start, piece.end);
    switch (piece.kind) {
      case 'key':
        return rewritten(source, decoded(source), maskBodyKey(decoded(source), piece.position));
      case 'string':
        return this.#shownValue(piece, source, decoded(source));
      case 'number':
        return this.#shownValue(piece, source, Number(source));
      case 'rest':
        return HIDDEN;
      default:
        return source;
    }
  }

  #shownValue(piece: JsonScanner, source: string, value: string | number): string {
    const key = piece.isInObject ? decoded(this.#text.slice(this.#keyStart, this.#keyEnd)) : null;
    return rewritten(source, value, maskBodyValue(key, value));
  }
}

function rewritten(source: string, value: unknown, masked: unknown): string {
  return masked === value ? source : JSON.stringify(masked);
}

function decoded(string: string): string {
  return JSON.parse(string) as string;
}
