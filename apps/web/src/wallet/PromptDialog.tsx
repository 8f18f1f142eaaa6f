import { Button } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { formatUnits, type Hex, size } from 'viem'
import { toNumbered } from '../lib/numbered.js'
import { AddressText } from '../ui/AddressText.js'
import { Dialog, DialogActions } from '../ui/Dialog.js'
import { Fact } from '../ui/Fact.js'
import { Mark } from '../ui/Mark.js'
import { WholeAddress } from '../ui/WholeAddress.js'
import { demoAccounts } from './demo/demoAccounts.js'
import classes from './PromptDialog.module.css'
import { type Prompt, type PromptDesk, usePrompt } from './promptDesk.js'

/** Puts the wallet layer's own questions to the person, one at a time. */
export function PromptDialog({ desk }: { desk: PromptDesk }) {
  const prompt = usePrompt(desk)
  if (!prompt) return null
  if (prompt.kind === 'chooseAccount')
    return <ChooseAccount prompt={prompt} desk={desk} />
  if (prompt.kind === 'explainProjectId')
    return <ExplainProjectId wallet={prompt.wallet} desk={desk} />
  if (prompt.kind === 'explainNoWallet') return <ExplainNoWallet desk={desk} />
  const { title, action } = describePrompt(prompt)
  return (
    <Dialog title={title} size="form" onClose={desk.reject}>
      <p className={classes.source}>
        This is a demo account. Its private key is published, so anyone can take
        money sent to this address on a real network.
      </p>
      <PromptFacts prompt={prompt} />
      <DialogActions onCancel={desk.reject}>
        <Button onClick={() => desk.approve(true)}>{action}</Button>
      </DialogActions>
    </Dialog>
  )
}

type Question = Exclude<
  Prompt,
  { kind: 'chooseAccount' | 'explainProjectId' | 'explainNoWallet' }
>

function describePrompt(prompt: Question): { title: string; action: string } {
  switch (prompt.kind) {
    case 'signMessage':
      return { title: 'Sign this message?', action: 'Sign' }
    case 'signTypedData':
      return { title: `Sign ${prompt.primaryType}?`, action: 'Sign' }
    case 'sendTransaction':
      return { title: 'Send this transaction?', action: 'Send' }
    case 'switchChain':
      return { title: `Switch to ${prompt.to.name}?`, action: 'Switch' }
    case 'watchAsset':
      return { title: `Add ${prompt.symbol}?`, action: 'Add' }
  }
}

function PromptFacts({ prompt }: { prompt: Question }) {
  switch (prompt.kind) {
    case 'signMessage':
      return (
        <Facts>
          <Who prompt={prompt} />
          <Code name="Message">
            {'text' in prompt.content
              ? prompt.content.text
              : prompt.content.bytes}
          </Code>
        </Facts>
      )
    case 'signTypedData':
      return (
        <Facts>
          <Who prompt={prompt} />
          <Code name="Domain">{toJson(prompt.domain)}</Code>
          <Code name={prompt.primaryType}>{toJson(prompt.message)}</Code>
        </Facts>
      )
    case 'sendTransaction':
      return (
        <Facts>
          <Who prompt={prompt} />
          <Fact name="To">
            <span className={classes.code}>
              <AddressText text={prompt.to ?? 'A new contract'} />
            </span>
          </Fact>
          <Fact name="Amount">
            {formatUnits(prompt.value, prompt.chain.nativeCurrency.decimals)}{' '}
            {prompt.chain.nativeCurrency.symbol}
          </Fact>
          {prompt.method && (
            <Fact name="Function">
              <span className={classes.code}>
                <Signature text={prompt.method} />
              </span>
            </Fact>
          )}
          {prompt.data !== '0x' && <Data data={prompt.data} />}
        </Facts>
      )
    case 'switchChain':
      return (
        <Facts>
          <Fact name="From">{prompt.from.name}</Fact>
          <Fact name="To">
            {prompt.to.name} (chain ID {prompt.to.chainId})
          </Fact>
        </Facts>
      )
    case 'watchAsset':
      return (
        <Facts>
          <Fact name="Token">{prompt.symbol}</Fact>
          <Fact name="Address">
            <span className={classes.code}>
              <WholeAddress address={prompt.address} />
            </span>
          </Fact>
        </Facts>
      )
  }
}

