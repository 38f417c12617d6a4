/** A shell that posts a signed lead to the address. The secret comes from a variable, so that it stands nowhere. */
export function signingExample(url: string): string {
  return [
    "FORMULARIO_SECRET='…'",
    `BODY='{"event_type":"lead","id":"curl-1","timestamp":'$(date +%s)',"campanha_id":"ID","nome":"João da Silva"}'`,
    `SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$FORMULARIO_SECRET" -r | cut -d' ' -f1)`,
    `curl -sS '${url}' -H 'Content-Type: application/json' \\`,
    `  -H "X-Formulario-Signature: sha256=$SIGNATURE" --data-binary "$BODY"`,
  ].join('\n');
}
