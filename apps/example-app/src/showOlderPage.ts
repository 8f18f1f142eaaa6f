import { showPage } from './showPage'

type Call = { to: string; value: string; data: string }

/** What all older versions of the SDK have in common. */
type OlderSdk = {
  safe: {
    getInfo: () => Promise<unknown>
    getChainInfo: () => Promise<unknown>
    experimental_getBalances: () => Promise<unknown>
  }
  eth: { getBalance: (parameters: [string]) => Promise<unknown> }
  txs: {
    send: (request: { txs: Call[] }) => Promise<{ safeTxHash: string }>
    getBySafeTxHash: (hash: string) => Promise<unknown>
    signMessage: (message: string) => Promise<unknown>
  }
}

export function showOlderPage(version: number, sdk: OlderSdk): void {
  let sent = ''
  showPage({
    title: `Example of SDK ${version}`,
    note: `The methods that version ${version} of the Safe Apps SDK shares with all others.`,
    methods: [
      { name: 'getSafeInfo', run: () => sdk.safe.getInfo() },
      { name: 'getChainInfo', run: () => sdk.safe.getChainInfo() },
      {
        name: 'getSafeBalances',
        run: () => sdk.safe.experimental_getBalances(),
      },
      {
        name: 'rpcCall eth_getBalance',
        run: ({ recipient }) => sdk.eth.getBalance([recipient]),
      },
      {
        name: 'sendTransactions',
        run: async ({ recipient, wei }) => {
          const reply = await sdk.txs.send({
            txs: [{ to: recipient, value: wei, data: '0x' }],
          })
          sent = reply.safeTxHash
          return reply
        },
      },
      {
        name: 'getTxBySafeTxHash',
        run: () => sdk.txs.getBySafeTxHash(sent),
      },
      {
        name: 'signMessage',
        run: ({ message }) => sdk.txs.signMessage(message),
      },
    ],
  })
}
