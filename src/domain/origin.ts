/** Where an event comes from. The values are the seed's: they stand in the database, in JSON and on every page. */
export const Origin = { searchAds: 'search_ads', socialAds: 'social_ads', ownForm: 'formulario_proprio' } as const;

export type Origin = (typeof Origin)[keyof typeof Origin];

export const ORIGINS = Object.values(Origin);
