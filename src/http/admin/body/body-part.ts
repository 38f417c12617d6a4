import { BodyMask } from './body-mask.ts';
import { type JsonKind, JsonScanner } from './json-scanner.ts';
import { PrettySpace } from './pretty-space.ts';

/** A page that shows more of a body would be slow to open, hostile ones above all; the next part begins where one ends. */
export const PART_CHARACTERS = 16_384;
/** Line breaks and indentation come on top: a part of nothing but brackets ends early. */
const MOST_WRITTEN = 49_152;

/** `formatado`: one line for each value. `recebido`: with the blanks and line breaks that came. */
export const BODY_LAYOUTS = ['formatado', 'recebido'] as const;
export type BodyLayout = (typeof BODY_LAYOUTS)[number];

/** How a piece is coloured; `broken` is the first character that fits into no JSON. */
type PieceKind = 'plain' | 'key' | 'string' | 'number' | 'word' | 'rest' | 'broken';

export interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
}

/** A part of a body, ready to be coloured. Places are counted in characters (UTF-16) of its text. */
export interface BodyPart {
  readonly pieces: readonly Piece[];
  readonly from: number;
  /** Where the next part begins; `length` when there is none. */
  readonly to: number;
  readonly length: number;
  /** Where the text stops being JSON; `length` when it ends too early; null when all of it is JSON. */
  readonly brokenAt: number | null;
}

export interface BodyPartOptions {
  readonly from: number;
  readonly layout: BodyLayout;
  readonly masked: boolean;
}

/** One part of a body's text, cut into coloured pieces: as received, character for character, unless it is laid out or masked. */
export function bodyPart(text: string, options: BodyPartOptions): BodyPart {
  const from = Math.min(Math.max(options.from, 0), text.length);
  const writer = new PartWriter(text, { ...options, from });
  const scanner = new JsonScanner(text);
  while (!writer.isFull && scanner.next()) writer.pass(scanner);
  // On to the end, to know whether all of it is JSON: no slower than JSON.parse, which stumbles over many keys.
  while (scanner.next());
  return { pieces: writer.pieces(scanner.brokenAt), from, to: writer.to, length: text.length, brokenAt: scanner.brokenAt };
}

const COLOURS: Readonly<Record<JsonKind, PieceKind>> = {
  space: 'plain',
  mark: 'plain',
  key: 'key',
  string: 'string',
  number: 'number',
  word: 'word',
  rest: 'rest',
};

class PartWriter {
  readonly #text: string;
  readonly #from: number;
  readonly #end: number;
  readonly #mask: BodyMask | null;
  readonly #space: PrettySpace | null;
  readonly #pieces: { kind: PieceKind; text: string }[] = [];
  #written = 0;
  /** True when nothing more belongs to this part. */
  isFull = false;
  /** Where what has been written ends. */
  to: number;

  constructor(text: string, { from, layout, masked }: BodyPartOptions) {
    this.#text = text;
    this.#from = from;
    this.#end = endOfPart(text, from);
    this.#mask = masked ? new BodyMask(text) : null;
    this.#space = layout === 'formatado' ? new PrettySpace() : null;
    this.to = from;
  }

  /** Takes every piece in order, and writes those of this part. */
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
    // What stands for a masked piece is short and whole, and belongs to the part in which the piece begins.
    this.to = this.#mask === null ? Math.min(piece.end, this.#end) : piece.end;
    if (this.#mask !== null && start > piece.start) return;
    if (piece.kind === 'space' && this.#space !== null) return;
    this.#write(COLOURS[piece.kind], this.#mask === null ? this.#text.slice(start, this.to) : this.#mask.shown(piece));
  }

  #write(kind: PieceKind, text: string): void {
    if (text === '') return;
    this.#written += text.length;
    const last = this.#pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else this.#pieces.push({ kind, text });
  }

  /** What was written, with the character marked at which the text stops being JSON. */
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

/** A pair of surrogates stays together. */
function endOfPart(text: string, from: number): number {
  const end = Math.min(from + PART_CHARACTERS, text.length);
  return end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}