function ChooseAccount({
  prompt,
  desk,
}: {
  prompt: Extract<Prompt, { kind: 'chooseAccount' }>
  desk: PromptDesk
}) {
  return (
    <Dialog title="Choose a demo account" size="form" onClose={desk.reject}>
      <p className={classes.source}>
        Five accounts for trying Covault on {prompt.chain.name} without a
        wallet. Their private keys are published: never send them real money.
      </p>
      <ul className={classes.accounts}>
        {demoAccounts.map(({ name, address }) => (
          <li key={address}>
            <button
              type="button"
              className={classes.account}
              onClick={() => desk.approve(address)}
            >
              <Mark address={address} />
              <span className={classes.who}>
                <b>
                  {name}
                  {prompt.current === address && ' (chosen before)'}
                </b>
                <span className={classes.code}>
                  <WholeAddress address={address} />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <DialogActions onCancel={desk.reject} />
    </Dialog>
  )
}

function ExplainProjectId({
  wallet,
  desk,
}: {
  wallet: string
  desk: PromptDesk
}) {
  return (
    <Dialog
      title={
        wallet === 'WalletConnect'
          ? 'WalletConnect is not set up here'
          : `${wallet} can’t be reached`
      }
      size="form"
      onClose={desk.reject}
    >
      <p className={classes.source}>
        To connect {wallet === 'WalletConnect' ? 'a wallet' : wallet} on a
        phone, the gateway needs a WalletConnect project ID. It has none. Its
        operator can set walletConnect.projectId in covault.config.json and
        restart the gateway.
      </p>
      <p className={classes.source}>Wallets in this browser work without it.</p>
      <DialogActions>
        <Button onClick={desk.reject}>Choose another wallet</Button>
      </DialogActions>
    </Dialog>
  )
}

function ExplainNoWallet({ desk }: { desk: PromptDesk }) {
  return (
    <Dialog title="No wallet in this browser" size="form" onClose={desk.reject}>
      <p className={classes.source}>
        “Browser Wallet” uses the wallet of an extension or of the browser
        itself, and none was found. Install or enable one, then reload the page.
      </p>
      <DialogActions>
        <Button onClick={desk.reject}>Choose another wallet</Button>
      </DialogActions>
    </Dialog>
  )
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}

function Who({
  prompt: { account, chain },
}: {
  prompt: { account: string; chain: { name: string } }
}) {
  const name = demoAccounts.find(({ address }) => address === account)?.name
  return (
    <>
      <Fact name="Account">
        {name}{' '}
        <span className={classes.code}>
          <WholeAddress address={account} />
        </span>
      </Fact>
      <Fact name="Network">{chain.name}</Fact>
    </>
  )
}

function Code({ name, children }: { name: string; children: string }) {
  return (
    <div className={classes.block}>
      <dt>{name}</dt>
      <dd>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <pre className={classes.pre} tabIndex={0}>
          {children}
        </pre>
      </dd>
    </div>
  )
}

/** A long one would push the buttons off a phone. */
function Data({ data }: { data: Hex }) {
  const name = `Data, ${size(data)} bytes`
  if (size(data) < 100) return <Code name={name}>{data}</Code>
  return (
    <div className={classes.block}>
      <dt>{name}</dt>
      <dd>
        <details>
          <summary>Show data</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <pre className={classes.pre} tabIndex={0}>
            {data}
          </pre>
        </details>
      </dd>
    </div>
  )
}

/** Of a method; it breaks between its types, not inside of one. */
function Signature({ text }: { text: string }) {
  return toNumbered(text.split(/(?<=[(,])/)).map(({ item, at }) => (
    <Fragment key={at}>
      {item}
      <wbr />
    </Fragment>
  ))
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
