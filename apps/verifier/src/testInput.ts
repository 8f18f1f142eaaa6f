/** The envelope of a transaction, as tests write it. */
export function writeInput({
  domain,
  transaction,
}: {
  domain: { chainId: number; safe: string; version: string }
  transaction: object
}): string {
  return JSON.stringify(
    {
      format: 'safe-transaction',
      version: 1,
      chainId: String(domain.chainId),
      safe: domain.safe,
      safeVersion: domain.version,
      data: transaction,
    },
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  )
}
