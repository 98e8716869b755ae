/** What every host has to know when it tells the engine of a resource that exists but is not complete. */

/**
 * What is half-done travels in the trailers. Node sends none above 64 KiB, as base64, and would leave the engine waiting
 * for ever: so many bytes fit in any case, with the message beside them. What is larger is told as a plain failure: the
 * next `up` finds what there is, as it does of any other.
 */
export const LARGEST_HALF_DONE = 45_000;
