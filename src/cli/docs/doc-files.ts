import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * The build copies the pages next to the compiled code; the executable contains the pages instead of this function
 * (`scripts/package/bundle.js`).
 */
const FOLDER = join(import.meta.dirname, '../../../docs');
const EXTENSION = '.md';

/** The Markdown of every page of `docs/`, by file name. */
export function docFiles(): Readonly<Record<string, string>> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(EXTENSION));
  return Object.fromEntries(files.map((file) => [basename(file, EXTENSION), readFileSync(join(FOLDER, file), 'utf8')]));
}
