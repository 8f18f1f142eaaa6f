import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  addNetwork,
  mostNetworks,
  type OwnNetwork,
  ownNetworks,
} from '../../preferences/networks.js'
import { usePreference } from '../../preferences/preference.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { isOfRelease } from '../../trust/chainFacts.js'
import { Section } from '../../ui/Section.js'
import { AddNetwork, unknownNetworkWords } from './AddNetwork.js'
import { hideKey } from './hideKey.js'
import { SettingRow } from './SettingRow.js'
import classes from './SettingsScreen.module.css'

/** Networks beside those of the file that lies beside the page. */
export function OwnNetworks({
  chains,
  onSave,
}: {
  /** All that are listed here. */
  chains: readonly ChainConfig[]
  onSave: (networks: readonly OwnNetwork[]) => Promise<void>
}) {
  const own = usePreference(ownNetworks)
  const [isAdding, setAdding] = useState(false)
  const nameOf = ({ chainId }: OwnNetwork) =>
    chains.find((one) => one.chainId === chainId)?.name ?? `Chain ${chainId}`
  return (
    <Section
      className={classes.section}
      title="Networks"
      note="added in this browser"
    >
      <p className={classes.text}>
        The file chains.json beside this page lists networks for everyone who
        uses the folder. A network that you add here is kept in this browser
        only. Removing it deletes none of its safes.
      </p>
      {own.map((network) => (
        <SettingRow
          key={network.chainId}
          title={`${nameOf(network)} (chain ID ${network.chainId})`}
          note={
            <>
              {hideKey(network.rpcUrl)}
              {!isOfRelease(network) && <>. {unknownNetworkWords}</>}
            </>
          }
        >
          <Button
            variant="default"
            aria-label={`Remove ${nameOf(network)}`}
            onClick={() =>
              void onSave(own.filter((one) => one.chainId !== network.chainId))
            }
          >
            Remove
          </Button>
        </SettingRow>
      ))}
      <p className={classes.text}>
        <Button
          variant={chains.length === 0 ? 'filled' : 'default'}
          disabled={own.length >= mostNetworks}
          onClick={() => setAdding(true)}
        >
          Add network
        </Button>
      </p>
      {own.length >= mostNetworks && (
        <p className={classes.note}>
          You can add up to {mostNetworks} networks. List more in chains.json.
        </p>
      )}
      {isAdding && (
        <AddNetwork
          chains={chains}
          // Another tab may have added some since this was drawn.
          onAdd={(network) => onSave(addNetwork(ownNetworks.read(), network))}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  )
}
