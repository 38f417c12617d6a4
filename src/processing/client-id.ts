/** True for what can be a client's id: a whole number (`cliente_id`, seed) of the length that `client add --id` takes. */
export function isClientId(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}
