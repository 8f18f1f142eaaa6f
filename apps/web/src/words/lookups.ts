/* Why the gateway may have nothing of a hash. */

export const absentTransactionWords =
  'The gateway knows no transaction of this hash. It may belong to another network, or it was deleted.'

export const absentMessageWords =
  'The gateway knows no message of this hash. It may belong to another network, or nobody has proposed it yet.'
