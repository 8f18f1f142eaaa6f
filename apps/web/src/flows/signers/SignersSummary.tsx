import type { OwnerChange } from '@covault/protocol'
import { useQuery } from '@tanstack/react-query'
import type { Address as AddressValue } from 'viem'
import { AddressName } from '../../components/AddressName.js'
import { useFindName } from '../../hooks/useFindName.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatCount } from '../../lib/formatCount.js'
import { contractsQuery } from '../../trust/contracts.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import { Spoken } from '../../ui/Spoken.js'
import { Tally } from '../../ui/Tally.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { listWarnings } from './listWarnings.js'
import { planSigners } from './planSigners.js'
import classes from './SignersSummary.module.css'
import {
  getPresent,
  getWanted,
  isUntouched,
  type SignersInput,
} from './signersInput.js'

/** What would be proposed, once the form has no mistake. */
export function SignersSummary({
  place,
  input,
  addresses,
  account,
  isSound,
}: {
  place: SafePlace
  input: SignersInput
  addresses: readonly (AddressValue | undefined)[]
  account: AddressValue | null
  isSound: boolean
}) {
  const present = getPresent(input)
  const wanted = isSound ? getWanted(input, addresses) : present
  const changes = isSound
    ? planSigners(input, { safe: place.address, present, addresses })
    : []
  const come = wanted.owners.filter((owner) => !present.owners.includes(owner))
  const contracts = useContractsAmong(place, come)
  return (
    <Section
      title="Changes"
      note={
        changes.length > 0
          ? `${formatCount(changes.length, 'call')} in one transaction`
          : undefined
      }
    >
      {changes.length === 0 ? (
        <p className={classes.nothing}>
          {isUntouched(input) ? 'No changes yet.' : 'No valid changes yet.'}
        </p>
      ) : (
        <dl className={classes.changes}>
          {changes.map((change) => (
            <OwnerStep
              key={JSON.stringify(change)}
              chain={place.chain}
              change={change}
            />
          ))}
          <dt>Threshold</dt>
          <dd className={classes.requirement}>
            <Tally count={present.threshold} of={present.owners.length} />
            <span aria-hidden="true">→</span>
            <Spoken>changes to</Spoken>
            <Tally count={wanted.threshold} of={wanted.owners.length} />
          </dd>
        </dl>
      )}
      <div className={classes.warnings} role="status">
        {changes.length > 0 &&
          listWarnings({ present, wanted, account, contracts }).map(
            (warning) => (
              <Remark key={warning} kind="warn">
                {warning}
              </Remark>
            ),
          )}
      </div>
    </Section>
  )
}

function OwnerStep({
  chain,
  change,
}: {
  chain: SafePlace['chain']
  change: OwnerChange
}) {
  const who = (address: AddressValue) => (
    <dd>
      <AddressName chain={chain} address={address} isFull />
    </dd>
  )
  switch (change.kind) {
    case 'addOwner':
      return (
        <>
          <dt>Added</dt>
          {who(change.owner)}
        </>
      )
    case 'removeOwner':
      return (
        <>
          <dt>Removed</dt>
          {who(change.owner)}
        </>
      )
    case 'swapOwner':
      return (
        <>
          <dt>Replaced</dt>
          {who(change.oldOwner)}
          <dt>by</dt>
          {who(change.newOwner)}
        </>
      )
    case 'changeThreshold':
      return null
  }
}

/** Those of the new owners that have code; nobody waits for the answer. */
function useContractsAmong(
  { chain }: SafePlace,
  addresses: readonly AddressValue[],
): { name: string; isSafe: boolean }[] {
  const findName = useFindName()
  const { data = [] } = useQuery({
    ...contractsQuery(chain, addresses),
    enabled: addresses.length > 0,
  })
  return data
    .filter(({ codeHash }) => codeHash !== null)
    .map(({ address, kind }) => ({
      name:
        findName({ chainId: chain.chainId, address }) ??
        formatAddress(address, { digits: 4 }),
      isSafe: kind === 'safe',
    }))
}
