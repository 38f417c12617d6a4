import type { Messages } from './messages.ts';

/** Every sentence and label of the program in Portuguese. */
export const pt: Messages = {
  labels: {
    yes: 'sim',
    no: 'não',
  },

  errors: {
    emptyText: 'não pode ficar vazio',
  },

  faults: {
    worker_died: ({ attempts }) =>
      `O worker parou sem terminar este job, ${attempts} vezes. O evento pode ser a causa; veja o corpo antes de executar de novo.`,
  },

  findings: {},

  cli: {},

  help: {},

  terminal: {},

  web: {},
};
