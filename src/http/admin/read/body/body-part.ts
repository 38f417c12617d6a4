import { maskBodyKey, maskBodyValue } from '../../../../presentation/masking.ts';
import { type JsonKind, JsonScanner } from './json-scanner.ts';

/** Showing more of a body would make a page slow to open, especially a hostile one; the next part begins where this one ends. */
export const PART_CHARACTERS = 16_384;
/** Including line breaks and indentation: a part with nothing but brackets ends early. */
const MOST_WRITTEN = 49_152;

/** `formatado`: one line for each value. `recebido`: with the received whitespace. */
export const BODY_LAYOUTS = ['formatado', 'recebido'] as const;
export type BodyLayout = (typeof BODY_LAYOUTS)[number];

/** How a piece is coloured; `broken` is the first character that is not valid JSON. */
type PieceKind = Exclude<JsonKind, 'space' | 'mark'> | 'plain' | 'broken';

export interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
}

/** A part of a body, ready to be coloured. Positions count characters (UTF-16) of its text. */
export interface BodyPart {
  readonly pieces: readonly Piece[];
  readonly from: number;
  /** Where the next part begins; `length` if there is none. */
  readonly to: number;
  readonly length: number;
  /** Where the text stops being JSON; `length` if it ends too early; `null` if all of it is JSON. */
  readonly brokenAt: number | null;
}

interface BodyPartOptions {
  readonly from: number;
  readonly layout: BodyLayout;
  readonly masked: boolean;
}

/** One part of a body's text, split into coloured pieces: as received, character for character, unless it is formatted or masked. */
export function bodyPart(text: string, options: BodyPartOptions): BodyPart {
  const from = Math.min(Math.max(options.from, 0), text.length);
  const writer = new PartWriter(text, { ...options, from });
  const scanner = new JsonScanner(text);
  while (!writer.isFull && scanner.next()) writer.pass(scanner);
  // Continues to the end, to find out whether all of it is JSON: no slower than JSON.parse, which is slow with many keys.
  while (scanner.next());
  return { pieces: writer.pieces(scanner.brokenAt), from, to: writer.to, length: text.length, brokenAt: scanner.brokenAt };
}

class PartWriter {
  readonly #text: string;
  readonly #from: number;
  readonly #end: number;
  readonly #mask: BodyMask | null;
  readonly #space: PrettySpace | null;
  readonly #pieces: { kind: PieceKind; text: string }[] = [];
  #written = 0;
  isFull = false;
  to: number;

  constructor(text: string, { from, layout, masked }: BodyPartOptions) {
    this.#text = text;
    this.#from = from;
    this.#end = endOfPart(text, from);
    this.#mask = masked ? new BodyMask(text) : null;
    this.#space = layout === 'formatado' ? new PrettySpace() : null;
    this.to = from;
  }

  /** Receives every piece in order, and writes those of this part. */
  pass(piece: JsonScanner): void {
    this.#mask?.pass(piece);
    const space = piece.kind === 'space' || piece.kind === 'rest' ? '' : (this.#space?.before(piece, this.#text) ?? '');
    if (piece.end <= this.#from) return;
    this.isFull = piece.start >= this.#end || this.#written >= MOST_WRITTEN;
    if (this.isFull) return;
    this.#write('plain', piece.start < this.#from ? '' : space);
    this.#writePiece(piece);
  }

  #writePiece(piece: JsonScanner): void {
    const start = Math.max(piece.start, this.#from);
    // The placeholder of a masked piece is short, is not split, and belongs to the part in which the piece begins.
    this.to = this.#mask === null ? Math.min(piece.end, this.#end) : piece.end;
    if (this.#mask !== null && start > piece.start) return;
    if (piece.kind === 'space' && this.#space !== null) return;
    const kind = piece.kind === 'space' || piece.kind === 'mark' ? 'plain' : piece.kind;
    this.#write(kind, this.#mask === null ? this.#text.slice(start, this.to) : this.#mask.shown(piece));
  }

  #write(kind: PieceKind, text: string): void {
    if (text === '') return;
    this.#written += text.length;
    const last = this.#pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else this.#pieces.push({ kind, text });
  }

  /** The written pieces, with the first invalid character marked. */
  pieces(brokenAt: number | null): readonly Piece[] {
    const last = this.#pieces.at(-1);
    if (brokenAt === null || this.#mask !== null || last?.kind !== 'rest') return this.#pieces;
    const at = brokenAt - (this.to - last.text.length);
    const broken = String.fromCodePoint(last.text.codePointAt(at) ?? 0);
    if (at < 0 || at >= last.text.length) return this.#pieces;
    const marked: readonly Piece[] = [
      { kind: 'rest', text: last.text.slice(0, at) },
      { kind: 'broken', text: broken },
      { kind: 'rest', text: last.text.slice(at + broken.length) },
    ];
    return [...this.#pieces.slice(0, -1), ...marked.filter(({ text }) => text !== '')];
  }
}

/** Does not split a pair of surrogates. */
function endOfPart(text: string, from: number): number {
  const end = Math.min(from + PART_CHARACTERS, text.length);
  return end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

const STEP = '  ';
/** Deeper levels get no more indentation: a hostile body of brackets would be nothing but indentation. */
const DEEPEST_INDENT = 16;

/** The whitespace that formats JSON with one line per value, whatever whitespace it was received with. */
class PrettySpace {
  #previous = '';

  /** The whitespace before this piece, which is not whitespace itself. */
  before({ kind, start, depth }: JsonScanner, text: string): string {
    const previous = this.#previous;
    const mark = kind === 'mark' ? (text[start] ?? '') : '';
    this.#previous = mark;
    if (isClosing(mark)) return isOpening(previous) ? '' : newLine(depth);
    if (previous === ',' || isOpening(previous)) return newLine(isOpening(mark) ? depth - 1 : depth);
    return previous === ':' ? ' ' : '';
  }
}

function isOpening(mark: string): boolean {
  return mark === '{' || mark === '[';
}

function isClosing(mark: string): boolean {
  return mark === '}' || mark === ']';
}

function newLine(depth: number): string {
  return `\n${STEP.repeat(Math.min(depth, DEEPEST_INDENT))}`;
}

const HIDDEN = '***';

/**
 * Masks a received body piece by piece, so that everything that is not personal stays as it was written. It hides the same as `maskBody`.
 */
class BodyMask {
  readonly #text: string;
  #keyStart = 0;
  #keyEnd = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Must receive every piece in order: how a value is shown depends on the key before it. */
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
