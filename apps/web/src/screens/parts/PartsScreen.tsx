import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useState } from 'react'
import { Address } from '../../components/Address.js'
import { AddressCompare } from '../../components/AddressCompare.js'
import { FiatAmount } from '../../components/FiatAmount.js'
import { LoadingRows } from '../../components/ListStates.js'
import { Networks } from '../../components/Networks.js'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { computedHere, gatewaySays } from '../../trust/provenance.js'
import { Banner } from '../../ui/Banner.js'
import { Seal, type SealState } from '../../ui/drawn/Seal.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { Mark } from '../../ui/Mark.js'
import { PageHead } from '../../ui/PageHead.js'
import { PickList } from '../../ui/PickList.js'
import { Section } from '../../ui/Section.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { Status } from '../../ui/Status.js'
import { Tag } from '../../ui/Tag.js'
import { Tally } from '../../ui/Tally.js'
import { ToastCard } from '../../ui/Toasts.js'
import { Buttons, Fields } from './Controls.js'
import { Line } from './Line.js'
import classes from './PartsScreen.module.css'

const address = '0xBa7B9F93DC090997Df88F97415bDe1323cA50A33'
const lookAlike = '0xba7BAE8e6d5f2eC0A7B0c9d8E1f2a3b4368B0A33'
const seals: readonly (readonly [state: SealState, words: string])[] = [
  ['signed', 'signed'],
  ['unheard', 'not checked'],
  ['you', 'you'],
  ['open', 'open'],
  ['invalid', 'invalid'],
  ['unknown', 'unknown'],
]

/** Every part in every state, to be looked at in both themes. */
export function PartsScreen() {
  useDocumentTitle('Parts · Covault')
  return (
    <>
      <PageHead title="Parts">Every part and its states</PageHead>
      <div className={classes.columns}>
        <Buttons />
        <Fields />
        <Words />
        <Seals />
        <Addresses />
        <Messages />
        <Pick />
        <Waiting />
      </div>
    </>
  )
}

function Words() {
  return (
    <Section title="Tags and status">
      <Line>
        <Tag>Owner</Tag>
        <Tag>Nested owner</Tag>
        <Tag>Viewer</Tag>
      </Line>
      <Line>
        <Status kind="waiting">Processing</Status>
        <Status kind="ok">Success</Status>
        <Status kind="warn">Will be replaced</Status>
        <Status kind="danger">Failed, GS013</Status>
      </Line>
      <Line>
        <ProvenanceMark of={computedHere} />
        <ProvenanceMark
          of={{
            kind: 'chain',
            block: 26_441_907n,
            endpoint: { source: 'own', host: 'node.example.org' },
          }}
        />
        <ProvenanceMark of={gatewaySays} />
      </Line>
      <Line>
        <Networks chains={[{ chainId: 1, name: 'Ethereum' }]} />
        <Networks
          chains={[
            { chainId: 1, name: 'Ethereum' },
            { chainId: 100, name: 'Gnosis' },
          ]}
        />
      </Line>
      <Line>
        <FiatAmount cents={160_792_759n} currency="usd" />
        <FiatAmount cents={0n} currency="usd" />
      </Line>
    </Section>
  )
}

function Seals() {
  return (
    <Section title="Signatures and tallies">
      <Line>
        {seals.map(([state, words]) => (
          <figure key={state} className={classes.figure}>
            <Seal address={address} state={state} size={72} />
            <figcaption>{words}</figcaption>
          </figure>
        ))}
      </Line>
      <Line>
        {seals.map(([state, words]) => (
          <Seal key={state} address={address} state={state} title={words} />
        ))}
        <Mark address={address} size={40} />
        <Mark address={lookAlike} size={40} />
      </Line>
      <Line>
        <Tally count={3} of={5} />
        <Tally count={1} of={1} />
        <Tally count={7} of={12} />
      </Line>
    </Section>
  )
}

function Addresses() {
  return (
    <Section title="Addresses">
      <Line>
        <Address address={address} />
      </Line>
      <Line>
        <Address address={address} isFull />
      </Line>
      <Line>
        <AddressCompare
          rows={[
            { label: 'This one', address: lookAlike },
            { label: 'Meridian Treasury', address },
          ]}
        />
      </Line>
    </Section>
  )
}

function Messages() {
  return (
    <Section title="Banners and toasts">
      <Line>
        <Banner
          title="Can’t reach the gateway."
          action={
            <Button size="xs" variant="default">
              Retry now
            </Button>
          }
        >
          Owners and balances are still read from the chain.
        </Banner>
      </Line>
      <Line>
        <ToastCard
          toast={{
            id: -1,
            kind: 'done',
            text: 'Signed. 3 of 3 signatures, ready to execute.',
            action: { label: 'Open', onClick: () => undefined },
          }}
        />
      </Line>
      <Line>
        <ToastCard
          toast={{
            id: -2,
            kind: 'error',
            text: 'Your wallet returned a wrong signature. Nothing was sent.',
          }}
        />
      </Line>
    </Section>
  )
}

function Pick() {
  const [query, setQuery] = useState('')
  const items = ['Meridian Treasury', 'Grants Programme', 'Operations'].map(
    (label) => ({
      key: label,
      label,
      note: 'Ethereum',
      icon: <Mark address={address} size={28} />,
      onPick: () => setQuery(label),
    }),
  )
  return (
    <Section title="Search and pick">
      <Line>
        <div className={classes.wide}>
          <PickList
            label="Example"
            placeholder="Name, address or network"
            query={query}
            onQuery={setQuery}
            groups={[
              {
                title: 'Safes',
                items: items.filter(({ label }) =>
                  label.toLowerCase().includes(query.toLowerCase()),
                ),
              },
            ]}
            empty="No results"
          />
        </div>
      </Line>
    </Section>
  )
}

function Waiting() {
  return (
    <Section title="Loading and empty">
      <Line>
        <SkeletonBar width={180} />
        <SkeletonBar width={40} height={40} />
      </Line>
      <LoadingRows count={2} />
      <EmptyState
        picture={address}
        title="The queue is empty."
        actions={<Button>The next step</Button>}
      >
        What appears here, and what to do next.
      </EmptyState>
    </Section>
  )
}
