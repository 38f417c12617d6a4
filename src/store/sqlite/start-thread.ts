import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { getAsset, isSea } from 'node:sea';
import { Worker, type WorkerOptions } from 'node:worker_threads';

interface ThreadOptions extends WorkerOptions {
  readonly workerData: { readonly script: 'reader' | 'writer' };
}

/**
 * Starts a thread of the store: from its source, from what `npm run build` made of it, or within the executable. Files that it leaves open stay open
 * when it ends: the system would drop the locks of the whole process on them.
 */
export function startThread(options: ThreadOptions): Worker {
  // The executable contains no files to start from: the thread runs the executable's own start script.
  if (isSea()) return new Worker(getAsset('start.cjs', 'utf8'), { ...options, trackUnmanagedFds: false, eval: true });
  const { script } = options.workerData;
  const file = `src/store/sqlite/${script}/start-${script}-thread`;
  const program = dirname(findPackageJSON(import.meta.url) ?? '');
  return new Worker(join(program, import.meta.url.endsWith('.ts') ? `${file}.ts` : `dist/${file}.js`), {
    ...options,
    trackUnmanagedFds: false,
  });
}
