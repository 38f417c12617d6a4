import type { Phrases } from './phrases.ts';

/** Why a conversion is not sent, or not yet, where no platform has said it: `app/conversions/faults.ts` and `processing/consent.ts`. */
export const CONVERSION_PHRASES: Phrases = [
  [/The conversion of this job is not there any more\./, 'A conversão deste job não existe mais.'],
  [
    /The lead is a test of the platform; tests are never reported as conversions\./,
    'O lead é um teste da plataforma; testes nunca são informados como conversões.',
  ],
  [
    /The platform took the conversion a week ago and still does not say what became of it, so it is not asked any more\. Look for it at the platform; (`.+?`) sends it again, and the platform knows it by its id\./,
    'A plataforma recebeu a conversão há uma semana e ainda não diz o que foi feito dela, então não é mais consultada. Procure-a na plataforma; $1 a envia de novo, e a plataforma a reconhece pelo id.',
  ],
  [/The worker was told to stop before this conversion was sent\./, 'O worker recebeu ordem de parar antes de esta conversão ser enviada.'],
  [
    /Many conversions are sent one by one; this one has its turn soon\./,
    'Muitas conversões são enviadas uma a uma; a vez desta chega logo.',
  ],
  [
    /Neither a click id nor the origin of the lead names a platform that the conversion could be reported to\./,
    'Nem um click id nem a origem do lead indica uma plataforma a que a conversão possa ser informada.',
  ],
  [
    /Conversions for (\w+) cannot be sent: the platform is not connected\. They go on by themselves once it is\./,
    'Conversões para $1 não podem ser enviadas: a plataforma não está conectada. Elas seguem sozinhas assim que estiver.',
  ],
  [
    /The person refused, or took back, the consent to be told to ad platforms (\(.*?\))\. The conversion is not sent\./,
    'A pessoa recusou, ou retirou, o consentimento para que as plataformas de anúncios recebam seus dados $1. A conversão não é enviada.',
  ],
  [
    /The lead carries no consent to be told to ad platforms (\(.*?\)), and CONVERSIONS_CONSENT requires one\. Have the form send it in (`.+?`), then send the conversion again with (`.+?`)\./,
    'O lead não traz consentimento para que as plataformas de anúncios recebam seus dados $1, e CONVERSIONS_CONSENT exige um. Faça o formulário enviá-lo em $2 e envie a conversão de novo com $3.',
  ],
];
