/* Why the gateway may have nothing of a hash. */

export const absentTransactionWords =
  'The gateway has no transaction with this hash. Check that the link is for the right network, or ask the owners whether it was deleted.'

export const absentMessageWords =
  'The gateway has no message with this hash. Check that the link is for the right network, or ask the owners to propose it again.'
