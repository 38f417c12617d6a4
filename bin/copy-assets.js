// A step of `npm run build`: TypeScript leaves out what is not its own. Copies what browsers load beside the compiled code.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '..');
const FOLDER = 'src/http/admin/assets';

rmSync(join(PROJECT, 'dist', FOLDER), { recursive: true, force: true });
cpSync(join(PROJECT, FOLDER), join(PROJECT, 'dist', FOLDER), { recursive: true, filter: (path) => !path.endsWith('tsconfig.json') });
