import { useSearch } from '@tanstack/react-router'
import type { Address } from 'viem'
import { AddressName } from '../../components/AddressName.js'
import { openFlow } from '../../lib/flowSearch.js'
import { readAddressText } from '../../lib/readAddressText.js'
import type { ChainConfig } from '../../trust/chainClient.js'
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
  /** Why nothing can be changed by whoever looks. */
  reason: string | undefined
}) {
  const { address: text } = useSearch({ strict: false })
  if (text === undefined) return null
  const asked = readAddressText(text, chain)
  return (
    <Section
      className={classes.section}
      title="A link asks for a new owner"
      note="whoever sent it is not known here"
    >
      {asked.status !== 'address' && (
        <Remark kind="danger">
          {asked.status === 'refused'
            ? asked.reason
            : 'The link names no address.'}
        </Remark>
      )}
      {asked.status === 'address' && (
        <>
          <div className={classes.owner}>
            <AddressName chain={chain} address={asked.address} isFull />
          </div>
          <div className={classes.remark}>
            {owners.includes(asked.address) ? (
              <Remark kind="ok">This address is an owner already.</Remark>
            ) : (
              <div className={classes.list}>
                <Remark kind="warn">
                  Nothing has been changed. An owner decides over everything in
                  this safe. Have the person read the whole address to you, not
                  in the message that brought the link, before it is added.
                </Remark>
                <ChangeButton
                  reason={reason}
                  search={openFlow('signers', { recipient: asked.address })}
                >
                  Propose to add this owner
                </ChangeButton>
              </div>
            )}
          </div>
        </>
      )}
    </Section>
  )
}
