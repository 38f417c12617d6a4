/** The entry point of the reader thread. */
import { runReaderThread } from './reader-thread.ts';

runReaderThread();
