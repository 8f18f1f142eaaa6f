/** Network poll interval in milliseconds (spec, section 9). */
export const pollInterval = 4000

/** How long a copy is confirmed, in milliseconds (spec, section 9). */
export const copyConfirmation = 1500

/** A node that has not answered by then counts as unreachable. */
export const rpcTimeout = 10_000
