import { safe } from '@wagmi/connectors'
import {
  connect,
  createConfig,
  getBalance,
  getCallsStatus,
  sendCalls,
  sendTransaction,
  signMessage,
  unstable_connector,
} from '@wagmi/core'
import { type Address, defineChain, stringToHex } from 'viem'
import { showPage, type Values } from './showPage'

const chains = [
  describeChain(31337, 'Local 1'),
  describeChain(31338, 'Local 2'),
] as const

// The host is wallet and node at once: whatever is read comes through it.
const config = createConfig({
  chains,
  connectors: [safe({ unstable_getInfoTimeout: 2000 })],
  transports: {
    31337: unstable_connector(safe),
    31338: unstable_connector(safe),
  },
  storage: null,
})
const connector = config.connectors[0]

async function getAccount() {
  const { current, connections } = config.state
  const known = current && connections.get(current)
  if (known) return known
  if (!connector) throw new Error('There is no connector.')
  return connect(config, { connector })
}

const toCall = ({ recipient, wei }: Values) => ({
  to: recipient as Address,
  value: BigInt(wei),
})

showPage({
  title: 'Wagmi example',
  note: 'wagmi’s Safe connector as it comes from npm. Open this page inside a host of Safe Apps.',
  methods: [
    {
      name: 'connect',
      run: async () => {
        const { accounts, chainId } = await getAccount()
        return { accounts, chainId }
      },
    },
    {
      name: 'getBalance',
      run: async () => {
        const { accounts } = await getAccount()
        return getBalance(config, { address: accounts[0] })
      },
    },
    {
      name: 'sendTransaction',
      run: async (values) => {
        await getAccount()
        return sendTransaction(config, { ...toCall(values), gas: null })
      },
    },
    {
      name: 'sendCalls',
      run: async (values) => {
        await getAccount()
        const { id } = await sendCalls(config, {
          calls: [toCall(values), toCall(values)],
        })
        return { id, status: await getCallsStatus(config, { id }) }
      },
    },
    {
      name: 'signMessage',
      run: async ({ message }) => {
        await getAccount()
        return signMessage(config, { message: { raw: stringToHex(message) } })
      },
    },
  ],
})

function describeChain(id: 31337 | 31338, name: string) {
  return defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  })
}
