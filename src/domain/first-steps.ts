/** The steps from an installation to leads that arrive and are kept, in the order they are taken. */
export const FIRST_STEPS = ['fonte', 'campanha', 'evento', 'lead', 'backup', 'alerta'] as const;

export interface FirstStep {
  readonly step: (typeof FIRST_STEPS)[number];
  /** Null: the program cannot see whether it is done. */
  readonly isDone: boolean | null;
}

/** What is known of an installation that has no lead yet. */
interface Installation {
  readonly hasSource: boolean;
  readonly hasCampaign: boolean;
  readonly hasEvent: boolean;
  readonly hasBackup: boolean;
}

/** How far an installation without any lead has come. */
export function firstSteps({ hasSource, hasCampaign, hasEvent, hasBackup }: Installation): readonly FirstStep[] {
  const done = { fonte: hasSource, campanha: hasCampaign, evento: hasEvent, lead: false, backup: hasBackup, alerta: null };
  return FIRST_STEPS.map((step) => ({ step, isDone: done[step] }));
}
