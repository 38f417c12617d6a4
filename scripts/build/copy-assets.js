// A step of `npm run build`: copies what TypeScript does not, next to the compiled code: files for browsers, and the pages of docs/.
import { cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '../..');
const FOLDER = 'src/http/admin/assets';

cpSync(join(PROJECT, FOLDER), join(PROJECT, 'dist', FOLDER), { recursive: true, filter: (path) => !/\.ts$|tsconfig\.json$/.test(path) });

// Pages that were removed or renamed must not stay.
rmSync(join(PROJECT, 'dist/docs'), { recursive: true, force: true });
for (const page of globSync('docs/*.md', { cwd: PROJECT })) cpSync(join(PROJECT, page), join(PROJECT, 'dist', page));
