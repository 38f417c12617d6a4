/** What a comparison found, for the operators' log; null: nothing. */
export function foundLeads(missing: number, healed: number): string | null {
  const were = missing === 1 ? '1 lead was missing' : `${missing} leads were missing`;
  const parts = [...(missing === 0 ? [] : [were]), ...(healed === 0 ? [] : [`${healed} healed`])];
  return parts.length === 0 ? null : parts.join(', ');
}
