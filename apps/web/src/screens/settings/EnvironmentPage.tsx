import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { isFromFolder } from '../../lib/servedFrom.js'
import {
  type Environment,
  environment,
  findRpcUrl,
  findSecondUrl,
  forgetTested,
  keepTested,
  listChosen,
  mostOrigins,
  readTested,
  type Tested,
  writeOriginsCookie,
} from '../../preferences/environment.js'
import { forgetFacts } from '../../preferences/keptFacts.js'
import { forgetLastState } from '../../preferences/lastState.js'
import { saveOwnNetworks } from '../../preferences/networks.js'
import { usePreference } from '../../preferences/preference.js'
import { testGateway } from '../../queries/testGateway.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { isSameServer, listNodes } from '../../trust/endpoint.js'
import { testRpc } from '../../trust/testRpc.js'
import { Section } from '../../ui/Section.js'
import { hideKey } from './hideKey.js'
import { OwnNetworks } from './OwnNetworks.js'
import { ServerField } from './ServerField.js'
import classes from './SettingsScreen.module.css'

/** Which servers this browser talks to. */
export function EnvironmentPage() {
  const { chains } = useAppConfig()
  const chosen = usePreference(environment)
  const reload = useReload()
  const save = (next: Environment) =>
    reload(() => {
      environment.write(next)
      writeOriginsCookie(next)
    })
  const asking = useAsking(chains, chosen)
  const others = listChosen(chosen).length
  return (
    <>
      {isFromFolder() && (
        <OwnNetworks
          chains={chains}
          onSave={(networks) => reload(() => saveOwnNetworks(networks))}
        />
      )}
      <Section
        className={classes.section}
        title="Gateway"
        note="reports lists, names and prices"
      >
        <ServerField
          label="Address of the gateway"
          placeholder={isFromFolder() ? '' : window.location.origin}
          note={
            isFromFolder()
              ? 'Leave empty to work without a gateway.'
              : 'Leave empty to use the gateway that serves this page.'
          }
          url={chosen.gatewayUrl}
          {...asking}
          onTest={(url) => testGateway(url ?? window.location.origin)}
          onSave={(gatewayUrl) => save({ ...chosen, gatewayUrl })}
        />
      </Section>
      <Section
        className={classes.section}
        title="RPC endpoints"
        note="this browser reads the chain through them"
      >
        {chains.map((chain) => (
          <EndpointField
            key={chain.chainId}
            chain={chain}
            chosen={chosen}
            {...asking}
            onSave={save}
          />
        ))}
      </Section>
      <Section
        className={classes.section}
        title="Second RPC endpoints"
        note="compared with the first before you sign"
      >
        <p className={classes.text}>
          A single RPC endpoint can lie about owners, nonces and code. Add a
          second one from another operator. Covault reads both at the same block
          and doesn’t let you sign while they disagree. Two URLs with the same
          host and port count as one.
        </p>
        {chains.map((chain) => (
          <SecondField
            key={chain.chainId}
            chain={chain}
            chosen={chosen}
            {...asking}
            onSave={save}
          />
        ))}
        {others > 0 && (
          <p className={classes.buttons}>
            <Button
              variant="default"
              onClick={() => save({ gatewayUrl: null, rpcUrls: [] })}
            >
              Reset to default
            </Button>
          </p>
        )}
        <p className={classes.text}>
          URLs must start with https or wss; http and ws are allowed only for
          servers on this machine. Covault remembers up to {mostOrigins} servers
          in all.{' '}
          {!isFromFolder() &&
            'The page can connect only to the servers that were known when it loaded, so it reloads when you test or save a new URL.'}
        </p>
      </Section>
    </>
  )
}

/** Keeps what was chosen, and loads the page again with it. */
function useReload() {
  const queries = useQueryClient()
  return async (write: () => void) => {
    queries.clear()
    await forgetFacts()
    await forgetLastState()
    write()
    // The content policy of this document knows the old servers only.
    window.location.reload()
  }
}

/** Which servers may be tested, and what has to be done before. */
function useAsking(chains: readonly ChainConfig[], chosen: Environment) {
  const [tested] = useState(readTested)
  const onAllow = (wanted: Tested) => {
    keepTested(wanted)
    writeOriginsCookie(chosen, wanted.url)
    window.location.reload()
  }
  // What was allowed for a test is allowed on this page alone.
  useEffect(() => {
    if (!readTested()) return
    forgetTested()
    writeOriginsCookie(environment.read())
  }, [])
  const allowed = [
    window.location.origin,
    ...listChosen(chosen),
    tested?.url,
    ...chains.flatMap((chain) => listNodes(chain).map(({ url }) => url)),
  ].flatMap((url) => (url ? new URL(url).origin : []))
  // The policy of a folder allows every server that can be entered here.
  const mayAsk = (url: string) =>
    isFromFolder() || allowed.includes(new URL(url).origin)
  return { tested, mayAsk, onAllow }
}

type FieldProps = {
  chain: ChainConfig
  chosen: Environment
  tested: Tested | undefined
  mayAsk: (url: string) => boolean
  onAllow: (tested: Tested) => void
  onSave: (next: Environment) => void
}

/** What the chain is read through. */
function EndpointField({ chain, chosen, onSave, ...asking }: FieldProps) {
  const { chainId, name } = chain
  const own = findRpcUrl(chosen, chainId) ?? null
  return (
    <ServerField
      label={`${name} (chain ID ${chainId})`}
      placeholder={own ? '' : hideKey(listNodes(chain)[0].url)}
      note={
        own
          ? 'Your own endpoint.'
          : chain.isOwn
            ? 'Leave empty to use the URL that you added the network with.'
            : 'Leave empty to use your connected wallet’s RPC endpoint or, without a wallet, the default.'
      }
      url={own}
      isRpc
      {...asking}
      onTest={(url) => testRpc(chain, url ?? listNodes(chain)[0].url)}
      onSave={(url) =>
        onSave({
          ...chosen,
          rpcUrls: replaceUrl(chosen.rpcUrls, { chainId, url }),
        })
      }
    />
  )
}

/** What is asked the same, to catch the other one lying. */
function SecondField({ chain, chosen, onSave, ...asking }: FieldProps) {
  const { chainId, name } = chain
  const second = findSecondUrl(chosen, chainId)
  const own = findRpcUrl(chosen, chainId)
  const first = own ?? listNodes(chain)[0].url
  return (
    <ServerField
      label={`Second RPC endpoint for ${name}`}
      placeholder=""
      note={
        second && first && isSameServer(second, first)
          ? 'Same host and port as the first RPC endpoint: this does not count as a second source.'
          : `If this is empty, your wallet’s RPC endpoint is compared with the ${own || chain.isOwn ? 'first one' : 'default one above'}. Without a wallet, nothing is compared.`
      }
      url={second ?? null}
      isRpc
      {...asking}
      onTest={(url) => testRpc(chain, url ?? listNodes(chain)[0].url)}
      onSave={(url) =>
        onSave({
          ...chosen,
          secondUrls: replaceUrl(chosen.secondUrls ?? [], { chainId, url }),
        })
      }
    />
  )
}

function replaceUrl(
  urls: Environment['rpcUrls'],
  { chainId, url }: { chainId: number; url: string | null },
): Environment['rpcUrls'] {
  const others = urls.filter((one) => one.chainId !== chainId)
  return url ? [...others, { chainId, url }] : others
}
