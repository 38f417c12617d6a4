import { z } from 'zod';
import { eventType, idOrNumber, optional, unixSeconds, visibleText } from './values.ts';

/** What the backend of a landing page sends. */
export const ownFormBody = z
  .looseObject({
    event_type: eventType,
    id: idOrNumber.describe('The ID of the submission. A request with the same ID is a resend of the same event.'),
    timestamp: unixSeconds,
    campanha_id: idOrNumber.describe('The campaign ID.'),
    nome: visibleText,
    email: optional('The email address as typed.', 'ana@example.com'),
    telefone: optional('The phone number as typed. Without a country code, it is Brazilian.', '(11) 91234-5678'),
    mensagem: optional('The message.', 'Podem me ligar?'),
    consentimentos: optional('The consents of the person, in any format.', { marketing: true }),
    valor: optional('The value of a conversion.', 1990.5),
    moeda: optional('Its currency, ISO 4217.', 'BRL'),
    utm_source: optional('UTM parameter of the campaign.', 'google'),
    utm_medium: optional('UTM parameter of the campaign.', 'cpc'),
    utm_campaign: optional('UTM parameter of the campaign.', 'verao'),
    utm_term: optional('UTM parameter of the campaign.', 'plano'),
    utm_content: optional('UTM parameter of the campaign.', 'anuncio-1'),
    search_click_id: optional('The Google Ads click ID; same as `gclid`.', 'Cj0KCQ'),
    gbraid: optional('A Google Ads click ID.', '0AAAAA'),
    wbraid: optional('A Google Ads click ID.', 'CjgKEA'),
    social_click_id: optional('The Meta click ID; same as `fbclid`.', 'IwAR0'),
    fbc: optional('The Meta click ID cookie.', 'fb.1.1554763741205.AbCdEf'),
    fbp: optional('The Meta browser ID cookie.', 'fb.1.1558571054389.1098115397'),
  })
  .meta({ id: 'OwnFormEvent', description: 'A lead from a website form. Other keys are stored with the lead.' });
