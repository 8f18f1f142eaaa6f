import type { Collectible } from '@covault/api'
import { AddressName } from '../../components/AddressName.js'
import { openFlow } from '../../lib/flowSearch.js'
import { toForeignText } from '../../lib/foreignText.js'
import { picturePreferences } from '../../preferences/pictures.js'
import { usePreference } from '../../preferences/preference.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { Dialog, DialogActions } from '../../ui/Dialog.js'
import { Fact } from '../../ui/Fact.js'
import { LinkButton } from '../../ui/LinkButton.js'
import classes from './CollectiblesScreen.module.css'
import { Picture } from './Picture.js'

export function CollectibleDialog({
  chain,
  item,
  title,
  onClose,
}: {
  chain: ChainConfig
  item: Collectible
  title: string
  onClose: () => void
}) {
  return (
    <Dialog title={title} size="form" onClose={onClose}>
      <CollectibleFacts chain={chain} item={item} />
      <DialogActions>
        <LinkButton
          to="."
          search={openFlow('send-collectibles', {
            token: `${item.address}:${item.id}`,
          })}
        >
          Send
        </LinkButton>
      </DialogActions>
    </Dialog>
  )
}

export function CollectibleFacts({
  chain,
  item,
}: {
  chain: ChainConfig
  item: Collectible
}) {
  const { loadRemote: loadsRemote } = usePreference(picturePreferences)
  const traits = readTraits(item.metadata)
  return (
    <>
      <div className={classes.large}>
        <Picture
          chainId={chain.chainId}
          item={item}
          loadsRemote={loadsRemote}
        />
      </div>
      {item.description && (
        <p className={classes.description}>
          {toForeignText(item.description, 600)}
        </p>
      )}
      <dl className={classes.facts}>
        <Fact name="Collection">
          {toForeignText(item.tokenName) || 'Unnamed collection'}{' '}
          <span className={classes.quiet}>
            {toForeignText(item.tokenSymbol, 20)}
          </span>
        </Fact>
        <div>
          <dt>Token ID</dt>
          <dd className={classes.long}>{String(item.id)}</dd>
        </div>
        {traits.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        <Fact name="Contract">
          <AddressName chain={chain} address={item.address} />
        </Fact>
      </dl>
    </>
  )
}

/** What marketplaces call attributes; anything else in there stays unread. */
function readTraits(
  metadata: Collectible['metadata'],
): { name: string; value: string }[] {
  const attributes = metadata?.attributes
  if (!Array.isArray(attributes)) return []
  const traits = new Map<string, string>()
  for (const attribute of attributes.slice(0, 24) as unknown[]) {
    const { trait_type, value } = (attribute ?? {}) as Record<string, unknown>
    if (typeof trait_type !== 'string') continue
    if (typeof value !== 'string' && typeof value !== 'number') continue
    traits.set(toForeignText(trait_type, 32), toForeignText(String(value)))
  }
  return [...traits].map(([name, value]) => ({ name, value }))
}
