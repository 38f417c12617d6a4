/** Where an event comes from. The values are stored in the database and in JSON. */
export const Origin = { searchAds: 'search_ads', socialAds: 'social_ads', ownForm: 'formulario_proprio' } as const;

export type Origin = (typeof Origin)[keyof typeof Origin];

export const ORIGINS = Object.values(Origin);
