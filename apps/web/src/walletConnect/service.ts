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

let service: Service = { status: 'starting' }
let isStarted = false
const listeners = new Set<() => void>()

/** One for the document: sessions go on from page to page. */
export function startService(parameters: Parameters): void {
  if (isStarted) return
  isStarted = true
  void holdAlone(() => run(parameters))
}

export function getService(): Service {
  return service
}

export function subscribeService(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(changed: Service): void {
  service = changed
  for (const listener of listeners) listener()
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
  if (!isFree) change({ status: 'elsewhere' })
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
  change({ status: 'starting' })
  try {
    const { createSignClient } = await import('./signClient.js')
    const client = await createSignClient({ projectId, relayUrl })
    change({ status: 'running', dapps: createDapps({ client, ...parameters }) })
  } catch (error) {
    change({ status: 'failed', error })
  }
}
