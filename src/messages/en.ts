/**
 * Every sentence and label of the program in English. A message with parameters is a function of one object, so that its code and its parameters
 * can be stored and sent, and it is read in the language of whoever looks at it.
 */
export const en = {
  /** Words that stand in many places: states, sources, error codes, columns. */
  labels: {
    yes: 'yes',
    no: 'no',
  },

  /** What is wrong with a value that a person gave. */
  errors: {
    emptyText: 'must not be empty',
  },

  /** What keeps an event, a conversion or an account from going on; stored as code and parameters. */
  faults: {
    worker_died: ({ attempts }: { attempts: number }): string =>
      `The worker stopped without finishing this job, ${attempts} times. The event may be what stops it; look at its body before running it again.`,
  },

  /** What `doctor`, the home page, the terminal, `/health` and the metrics find; by code, each with what to do. */
  findings: {},

  /** What the command line says, by command. */
  cli: {},

  /** `--help`, by command. */
  help: {},

  /** The view of `queue watch`. */
  terminal: {},

  /** The pages, by page. */
  web: {},
};
