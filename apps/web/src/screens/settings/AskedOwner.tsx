import { useSearch } from '@tanstack/react-router'
import type { Address } from 'viem'
import { AddressName } from '../../components/AddressName.js'
import { openFlow } from '../../lib/flowSearch.js'
import { readAddressText } from '../../lib/readAddressText.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { Note } from '../../ui/Note.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import { ChangeButton } from './ChangeButton.js'
import classes from './SettingsScreen.module.css'

/**
 * `/addOwner?address=`: a link can name who should become an owner. It is
 * shown to be compared, and nothing is done because a link says so.
 */
export function AskedOwner({
  chain,
  owners,
  reason,
}: {
  chain: ChainConfig
  owners: readonly Address[]
  /** Why nothing can be changed by anyone who looks. */
  reason: string | undefined
}) {
  const { address: text } = useSearch({ strict: false })
  if (text === undefined) return null
  const asked = readAddressText(text, chain)
  return (
    <Section
      className={classes.section}
      title="New owner suggested by a link"
      note="Covault can’t tell who sent it."
    >
      {asked.status !== 'address' && (
        <Remark kind="danger">
          {asked.status === 'refused'
            ? asked.reason
            : 'The link doesn’t contain an address.'}
        </Remark>
      )}
      {asked.status === 'address' && (
        <>
          <div className={classes.owner}>
            <AddressName chain={chain} address={asked.address} isFull />
          </div>
          <div className={classes.asked}>
            {owners.includes(asked.address) ? (
              <Remark kind="ok">This address is already an owner.</Remark>
            ) : (
              <>
                <AskedOwnerNote />
                <ChangeButton
                  reason={reason}
                  search={openFlow('signers', { recipient: asked.address })}
                >
                  Propose this owner
                </ChangeButton>
              </>
            )}
          </div>
        </>
      )}
    </Section>
  )
}

/** Whoever sends such a link may want the safe. */
export function AskedOwnerNote() {
  return (
    <Note severity="warning" title="Check this address before you add it.">
      Nothing has changed yet. An owner helps control everything in a safe. Call
      the person this address should belong to and ask them to read it out in
      full. Don’t use the channel that the link came from.
    </Note>
  )
}
