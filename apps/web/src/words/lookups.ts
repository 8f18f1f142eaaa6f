/* Why the gateway may have nothing of a hash. */

export const absentTransactionWords =
  'The gateway has no transaction with this hash. The transaction may be on another network, or was deleted.'

export const absentMessageWords =
  'The gateway has no message with this hash. The message may be on another network, or hasn’t been proposed yet.'
