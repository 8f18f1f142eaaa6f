/** The envelope of a transaction, as tests write it. */
export function writeInput({
  domain,
  transaction,
}: {
  domain: { chainId: number; safe: string; version: string }
  transaction: object
}): string {
  return writeJson({
    format: 'safe-transaction',
    version: 1,
    chainId: String(domain.chainId),
    safe: domain.safe,
    safeVersion: domain.version,
    data: transaction,
  })
}

export function writeJson(value: object): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'bigint' ? String(one) : one,
  )
}
