import { TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AddressInput } from '../../components/AddressInput.js'
import { useAddressText } from '../../hooks/useAddressTexts.js'
import { delegatesQuery, refreshDelegates } from '../../queries/delegates.js'
import { Form } from '../../ui/Form.js'
import { accountQuery } from '../../wallet/account.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import classes from '../machine/CallFlowRun.module.css'
import type { ActionProps } from '../machine/flow.js'
import review from '../review/Review.module.css'
import { useWalletWork } from '../review/useWalletWork.js'
import { checkProposer, longestLabel } from './checkProposer.js'
import { ProposerDone } from './ProposerDone.js'
import own from './ProposerForm.module.css'
import { ProposerSeal } from './ProposerSeal.js'
import { requestDelegate } from './requestDelegate.js'

/** Who, under which name, and what that person can do then. */
export function AddProposer({ place, onClose }: ActionProps) {
  const { chain, address, safe } = place
  const queries = useQueryClient()
  const wallet = useWalletLayer()
  const { data: account } = useQuery(accountQuery)
  const { data } = useQuery(delegatesQuery({ chainId: chain.chainId, address }))
  const [text, setText] = useState('')
  const [label, setLabel] = useState('')
  const [isTold, setTold] = useState(false)
  const [isDone, setDone] = useState(false)
  const reading = useAddressText(chain, text)
  const work = useWalletWork({
    about: `${text} ${label}`,
    ask: requestDelegate,
    onDone: () => {
      setDone(true)
      void refreshDelegates(queries)
    },
  })
  const mistakes = checkProposer(
    { reading, label },
    {
      safe: address,
      owners: safe.owners,
      account: account ?? undefined,
      delegates: data?.results ?? [],
    },
  )
  const delegate = reading.address
  if (isDone && delegate)
    return (
      <ProposerDone place={place} title="Proposer added">
        {label.trim()} can now propose transactions to this safe. Proposals show
        who made them, and need the owners’ signatures.
      </ProposerDone>
    )
  const isOwner = account && safe.owners.includes(account)
  return (
    <article className={own.document}>
      <h1 className={classes.title}>Add proposer</h1>
      <Form className={own.form} onSubmit={() => undefined}>
        <AddressInput
          label="Proposer"
          chain={chain}
          text={text}
          onText={setText}
          address={reading}
          error={isTold || text !== '' ? mistakes.address : undefined}
        />
        <TextInput
          label="Name"
          description="The other owners see this name too. The gateway stores it."
          maxLength={2 * longestLabel}
          value={label}
          error={isTold ? mistakes.label : undefined}
          onChange={({ currentTarget: { value } }) => setLabel(value)}
        />
      </Form>
      <section aria-label="Proposer rights" className={review.section}>
        <h2 className={review.heading}>Proposer rights</h2>
        <ul className={own.list}>
          <li>
            Can propose transactions to the owners. Each one shows who proposed
            it.
          </li>
          <li>Can delete their own proposals while they are in the queue.</li>
          <li>
            Can’t sign, and can’t move anything without the owners’ signatures.
          </li>
        </ul>
      </section>
      <ProposerSeal
        place={place}
        title="Sign"
        words="Add proposer"
        delegate={delegate}
        refusal={
          isOwner
            ? undefined
            : 'Only an owner can add a proposer, with their own signature.'
        }
        work={work}
        onAct={() => {
          setTold(true)
          if (mistakes.address || mistakes.label || !delegate) return
          work.start({
            wallet,
            account: account ?? undefined,
            place,
            request: { kind: 'add', delegate, label: label.trim() },
          })
        }}
        onClose={onClose}
      />
    </article>
  )
}
