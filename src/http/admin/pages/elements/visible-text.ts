/** A piece of text that can be shown as it is, or the escapes for adjacent invisible characters. */
export interface VisiblePart {
  readonly text: string;
  readonly isEscape: boolean;
}

/**
 * Characters without a shape of their own, or which change how adjacent ones read: controls, bidirectional and zero-width marks, line and
 * paragraph separators, lone surrogates. Line feed, tab and emoji selectors stay, and so does the joiner inside an emoji.
 */
const HIDDEN =
  /(?:(?!(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D\p{Extended_Pictographic})[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\n\t\uFE00-\uFE0F]])+/gv;

/** Splits text into parts that can be shown and escapes like `\u202e` for deceptive characters. */
export function visibleParts(text: string): readonly VisiblePart[] {
  const parts: VisiblePart[] = [];
  let shown = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > shown) parts.push({ text: text.slice(shown, match.index), isEscape: false });
    parts.push({ text: [...match[0]].map(escapeOf).join(''), isEscape: true });
    shown = match.index + match[0].length;
  }
  if (shown < text.length) parts.push({ text: text.slice(shown), isEscape: false });
  return parts;
}

/** The same as plain text, for places without markup: titles and labels. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => part.text)
    .join('');
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}
