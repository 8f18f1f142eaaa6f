import { IconPencil, IconReplace, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { AddressName } from '../../components/AddressName.js'
import { NameDialog } from '../../components/NameDialog.js'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { useFindName } from '../../hooks/useFindName.js'
import { openFlow } from '../../lib/flowSearch.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatNumber } from '../../lib/formatCount.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { type ContractFacts, contractsQuery } from '../../trust/contracts.js'
import { ActionButton } from '../../ui/ActionButton.js'
import { ActionLink } from '../../ui/ActionLink.js'
import { Section } from '../../ui/Section.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { TallyStrokes } from '../../ui/Tally.js'
import { accountQuery } from '../../wallet/account.js'
import { AskedOwner } from './AskedOwner.js'
import { Bridges } from './Bridges.js'
import { ChangeButton } from './ChangeButton.js'
import { useChangeReason } from './changeReason.js'
import { Facts } from './Facts.js'
import { MoveIn } from './MoveIn.js'
import { NestedSafes } from './NestedSafes.js'
import { Proposers } from './Proposers.js'
import settings from './SettingsScreen.module.css'
import classes from './SetupPage.module.css'
import { SpendingLimits } from './SpendingLimits.js'
import { VersionNote } from './VersionNote.js'

export function SetupPage() {
  return <SafeGate>{(open) => <Setup open={open} />}</SafeGate>
}

function Setup({
  open: { chain, address, safe, provenance },
}: {
  open: OpenSafe
}) {
  const reason = useChangeReason()
  if (!safe || !provenance) return <LoadingSetup />
  const { owners, threshold, nonce, version, singleton, known } = safe
  return (
    <>
      <AskedOwner chain={chain} owners={owners} reason={reason} />
      <Section
        className={settings.section}
        title="Owners and threshold"
        end={<ProvenanceMark of={provenance} />}
      >
        <div className={classes.threshold}>
          <p className={settings.big}>
            {threshold} of {owners.length}
          </p>
          <TallyStrokes count={threshold} of={owners.length} />
          <p className={classes.words}>
            {explain({ threshold, owners: owners.length })}
          </p>
          <ChangeButton reason={reason} search={openFlow('signers')}>
            Change owners or threshold
          </ChangeButton>
        </div>
        <Owners chain={chain} owners={owners} canChange={!reason} />
      </Section>
      <SpendingLimits place={{ chain, address, safe }} reason={reason} />
      <Proposers place={{ chain, address, safe }} reason={reason} />
      <NestedSafes place={{ chain, address, safe }} reason={reason} />
      <Bridges place={{ chain, address, safe }} />
      <MoveIn place={{ chain, address, safe }} />
      <Section className={settings.section} title="Contract">
        <Facts
          provenance={provenance}
          facts={[
            { name: 'Next nonce to execute', value: formatNumber(nonce) },
            { name: 'Version', value: version },
            {
              name: 'Implementation',
              value: `${singleton}, ${known ? 'official Safe code' : 'unknown code'}`,
            },
            {
              name: 'Network',
              value: `${chain.name} (chain ID ${chain.chainId})`,
            },
          ]}
        />
        <VersionNote place={{ chain, safe }} reason={reason} />
      </Section>
    </>
  )
}

/** In the order of the chain. */
function Owners({
  chain,
  owners,
  canChange,
}: {
  chain: ChainConfig
  owners: readonly Address[]
  canChange: boolean
}) {
  const { data: account } = useQuery(accountQuery)
  const { data: contracts } = useQuery(contractsQuery(chain, owners))
  const [named, setNamed] = useState<Address>()
  const findName = useFindName()
  return (
    <>
      <ul>
        {owners.map((owner) => {
          const kind = describeOwner(
            contracts?.find(({ address }) => address === owner),
          )
          const short = formatAddress(owner, { digits: 4 })
          return (
            <li key={owner} className={classes.owner}>
              <AddressName
                chain={chain}
                address={owner}
                note={[owner === account && 'You', kind]
                  .filter(Boolean)
                  .join(', ')}
                isFull
              />
              <span className={classes.actions}>
                <ActionButton
                  label={`Name ${short}`}
                  onClick={() => setNamed(owner)}
                >
                  <IconPencil size={18} stroke={1.75} aria-hidden="true" />
                </ActionButton>
                {canChange && (
                  <>
                    <ActionLink
                      to="."
                      search={openFlow('signers', { id: `replace:${owner}` })}
                      label={`Replace ${short}`}
                    >
                      <IconReplace size={18} stroke={1.75} aria-hidden="true" />
                    </ActionLink>
                    <ActionLink
                      to="."
                      search={openFlow('signers', { id: `remove:${owner}` })}
                      label={`Remove ${short}`}
                    >
                      <IconX size={18} stroke={1.75} aria-hidden="true" />
                    </ActionLink>
                  </>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      {named && (
        <NameDialog
          title="Name owner"
          address={named}
          name={findName({ chainId: chain.chainId, address: named }) ?? ''}
          chainIds={[chain.chainId]}
          onClose={() => setNamed(undefined)}
        />
      )}
    </>
  )
}

/** What the chain says the owner is; undefined until it has answered. */
function describeOwner(facts: ContractFacts | undefined): string | undefined {
  if (!facts) return undefined
  if (facts.codeHash === null) return 'Ordinary account'
  return facts.ownerSet
    ? `Nested safe, ${facts.ownerSet.threshold} of ${facts.ownerSet.owners.length}`
    : 'Contract'
}

function LoadingSetup() {
  return (
    <Section isBusy title="Owners and threshold">
      <div className={classes.threshold}>
        <SkeletonBar width={120} height={40} />
      </div>
      {[1, 2, 3].map((row) => (
        <div key={row} className={classes.owner}>
          <SkeletonBar width={360} />
        </div>
      ))}
    </Section>
  )
}

function explain(facts: { threshold: number; owners: number }): string {
  const { threshold, owners } = facts
  if (owners === 1)
    return 'One key controls everything. If it’s lost, the safe is locked permanently.'
  if (threshold === owners)
    return 'All owners must sign. If one key is lost, the safe is locked permanently.'
  const spare = owners - threshold + 1
  return `Any ${threshold} of these ${owners} owners can move everything. If ${spare} keys are lost, the safe is locked permanently.`
}
