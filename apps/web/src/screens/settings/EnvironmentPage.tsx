import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import {
  type Environment,
  environment,
  findRpcUrl,
  findSecondUrl,
  listChosen,
  mostOrigins,
  writeOriginsCookie,
} from '../../preferences/environment.js'
import { usePreference } from '../../preferences/preference.js'
import { testGateway } from '../../queries/testGateway.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { listNodes } from '../../trust/endpoint.js'
import { testRpc } from '../../trust/testRpc.js'
import { Section } from '../../ui/Section.js'
import { hideKey } from './hideKey.js'
import { ServerField } from './ServerField.js'
import classes from './SettingsScreen.module.css'

/** Which servers this browser talks to. */
export function EnvironmentPage() {
  const config = useAppConfig()
  const queries = useQueryClient()
  const chosen = usePreference(environment)
  const save = (next: Environment) => {
    environment.write(next)
    writeOriginsCookie(next)
    queries.clear()
    // The content policy of this document knows the old servers only.
    window.location.reload()
  }
  const allowed = [
    window.location.origin,
    ...listChosen(chosen),
    ...config.chains.flatMap((chain) => listNodes(chain).map(({ url }) => url)),
  ].flatMap((url) => (url ? new URL(url).origin : []))
  const mayAsk = (url: string) => allowed.includes(new URL(url).origin)
  const others = listChosen(chosen).length
  return (
    <>
      <Section
        className={classes.section}
        title="Gateway"
        note="lists, names and prices; never asked what is true"
      >
        <ServerField
          label="Address of the gateway"
          placeholder={window.location.origin}
          note="Empty means the server that this page comes from."
          url={chosen.gatewayUrl}
          mayAsk={mayAsk}
          onTest={(url) => testGateway(url ?? window.location.origin)}
          onSave={(gatewayUrl) => save({ ...chosen, gatewayUrl })}
        />
      </Section>
      <Section
        className={classes.section}
        title="Endpoints of the networks"
        note="what this browser reads the chain through"
      >
        {config.chains.map((chain) => (
          <EndpointField
            key={chain.chainId}
            chain={chain}
            chosen={chosen}
            mayAsk={mayAsk}
            onSave={save}
          />
        ))}
      </Section>
      <Section
        className={classes.section}
        title="Second sources"
        note="asked the same before anything is signed"
      >
        <p className={classes.text}>
          One node can lie about owners, nonces and code. With a second one, run
          by somebody else, both are asked at the same block, and nothing can be
          signed while they disagree. A connected wallet counts as one of the
          two.
        </p>
        {config.chains.map((chain) => (
          <SecondField
            key={chain.chainId}
            chain={chain}
            chosen={chosen}
            mayAsk={mayAsk}
            onSave={save}
          />
        ))}
        {others > 0 && (
          <p className={classes.buttons}>
            <Button
              variant="default"
              onClick={() => save({ gatewayUrl: null, rpcUrls: [] })}
            >
              Back to what the installation names
            </Button>
          </p>
        )}
        <p className={classes.text}>
          Only https is allowed, and http on this machine; at most {mostOrigins}{' '}
          servers of your own. Saving loads the page again, because the browser
          must be allowed to talk to the new server and to no other.
        </p>
      </Section>
    </>
  )
}

type FieldProps = {
  chain: ChainConfig
  chosen: Environment
  mayAsk: (url: string) => boolean
  onSave: (next: Environment) => void
}

/** What the chain is read through. */
function EndpointField({ chain, chosen, mayAsk, onSave }: FieldProps) {
  const { chainId, name } = chain
  const own = findRpcUrl(chosen, chainId) ?? null
  return (
    <ServerField
      label={`${name}, chain ${chainId}`}
      placeholder={own ? '' : hideKey(listNodes(chain)[0].url)}
      note={
        own
          ? 'Your own endpoint.'
          : "Leave empty to use your wallet's RPC, or the default."
      }
      url={own}
      mayAsk={mayAsk}
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
function SecondField({ chain, chosen, mayAsk, onSave }: FieldProps) {
  const { chainId, name } = chain
  return (
    <ServerField
      label={`Second source for ${name}`}
      placeholder=""
      note="Empty means your wallet or the endpoint of this installation, whichever is not read first."
      url={findSecondUrl(chosen, chainId) ?? null}
      mayAsk={mayAsk}
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
