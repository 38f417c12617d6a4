import { z } from 'zod';
import { eventType, idOrNumber, optional, unixSeconds, visibleText } from './values.ts';

/** What the backend of a landing page sends. */
export const ownFormBody = z
  .looseObject({
    event_type: eventType,
    id: idOrNumber.describe('The id of this submission. Sent again, it is the same event.'),
    timestamp: unixSeconds,
    campanha_id: idOrNumber.describe('The campaign the lead belongs to.'),
    nome: visibleText,
    email: optional('The e-mail address as typed.', 'ana@example.com'),
    telefone: optional('The phone number as typed; without a country code it is Brazilian.', '(11) 91234-5678'),
    mensagem: optional('What the person wrote.', 'Podem me ligar?'),
    consentimentos: optional('What the person agreed to, in any shape.', { marketing: true }),
    valor: optional('The value of a conversion.', 1990.5),
    moeda: optional('Its currency, ISO 4217.', 'BRL'),
    utm_source: optional('Campaign mark.', 'google'),
    utm_medium: optional('Campaign mark.', 'cpc'),
    utm_campaign: optional('Campaign mark.', 'verao'),
    utm_term: optional('Campaign mark.', 'plano'),
    utm_content: optional('Campaign mark.', 'anuncio-1'),
    search_click_id: optional('The click id of search ads; `gclid` is the same.', 'Cj0KCQ'),
    gbraid: optional('A click id of search ads.', '0AAAAA'),
    wbraid: optional('A click id of search ads.', 'CjgKEA'),
    social_click_id: optional('The click id of social ads; `fbclid` is the same.', 'IwAR0'),
    fbc: optional('A mark of social ads.', 'fb.1.1554763741205.AbCdEf'),
    fbp: optional('A mark of social ads.', 'fb.1.1558571054389.1098115397'),
  })
  .meta({ id: 'OwnFormEvent', description: 'A submission of the own form. Keys that are not named here are kept with the lead.' });
