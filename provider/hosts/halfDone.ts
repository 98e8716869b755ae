/** What every host needs to report a resource to the engine that exists but is not complete. */

/**
 * A half-done resource travels in the trailers. Node sends no trailers above 64 KiB (in base64) and would leave the
 * engine waiting for ever; this many bytes fit in any case, together with the message. Anything larger is reported as a
 * plain failure, and the next `up` finds what exists.
 */
export const LARGEST_HALF_DONE = 45_000;
