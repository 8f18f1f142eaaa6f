/** Under which the names stand that accounts gave themselves. */
export const reverseNameKey = 'reverseName'
