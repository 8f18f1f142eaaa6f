import type { Draft } from '@covault/api'
import { useFindName } from '../../hooks/useFindName.js'
import { formatAddress } from '../../lib/formatAddress.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { Tag } from '../../ui/Tag.js'

/** Who saved it the gateway alone knows, as the head of its list says. */
export function DraftTag({
  chain: { chainId },
  draft: { savedBy },
}: {
  chain: ChainConfig
  draft: Draft
}) {
  const name = useFindName()({ chainId, address: savedBy })
  return (
    <span title={savedBy}>
      <Tag>
        Draft by {name ?? formatAddress(savedBy, { digits: 4 })}, no signatures
      </Tag>
    </span>
  )
}
