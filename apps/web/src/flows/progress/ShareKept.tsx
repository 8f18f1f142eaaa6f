import { useAppConfig } from '../../hooks/useAppConfig.js'
import { openFlow } from '../../lib/flowSearch.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { hashKept } from '../act/kept.js'
import type { Kept } from '../act/keptWork.js'
import { acting } from '../act/signables/signables.js'

/** Hands what is only in this browser to the others without the gateway. */
export function ShareKept({ kept, size }: { kept: Kept; size?: 'xs' }) {
  const { chains } = useAppConfig()
  const { chainId, safe } = kept.value
  const chain = chains.find((one) => one.chainId === chainId)
  if (!chain) return null
  const subject = acting[kept.kind].ending.page.search(hashKept(kept))
  return (
    <LinkButton
      {...(size && { size })}
      variant="default"
      to={paths.queue}
      search={openFlow(
        'share',
        subject,
      )(toSafeSearch({ chain, address: safe }))}
      preload={false}
    >
      Share
    </LinkButton>
  )
}
