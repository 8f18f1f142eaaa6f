/** How many rows are a glance. */
export const glance = 4
