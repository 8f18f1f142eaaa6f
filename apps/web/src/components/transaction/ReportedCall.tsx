import { useQuery } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import { toForeignText } from '../../lib/foreignText.js'
import { toNumbered } from '../../lib/numbered.js'
import { decodedDataQuery } from '../../queries/dataDecoder.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { GatewayReports } from '../ProvenanceMark.js'
import classes from './ReportedCall.module.css'

/** As much of one value as a hint needs. */
const longestValue = 200

/**
 * How the gateway reads a call that this browser cannot read. Nothing else
 * takes it for true: to all checks the bytes stay unknown.
 */
export function ReportedCall({
  chain: { chainId },
  to,
  data,
}: {
  chain: ChainConfig
  to: Address
  data: Hex
}) {
  const { data: told } = useQuery(decodedDataQuery(chainId, { to, data }))
  if (!told) return null
  return (
    <div className={classes.reported}>
      <p>
        Possibly <b>{toForeignText(told.method)}</b>. Not verified by this
        browser. <GatewayReports />
      </p>
      <dl>
        {toNumbered(told.parameters ?? []).map(({ item, at }) => (
          <div key={at}>
            <dt>{toForeignText(item.name) || `argument ${at + 1}`}</dt>
            <dd>
              {toForeignText(
                typeof item.value === 'string'
                  ? item.value
                  : JSON.stringify(item.value),
                longestValue,
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
