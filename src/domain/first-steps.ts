/** The steps from an installation to leads that arrive and are backed up, in their order. */
export const FIRST_STEPS = ['fonte', 'campanha', 'evento', 'lead', 'backup', 'alerta'] as const;

export interface FirstStep {
  readonly step: (typeof FIRST_STEPS)[number];
  /** `null` if the program cannot tell whether it is done. */
  readonly isDone: boolean | null;
}

/** How far an installation without leads has come. */
export function firstSteps(done: Readonly<Record<'fonte' | 'campanha' | 'evento' | 'backup', boolean>>): readonly FirstStep[] {
  const all = { ...done, lead: false, alerta: null };
  return FIRST_STEPS.map((step) => ({ step, isDone: all[step] }));
}
