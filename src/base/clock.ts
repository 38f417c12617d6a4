/** Returns the present as UTC milliseconds since 1970. Passed in wherever time matters, so that tests decide what time it is. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
