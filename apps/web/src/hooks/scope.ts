import { useDocumentTitle } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import { formatAddress } from '../lib/formatAddress.js'
import {
  readSafeParameter,
  type SafeParameter,
  toSafeSearch,
} from '../lib/safeParameter.js'
import type { ChainConfig } from '../trust/chainClient.js'
import type { SafeScope } from '../understand/safe/safePlace.js'
import { useAppConfig } from './useAppConfig.js'
import { useFindName } from './useFindName.js'

/** What the address bar says about the safe. */
export function useSafeParameter(): SafeParameter<ChainConfig> {
  const config = useAppConfig()
  const safe = useSearch({ strict: false, select: (search) => search.safe })
  return readSafeParameter(safe, config.chains)
}

/** The safe of this page, where the address bar names one. */
export function useSafeScope(): SafeScope | undefined {
  const parameter = useSafeParameter()
  return parameter.status === 'named' ? parameter : undefined
}

/** Links that stay with the safe of this page. */
export function useScopeSearch(): { safe?: string } {
  const parameter = useSafeParameter()
  return parameter.status === 'named' ? toSafeSearch(parameter) : {}
}

/** "Queue · Treasury · Covault" in the browser's tab. */
export function usePageTitle(page: string): void {
  const scope = useSafeScope()
  const findName = useFindName()
  const name =
    scope &&
    (findName({ chainId: scope.chain.chainId, address: scope.address }) ??
      formatAddress(scope.address, { digits: 4 }))
  useDocumentTitle([page, name, 'Covault'].filter(Boolean).join(' · '))
}
