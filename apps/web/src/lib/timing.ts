/** Network poll interval in milliseconds. */
export const pollInterval = 4000

/** How long a copy is confirmed, in milliseconds. */
export const copyConfirmation = 1500

/** A node that has not answered by then counts as unreachable. */
export const rpcTimeout = 10_000
