import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { Address as AddressValue } from 'viem'
import { AddressInput } from '../../components/AddressInput.js'
import { useAddressText } from '../../hooks/useAddressTexts.js'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { addressBook, longestName } from '../../preferences/addressBook.js'
import { usePreference } from '../../preferences/preference.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { SafeState } from '../../trust/safe.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { Form } from '../../ui/Form.js'
import { PageHead } from '../../ui/PageHead.js'
import { Section } from '../../ui/Section.js'
import { SectionHead } from '../../ui/SectionHead.js'
import { showToast } from '../../ui/toasts.js'
import { rememberSafe } from '../../understand/newSafe/rememberSafe.js'
import { FoundSafe } from './FoundSafe.js'
import classes from './LoadSafeScreen.module.css'
import { OwnerNames } from './OwnerNames.js'
import { useSafeReading } from './useSafeReading.js'

export function LoadSafeScreen() {
  useDocumentTitle('Load a safe · Covault')
  const { chains } = useAppConfig()
  const { chain: wanted, address = '' } = useSearch({ strict: false })
  const first =
    chains.find(({ shortName }) => shortName === wanted) ?? chains[0]
  return (
    <>
      <PageHead title="Load a safe">
        an existing safe, to use or to watch
      </PageHead>
      {first ? (
        <LoadForm chains={chains} first={first} text={address} />
      ) : (
        <EmptyState picture="0x11" title="No network configured.">
          Add at least one network to covault.config.json, then restart the
          gateway.
        </EmptyState>
      )}
    </>
  )
}

function LoadForm({
  chains,
  first,
  text: initialText,
}: {
  chains: readonly ChainConfig[]
  first: ChainConfig
  text: string
}) {
  const [chain, setChain] = useState(first)
  const [text, setText] = useState(initialText)
  const address = useAddressText(chain, text)
  const reading = useSafeReading(chain, address.address)
  const safe = reading.data?.status === 'safe' ? reading.data.safe : undefined
  return (
    <div className={classes.form}>
      <Section title="Safe">
        <div className={classes.fields}>
          <NativeSelect
            label="Network"
            value={String(chain.chainId)}
            data={chains.map(({ chainId, name }) => ({
              value: String(chainId),
              label: name,
            }))}
            onChange={(event) =>
              setChain(
                chains.find(
                  ({ chainId }) => chainId === Number(event.target.value),
                ) ?? chain,
              )
            }
          />
          <AddressInput
            label="Safe address"
            chain={chain}
            text={text}
            onText={setText}
            address={address}
          />
        </div>
        <FoundSafe chain={chain} address={address.address} reading={reading} />
      </Section>
      {safe && (
        <NameForm
          key={`${chain.chainId}:${safe.address}`}
          chain={chain}
          safe={safe}
        />
      )}
    </div>
  )
}

/** Names, and the one button; it is there only once the safe is found. */
function NameForm({ chain, safe }: { chain: ChainConfig; safe: SafeState }) {
  const id = useId()
  const contacts = usePreference(addressBook)
  const find = (address: AddressValue) =>
    contacts.find(
      (contact) =>
        contact.chainId === chain.chainId && contact.address === address,
    )?.name ?? ''
  const [name, setName] = useState(() => find(safe.address))
  const [owners, setOwners] = useState(() =>
    safe.owners.map((address) => ({ address, name: find(address) })),
  )
  const navigate = useNavigate()
  const load = () => {
    const place = { chainId: chain.chainId, address: safe.address }
    rememberSafe({ place, name, owners })
    showToast({
      kind: 'done',
      text: `${name.trim() || 'The safe'} was loaded.`,
    })
    void navigate({
      to: paths.home,
      search: toSafeSearch({ chain, address: safe.address }),
    })
  }
  return (
    <Form onSubmit={load} aria-labelledby={id}>
      <SectionHead
        id={id}
        title="Names"
        note="only you see them; they stay in this browser"
      />
      <div className={classes.fields}>
        <TextInput
          label="Safe name"
          placeholder="Optional"
          autoComplete="off"
          maxLength={longestName}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <OwnerNames chain={chain} owners={owners} onChange={setOwners} />
      </div>
      <Button type="submit">Load safe</Button>
    </Form>
  )
}
