/** Returns the current time as UTC milliseconds since 1970. Passed in wherever time matters, so that tests control it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
