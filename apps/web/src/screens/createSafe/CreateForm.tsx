import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useAddressTexts } from '../../hooks/useAddressTexts.js'
import { longestName } from '../../preferences/addressBook.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import {
  checkOwners,
  offeredVersions,
  type SafePlan,
} from '../../understand/newSafe/safePlan.js'
import { connectionQuery } from '../../wallet/connection.js'
import { writeThreshold } from '../../words/threshold.js'
import classes from './CreateForm.module.css'
import { CreationBlock } from './CreationBlock.js'
import type { Draft } from './draft.js'
import { OwnerFields } from './OwnerFields.js'

/** Everything that is decided about a safe before it exists. */
export function CreateForm({
  chains,
  chain,
  draft,
  onChange,
}: {
  chains: readonly ChainConfig[]
  chain: ChainConfig
  draft: Draft
  onChange: (part: Partial<Draft>) => void
}) {
  const { data: connection } = useQuery(connectionQuery)
  const account = connection?.account ?? null
  const texts = draft.owners.map(({ text }) => text ?? account ?? '')
  const readings = useAddressTexts(chain, texts)
  const addresses = readings.map(({ address }) => address)
  const faults = checkOwners(addresses)
  const plan = planSafe({ draft, addresses, faults })
  const note = warnOfThreshold(draft.threshold, draft.owners.length)
  return (
    <div className={classes.columns}>
      <div className={classes.form}>
        <Section className={classes.section} title="Name and network">
          <div className={classes.pair}>
            <TextInput
              label="Name"
              description="Only you see this name. It stays in this browser."
              placeholder="Treasury"
              autoComplete="off"
              maxLength={longestName}
              value={draft.name}
              onChange={(event) => onChange({ name: event.target.value })}
            />
            <NativeSelect
              label="Network"
              description="The safe is created on this network."
              value={String(draft.chainId)}
              data={chains.map(({ chainId, name }) => ({
                value: String(chainId),
                label: name,
              }))}
              onChange={(event) =>
                onChange({ chainId: Number(event.target.value) })
              }
            />
          </div>
        </Section>
        <Section
          className={classes.section}
          title="Owners"
          note="the people who sign for this safe"
        >
          <OwnerFields
            chain={chain}
            owners={draft.owners}
            texts={texts}
            readings={readings}
            faults={faults}
            account={account}
            onChange={(owners) =>
              onChange({
                owners,
                threshold: Math.min(draft.threshold, owners.length),
              })
            }
          />
        </Section>
        <Section className={classes.section} title="Threshold and version">
          <ThresholdFields draft={draft} note={note} onChange={onChange} />
        </Section>
      </div>
      <CreationBlock
        chain={chain}
        plan={plan}
        draft={draft}
        warning={note}
        onSent={(sent) => onChange({ sent })}
      />
    </div>
  )
}

/** The plan, once nothing about it is open or wrong. */
function planSafe({
  draft: { chainId, threshold, version },
  addresses,
  faults,
}: {
  draft: Draft
  addresses: readonly (Address | undefined)[]
  faults: readonly (string | undefined)[]
}): SafePlan | undefined {
  const owners = addresses.flatMap((address) => address ?? [])
  const isComplete = owners.length === addresses.length && owners.length > 0
  if (!isComplete || faults.some(Boolean)) return undefined
  return { chainId, owners, threshold, version }
}

function ThresholdFields({
  draft: { threshold, owners, version },
  note,
  onChange,
}: {
  draft: Draft
  note: string | undefined
  onChange: (part: Partial<Draft>) => void
}) {
  return (
    <div className={classes.pair}>
      <div>
        <NativeSelect
          label="Threshold"
          description={writeThreshold(owners.length)}
          value={String(threshold)}
          data={owners.map((_, index) => String(index + 1))}
          onChange={(event) =>
            onChange({ threshold: Number(event.target.value) })
          }
        />
        {note && (
          <div className={classes.note}>
            <Remark kind="warn" role="status">
              {note}
            </Remark>
          </div>
        )}
      </div>
      <NativeSelect
        label="Version"
        description="Version of the Safe contracts. Most safes use 1.4.1."
        value={version}
        data={[...offeredVersions]}
        onChange={(event) =>
          onChange({
            version:
              offeredVersions.find((one) => one === event.target.value) ??
              version,
          })
        }
      />
    </div>
  )
}

function warnOfThreshold(threshold: number, count: number): string | undefined {
  if (count === 1)
    return 'One key controls this safe. If it’s lost, so is the safe. You can add a second owner now or later.'
  if (threshold === count)
    return `All ${count} owners must sign. If one key is lost, the safe is locked permanently.`
  if (threshold === 1) return 'Any single owner can move everything alone.'
  return undefined
}
