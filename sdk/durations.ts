/** Whole minutes in seconds: `minutes(30)` is 1800. */
export const minutes = (count: number): number => count * 60;

/** Whole hours in seconds: `hours(25)` is 90000. */
export const hours = (count: number): number => count * 3600;

/** Whole days in seconds: `days(1)` is 86400. */
export const days = (count: number): number => count * 86_400;
