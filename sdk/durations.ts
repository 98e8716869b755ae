/** Minutes in whole seconds: `minutes(30)` is 1800. */
export const minutes = (count: number): number => Math.round(count * 60);

/** Hours in whole seconds: `hours(25)` is 90000, `hours(1.1)` is 3960. */
export const hours = (count: number): number => Math.round(count * 3600);

/** Days in whole seconds: `days(1)` is 86400. */
export const days = (count: number): number => Math.round(count * 86_400);
