/** True for what can be a client's id: a whole number (`cliente_id`, seed) that a database holds exactly. */
export function isClientId(text: string): boolean {
  return /^\d{1,18}$/.test(text);
}
