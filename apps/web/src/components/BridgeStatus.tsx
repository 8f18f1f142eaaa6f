import type { SafeReference } from '@covault/api'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { createPortal } from 'react-dom'
import { useSafeScope, useScopeSearch } from '../hooks/scope.js'
import { useAppConfig } from '../hooks/useAppConfig.js'
import { paths } from '../lib/paths.js'
import { bridgesQuery } from '../queries/bridges.js'
import { writeBridgeStatus } from '../words/bridges.js'
import classes from './BridgeStatus.module.css'

/**
 * Whether the safe is in step with another service, in the status line. It
 * comes after the first content, which has no room for it.
 */
export function BridgeStatus() {
  const scope = useSafeScope()
  const { bridged } = useAppConfig()
  const line = document.querySelector('footer')
  if (!scope || !line || bridged === false) return null
  const { chain, address } = scope
  return createPortal(
    <Bridges chainId={chain.chainId} address={address} />,
    line,
  )
}

function Bridges(safe: SafeReference) {
  const search = useScopeSearch()
  const { data = [] } = useQuery(bridgesQuery(safe))
  return data.map(({ url, reason }) => (
    <Link
      key={url}
      className={classes.bridge}
      to={paths.setup}
      search={search}
      title={reason ?? undefined}
    >
      {reason !== null && (
        <IconAlertTriangle
          className={classes.warning}
          size={12}
          stroke={2}
          aria-hidden="true"
        />
      )}
      {writeBridgeStatus({ url, reason })}
    </Link>
  ))
}
