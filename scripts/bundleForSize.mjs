// Bundles what a browser pays for one import, for the size check to weigh.
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { defaultClientConditions, build as viteBuild } from 'vite'
import { main, root } from './run.mjs'

const folder = join(root, '.cache', 'size')

const entries = {
  'api-client-one-call':
    "export { call, createClient, getSafe } from '@covault/api'",
  'api-client-every-call':
    "export * from '@covault/api/openapi'\nexport * from '@covault/api'",
  'protocol-one-hash':
    "export { hashSafeTransaction } from '@covault/protocol'",
}

/** Modules whose files, with all they import, a page needs. */
const pages = {
  accounts: ['index.html', 'src/screens/accounts/AccountsScreen.tsx'],
  'accounts-with-wallet': [
    'index.html',
    'src/screens/accounts/AccountsScreen.tsx',
    'src/wallet/WalletButton.tsx',
  ],
}

/** What stands when somebody opens a flow from the queue. */
const beforeFlow = [
  'index.html',
  'src/screens/queue/QueueScreen.tsx',
  'src/wallet/WalletButton.tsx',
  'src/flows/progress/PendingWork.tsx',
]

/** Flows of calls open with their form; the others with their review. */
const flows = {
  sendTokens: ['src/flows/machine/CallFlowRun.tsx'],
  sendCollectibles: ['src/flows/machine/CallFlowRun.tsx'],
  batch: ['src/flows/machine/CallFlowRun.tsx'],
  builder: ['src/flows/machine/CallFlowRun.tsx'],
  signers: ['src/flows/machine/CallFlowRun.tsx'],
  safeContracts: ['src/flows/machine/CallFlowRun.tsx'],
  spendingLimits: ['src/flows/machine/CallFlowRun.tsx'],
  updateVersion: ['src/flows/machine/CallFlowRun.tsx'],
  nestedSafe: ['src/flows/machine/CallFlowRun.tsx'],
  // Its review comes at once; the build knows it by the flow that begins so.
  reject: ['src/flows/machine/CallFlowRun.tsx', 'src/flows/confirm/flow.ts'],
  approveHash: [
    'src/flows/machine/CallFlowRun.tsx',
    'src/flows/confirm/flow.ts',
  ],
  appRequest: [],
  confirm: [],
  deleteTransaction: [],
  bulkExecute: [],
  message: [],
  confirmMessage: [],
}

/** What comes once a review stands: to check, to judge, to simulate, to say why. */
const trust = [
  'src/trust/checkTransaction.ts',
  'src/trust/checkMessage.ts',
  'src/trust/simulate.ts',
  'src/understand/assess/compareContracts.ts',
  'src/understand/assess/applyRules.ts',
  'src/components/transaction/TransactionReasons.tsx',
  'src/components/transaction/MessageReasons.tsx',
  'src/components/transaction/SimulationOf.tsx',
]

async function bundleForSize() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  collectPages()
  for (const [name, source] of Object.entries(entries)) {
    const entry = join(folder, `${name}.entry.js`)
    writeFileSync(entry, `${source}\n`)
    await viteBuild({
      configFile: false,
      root,
      logLevel: 'warn',
      resolve: { conditions: ['source', ...defaultClientConditions] },
      build: {
        outDir: folder,
        emptyOutDir: false,
        target: 'es2022',
        minify: true,
        lib: { entry, formats: ['es'], fileName: () => `${name}.min.js` },
      },
    })
  }
}

function collectPages() {
  const dist = join(root, 'apps', 'web', 'dist')
  const manifest = JSON.parse(
    readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'),
  )
  const collect = (name, modules, there) => {
    const target = join(folder, name)
    mkdirSync(target)
    for (const file of listFiles(manifest, modules))
      if (!there.has(file))
        copyFileSync(join(dist, file), join(target, basename(file)))
  }
  for (const [name, modules] of Object.entries(pages))
    collect(name, modules, new Set())
  const there = listFiles(manifest, beforeFlow)
  for (const [name, modules] of Object.entries(flows))
    collect(`flow-${name}`, [...listFlow(name), ...modules], there)
  const review = listFiles(manifest, [...beforeFlow, ...listFlow('confirm')])
  collect('trust', trust, review)
}

function listFlow(name) {
  return ['src/flows/machine/FlowDialog.tsx', `src/flows/${name}/flow.ts`]
}

/** Everything that is loaded before the modules run; not what they load later. */
function listFiles(manifest, modules) {
  const seen = new Set()
  const files = new Set()
  const visit = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    if (!chunk)
      throw new Error(`The build has no ${key}: the size check must know it.`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const module of modules) visit(module)
  return files
}

// On its own: the bundler sets NODE_ENV for the whole process.
await main(bundleForSize)
