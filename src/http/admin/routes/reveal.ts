import { z } from 'zod';
import { flag } from '../contract/values.ts';

/** The query of addresses that show personal data when they are asked to. */
export const revealValues = z.object({
  mostrar: flag('1: show personal data; for operators only, and written into the log of activity.'),
});
