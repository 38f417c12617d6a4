// The threads of the executable: each runs its own part of one script.
import { workerData } from 'node:worker_threads';

if (workerData.script === 'writer') await import('../../src/store/sqlite/writer/start-writer-thread.ts');
else await import('../../src/store/sqlite/reader/start-reader-thread.ts');
