import type { TransactionDetails as Details } from '@covault/api'
import { tellIntent } from '@covault/protocol'
import { useFindName } from '../../hooks/useFindName.js'
import { gatewaySays } from '../../trust/provenance.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { nameReported, toReported } from '../../understand/tell/reported.js'
import { toRow } from '../../understand/tell/row.js'
import { AddressName } from '../AddressName.js'
import { ProvenanceMark } from '../ProvenanceMark.js'
import { Amount } from '../TransactionRow.js'
import { Record } from './Record.js'
import classes from './TransactionDetails.module.css'

/** A transfer or the creation: there is nothing to decode, only facts. */
export function WhatHappened({
  place: { chain },
  details: { txInfo },
}: {
  place: SafePlace
  details: Details
}) {
  const findName = useFindName()
  const { nativeCurrency } = chain
  const { words, amount } = toRow(
    tellIntent(toReported(txInfo, { nativeCurrency }), { tense: 'done' }),
    nameReported(txInfo, (address) =>
      findName({ chainId: chain.chainId, address }),
    ),
  )
  const who = (address: `0x${string}`) => (
    <AddressName chain={chain} address={address} isFull />
  )
  const facts = (() => {
    if (txInfo.type === 'Transfer')
      return [
        { name: 'From', value: who(txInfo.sender.value) },
        { name: 'To', value: who(txInfo.recipient.value) },
        ...('tokenAddress' in txInfo.transferInfo
          ? [{ name: 'Token', value: who(txInfo.transferInfo.tokenAddress) }]
          : []),
      ]
    if (txInfo.type !== 'Creation') return []
    const { creator, factory, implementation, saltNonce } = txInfo
    return [
      { name: 'Creator', value: who(creator.value) },
      ...(factory ? [{ name: 'Factory', value: who(factory.value) }] : []),
      ...(implementation
        ? [{ name: 'Code', value: who(implementation.value) }]
        : []),
      ...(saltNonce !== null
        ? [{ name: 'Salt nonce', value: String(saltNonce) }]
        : []),
    ]
  })()
  return (
    <section>
      <h3 className={classes.title}>
        What happened <ProvenanceMark of={gatewaySays} />
      </h3>
      <p className={classes.sentence}>
        {words.map(({ text }) => text).join('')}
        {amount && ': '}
        {amount && (
          <span className={classes.amount}>
            <Amount chain={chain} amount={amount} hasHappened />
          </span>
        )}
      </p>
      <Record facts={facts} />
    </section>
  )
}
