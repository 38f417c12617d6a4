import { tmpdir } from 'node:os';
import { SECRETS } from '../end-to-end/operator.ts';
import { TmuxTerminal } from '../terminal/tmux-terminal.ts';

const COLUMNS = 100;
const ROWS = 30;
const CELL = { width: 8.4, height: 17 };
const MARGIN = 14;

/** The 16 colours of a terminal on a dark background. */
const COLORS = ['#8b949e', '#ff7b72', '#7ee787', '#e3b341', '#79c0ff', '#d2a8ff', '#76e3ea', '#e6edf3'];
const PLAIN = '#e6edf3';
const GROUND = '#0d1117';

/** Followed by the codes and the letter m. */
const COLOR_BEGINS = '\u001b[';

/** The terminal view of a running service, as SVG. */
export async function terminalPicture(url: string): Promise<string> {
  const env = { ADMIN_TOKEN: SECRETS.ADMIN_TOKEN, LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] ?? '' };
  using terminal = await TmuxTerminal.watch({ columns: COLUMNS, rows: ROWS, cwd: tmpdir(), env }, '--url', url);
  await terminal.shows('quit', /done ─+ max [1-9]/);
  return svg((await terminal.screen({ colors: true })).trimEnd().split('\n'));
}

function svg(lines: readonly string[]): string {
  const width = Math.ceil(COLUMNS * CELL.width + 2 * MARGIN);
  const height = Math.ceil(lines.length * CELL.height + 2 * MARGIN);
  const rows = lines.map((line, row) => `<text x="${MARGIN}" y="${MARGIN + (row + 0.8) * CELL.height}">${spans(line)}</text>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="lead-intake queue watch">`,
    '<title>lead-intake queue watch</title>',
    `<rect width="100%" height="100%" rx="8" fill="${GROUND}"/>`,
    `<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" fill="${PLAIN}">`,
    ...rows,
    '</g>',
    '</svg>\n',
  ].join('\n');
}

/** The parts of a line, each positioned at its column, so that the font does not shift what follows. */
function spans(line: string): string {
  const [plain = '', ...colored] = line.split(COLOR_BEGINS);
  const parts = [`m${plain}`, ...colored].map((part) => ({
    codes: part.slice(0, part.indexOf('m')),
    text: part.slice(part.indexOf('m') + 1),
  }));
  let column = 0;
  let style = '';
  let found = '';
  for (const { codes, text } of parts) {
    style = styleOf(codes, style);
    const trimmed = text.trim();
    if (trimmed !== '') {
      const x = MARGIN + (column + text.indexOf(trimmed)) * CELL.width;
      const width = [...trimmed].length * CELL.width;
      found += `<tspan x="${x.toFixed(1)}" textLength="${width.toFixed(1)}" lengthAdjust="spacingAndGlyphs"${style}>${escaped(trimmed)}</tspan>`;
    }
    column += [...text].length;
  }
  return found;
}

/** The attributes after these colour codes, starting from the previous ones. */
function styleOf(codes: string, before: string): string {
  let style = before;
  for (const code of codes.split(';').map(Number)) {
    if (code === 0) style = '';
    else if (code === 1) style += ' font-weight="bold"';
    else if (code === 2) style += ' opacity="0.6"';
    else if (code === 39) style = style.replaceAll(/ fill="[^"]*"/g, '');
    else if (code === 22) style = style.replaceAll(/ (?:font-weight|opacity)="[^"]*"/g, '');
    else if (code >= 30 && code <= 37) style = `${style.replaceAll(/ fill="[^"]*"/g, '')} fill="${COLORS[code - 30]}"`;
    else if (code >= 90 && code <= 97) style = `${style.replaceAll(/ fill="[^"]*"/g, '')} fill="${COLORS[code - 90]}"`;
  }
  return style;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(' ', '\u00a0');
}
