/** The entry point of the writer thread. */
import { runWriterThread } from './writer-thread.ts';

runWriterThread();
