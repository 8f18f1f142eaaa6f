import type { Collectible } from '@covault/api'
import { Button, Switch } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { PendingList } from '../../components/ListStates.js'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { usePageTitle } from '../../hooks/scope.js'
import { openFlow } from '../../lib/flowSearch.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatCount } from '../../lib/formatCount.js'
import { picturePreferences } from '../../preferences/pictures.js'
import { usePreference } from '../../preferences/preference.js'
import { collectiblesQuery } from '../../queries/collectibles.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { gatewaySays } from '../../trust/provenance.js'
import { Chip } from '../../ui/Chip.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { PageHead } from '../../ui/PageHead.js'
import { CollectibleDialog } from './CollectibleDialog.js'
import classes from './CollectiblesScreen.module.css'
import { Picture } from './Picture.js'
import { isRemote } from './pictureUrl.js'

export function CollectiblesScreen() {
  usePageTitle('Collectibles')
  return (
    <SafeGate feature="ERC721">
      {(open) => <Collectibles open={open} />}
    </SafeGate>
  )
}

function Collectibles({ open: { chain, address } }: { open: OpenSafe }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } =
    useInfiniteQuery(
      collectiblesQuery({
        chainId: chain.chainId,
        address,
        // Few lists name collections; those who advertise are left out.
        trustedOnly: false,
      }),
    )
  const [collection, setCollection] = useState<Address>()
  const [opened, setOpened] = useState<Collectible>()
  /** Those to be sent; undefined: none are being chosen. */
  const [chosen, setChosen] = useState<readonly string[]>()
  const items = data?.pages.flatMap(({ results }) => results)
  const collections = listCollections(items ?? [])
  const shown = items?.filter(
    (item) => collection === undefined || item.address === collection,
  )
  return (
    <>
      <PageHead
        title="Collectibles"
        actions={
          items &&
          items.length > 0 && (
            <SendSelected chosen={chosen} onChoose={setChosen} />
          )
        }
      >
        {items && formatCount(items.length, 'collectible')}
        {hasNextPage && ' so far'}
      </PageHead>
      {!items && (
        <PendingList
          title="Can’t load collectibles."
          error={error}
          onRetry={refetch}
        >
          Your collectibles are still on the chain. The list returns when the
          gateway answers.
        </PendingList>
      )}
      {items?.length === 0 && (
        <EmptyState picture={address} title="No collectibles yet">
          Collectibles that this safe receives appear here.
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <>
          <Tools
            shown={shown}
            collections={collections}
            collection={collection}
            onCollection={setCollection}
          />
          <ul className={classes.grid}>
            {shown.map((item) => (
              <li key={keyOf(item)}>
                <Card
                  chain={chain}
                  item={item}
                  isChosen={chosen?.includes(keyOf(item))}
                  onPress={() =>
                    chosen
                      ? setChosen(toggle(chosen, keyOf(item)))
                      : setOpened(item)
                  }
                />
              </li>
            ))}
          </ul>
          {hasNextPage && (
            <p className={classes.more}>
              <Button
                variant="default"
                disabled={isFetching}
                onClick={() => void fetchNextPage()}
              >
                {isFetching ? 'Loading more' : 'Show more'}
              </Button>
            </p>
          )}
        </>
      )}
      {opened && (
        <CollectibleDialog
          chain={chain}
          item={opened}
          title={nameOf(opened)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

/** Which of them are shown, and whether their pictures are loaded. */
function Tools({
  shown,
  collections,
  collection,
  onCollection,
}: {
  shown: readonly Collectible[]
  collections: ReturnType<typeof listCollections>
  /** Undefined: all. */
  collection: Address | undefined
  onCollection: (collection: Address | undefined) => void
}) {
  const { loadRemote: loadsRemote } = usePreference(picturePreferences)
  return (
    <div className={classes.tools}>
      {collections.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: filters, not fields of a form.
        <div className={classes.filters} role="group" aria-label="Collection">
          <Chip
            isSelected={collection === undefined}
            onClick={() => onCollection(undefined)}
          >
            All
          </Chip>
          {collections.map(({ token, name }) => (
            <Chip
              key={token}
              isSelected={collection === token}
              onClick={() => onCollection(token)}
            >
              {name}
            </Chip>
          ))}
        </div>
      )}
      {shown.some(({ imageUri }) => imageUri && isRemote(imageUri)) && (
        <Switch
          label="Load pictures through the gateway"
          description="The servers that store the pictures then see the gateway’s address, not yours."
          checked={loadsRemote}
          onChange={(event) =>
            picturePreferences.write({ loadRemote: event.target.checked })
          }
        />
      )}
      <ProvenanceMark of={gatewaySays}>
        list, names and pictures: reported by the gateway
      </ProvenanceMark>
    </div>
  )
}

function Card({
  chain: { chainId },
  item,
  isChosen,
  onPress,
}: {
  chain: ChainConfig
  item: Collectible
  /** Undefined: none are being chosen. */
  isChosen: boolean | undefined
  onPress: () => void
}) {
  const { loadRemote: loadsRemote } = usePreference(picturePreferences)
  return (
    <button
      type="button"
      className={classes.card}
      aria-pressed={isChosen}
      onClick={onPress}
    >
      <Picture chainId={chainId} item={item} loadsRemote={loadsRemote} />
      {isChosen && (
        <span className={classes.chosen}>
          <IconCheck size={16} stroke={2} aria-hidden="true" />
        </span>
      )}
      <span className={classes.name}>{nameOf(item)}</span>
      <span className={classes.collection}>
        {toForeignText(item.tokenName)}
      </span>
      <span className={classes.id} title={String(item.id)}>
        #{String(item.id)}
      </span>
    </button>
  )
}

/** Choosing several, and the way to where they are sent. */
function SendSelected({
  chosen,
  onChoose,
}: {
  chosen: readonly string[] | undefined
  onChoose: (chosen: readonly string[] | undefined) => void
}) {
  if (!chosen)
    return (
      <Button variant="default" onClick={() => onChoose([])}>
        Select
      </Button>
    )
  return (
    <>
      <Button variant="default" onClick={() => onChoose(undefined)}>
        Cancel
      </Button>
      {chosen.length === 0 ? (
        <Button disabled>Select collectibles to send</Button>
      ) : (
        <LinkButton
          to="."
          search={openFlow('send-collectibles', {
            token: chosen.join(','),
          })}
        >
          Send {formatCount(chosen.length, 'collectible')}
        </LinkButton>
      )}
    </>
  )
}

function keyOf({ address, id }: Collectible): string {
  return `${address}:${id}`
}

function toggle(chosen: readonly string[], key: string): string[] {
  return chosen.includes(key)
    ? chosen.filter((one) => one !== key)
    : [...chosen, key]
}

function nameOf({ name, tokenName, id }: Collectible): string {
  return toForeignText(name ?? '') || `${toForeignText(tokenName)} #${id}`
}

function listCollections(
  items: readonly Collectible[],
): { token: Address; name: string }[] {
  const names = new Map(
    items.map(({ address, tokenName, tokenSymbol }) => [
      address,
      toForeignText(tokenName || tokenSymbol, 32) || 'Unnamed collection',
    ]),
  )
  return [...names].map(([token, name]) => ({ token, name }))
}
