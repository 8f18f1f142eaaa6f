import { SafeAppProvider } from '@safe-global/safe-apps-provider'
import SafeAppsSDK from '@safe-global/safe-apps-sdk'
import { numberToHex } from 'viem'
import { showPage, type Values } from './showPage'

const sdk = new SafeAppsSDK()

/** What the host answered last, for the buttons that ask further. */
const last = { safeTxHash: '', messageHash: '' }

const toCall = ({ recipient, wei }: Values) => ({
  to: recipient,
  value: wei,
  data: '0x',
})

function remember<Reply extends object>(reply: Reply): Reply {
  return Object.assign(last, reply) && reply
}

async function createProvider(): Promise<SafeAppProvider> {
  return new SafeAppProvider(await sdk.safe.getInfo(), sdk as never)
}

showPage({
  title: 'Example app',
  note: 'Every method of the Safe Apps SDK 9 and of its provider. Open this page inside a host of Safe Apps.',
  methods: [
    { name: 'getSafeInfo', run: () => sdk.safe.getInfo() },
    {
      name: 'getEnvironmentInfo',
      run: () => sdk.safe.getEnvironmentInfo(),
    },
    { name: 'getChainInfo', run: () => sdk.safe.getChainInfo() },
    {
      name: 'getSafeBalances',
      run: () => sdk.safe.experimental_getBalances({ currency: 'usd' }),
    },
    {
      name: 'rpcCall eth_getBalance',
      run: ({ recipient }) => sdk.eth.getBalance([recipient]),
    },
    {
      name: 'rpcCall eth_getBlockByNumber',
      run: () => sdk.eth.getBlockByNumber(['latest', false]),
    },
    {
      name: 'sendTransactions',
      run: async (values) =>
        remember(await sdk.txs.send({ txs: [toCall(values)] })),
    },
    {
      name: 'sendTransactions, a batch with safeTxGas',
      run: async (values) =>
        remember(
          await sdk.txs.send({
            txs: [toCall(values), toCall(values)],
            params: { safeTxGas: 100_000 },
          }),
        ),
    },
    {
      name: 'getTxBySafeTxHash',
      run: () => sdk.txs.getBySafeTxHash(last.safeTxHash),
    },
    {
      name: 'safe_setSettings, messages off chain',
      run: () => sdk.eth.setSafeSettings([{ offChainSigning: true }]),
    },
    {
      name: 'safe_setSettings, messages on chain',
      run: () => sdk.eth.setSafeSettings([{ offChainSigning: false }]),
    },
    {
      name: 'signMessage',
      run: async ({ message }) => remember(await sdk.txs.signMessage(message)),
    },
    {
      name: 'signTypedMessage',
      run: async ({ message }) =>
        remember(await sdk.txs.signTypedMessage(toTypedData(message))),
    },
    {
      name: 'getOffChainSignature',
      run: () => sdk.safe.getOffChainSignature(last.messageHash),
    },
    {
      name: 'isMessageSigned',
      run: async ({ message }) => {
        const signature = last.messageHash
          ? await sdk.safe.getOffChainSignature(last.messageHash)
          : '0x'
        return sdk.safe.isMessageSigned(message, signature || '0x')
      },
    },
    { name: 'wallet_getPermissions', run: () => sdk.wallet.getPermissions() },
    {
      name: 'wallet_requestPermissions',
      run: () => sdk.wallet.requestPermissions([{ requestAddressBook: {} }]),
    },
    { name: 'requestAddressBook', run: () => sdk.safe.requestAddressBook() },
    {
      name: 'provider eth_accounts',
      run: async () =>
        (await createProvider()).request({ method: 'eth_accounts' }),
    },
    {
      name: 'provider eth_sendTransaction',
      run: async ({ recipient, wei }) => {
        const provider = await createProvider()
        const safeTxHash = await provider.request({
          method: 'eth_sendTransaction',
          params: [{ to: recipient, value: numberToHex(BigInt(wei)) }],
        })
        return remember({ safeTxHash })
      },
    },
    {
      name: 'provider wallet_sendCalls',
      run: async ({ recipient, wei }) => {
        const info = await sdk.safe.getInfo()
        const provider = await createProvider()
        const { id } = await provider.request({
          method: 'wallet_sendCalls',
          params: [
            {
              version: '1.0',
              chainId: numberToHex(info.chainId),
              from: info.safeAddress,
              calls: [{ to: recipient, value: numberToHex(BigInt(wei)) }],
            },
          ],
        })
        return remember({ safeTxHash: id })
      },
    },
    {
      name: 'provider wallet_getCallsStatus',
      run: async () =>
        (await createProvider()).request({
          method: 'wallet_getCallsStatus',
          params: [last.safeTxHash],
        }),
    },
  ],
})

function toTypedData(contents: string) {
  return {
    domain: { name: 'Example app', version: '1' },
    types: { Note: [{ name: 'contents', type: 'string' }] },
    primaryType: 'Note',
    message: { contents },
  }
}
