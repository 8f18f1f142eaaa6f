import { createStore } from '../lib/store.js'
import { createDapps, type Dapps, type DappsParameters } from './dapps.js'

/** How it stands with WalletConnect in this tab. */
export type Service =
  | { status: 'starting' }
  /** Two tabs would both answer what a dapp asks once. */
  | { status: 'elsewhere' }
  | { status: 'failed'; error: unknown }
  | { status: 'running'; dapps: Dapps }

type Parameters = Omit<DappsParameters, 'client'> & {
  projectId: string
  relayUrl: string | undefined
}

const lockName = 'covault.walletConnect'

/** One for the document: sessions go on from page to page. */
export const service = createStore<Service>({ status: 'starting' })
let isStarted = false

export function startService(parameters: Parameters): void {
  if (isStarted) return
  isStarted = true
  void holdAlone(() => run(parameters))
}

/** Until the tab is closed; another one then takes over by itself. */
async function holdAlone(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator
  if (!locks) return work()
  const isFree = await locks.request(
    lockName,
    { ifAvailable: true },
    (lock) => lock !== null,
  )
  if (!isFree) service.write({ status: 'elsewhere' })
  await locks.request(lockName, async () => {
    await work()
    await new Promise(() => undefined)
  })
}

async function run({
  projectId,
  relayUrl,
  ...parameters
}: Parameters): Promise<void> {
  service.write({ status: 'starting' })
  try {
    const { createSignClient } = await import('./signClient.js')
    const client = await createSignClient({ projectId, relayUrl })
    service.write({
      status: 'running',
      dapps: createDapps({ client, ...parameters }),
    })
  } catch (error) {
    service.write({ status: 'failed', error })
  }
}
