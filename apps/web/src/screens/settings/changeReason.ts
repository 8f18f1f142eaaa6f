import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { accountQuery } from '../../wallet/account.js'
import { type Role, useRole } from '../../wallet/role.js'

/** Why the connected account cannot propose a change of the page's safe. */
export function useChangeReason(): string | undefined {
  const { chains } = useAppConfig()
  const { data: account } = useQuery(accountQuery)
  return findChangeReason({ account, role: useRole(chains, account ?? null) })
}

/** Undefined: nothing stands in the way. */
export function findChangeReason({
  account,
  role,
}: {
  account: Address | null | undefined
  role: Role | undefined
}): string | undefined {
  if (account === undefined) return 'Looking for your wallet…'
  if (!account) return 'Connect an owner’s wallet to propose changes.'
  switch (role) {
    case undefined:
      return 'Checking your role…'
    case 'viewer':
      return 'You are a viewer. Only owners and proposers can propose changes.'
    default:
      return undefined
  }
}
