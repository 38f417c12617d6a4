/** Where the writer's thread begins. */
import { runWriterThread } from './writer-thread.ts';

runWriterThread();
