/** Where an event comes from. The values are the seed's: they stand in the database, in JSON and on every page. */
export const ORIGINS = ['search_ads', 'social_ads', 'formulario_proprio'] as const;

export type Origin = (typeof ORIGINS)[number];
