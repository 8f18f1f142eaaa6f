import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { openApproval } from '../../lib/flowSearch.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { choosePlural } from '../../lib/formatCount.js'
import { paths } from '../../lib/paths.js'
import { isAlone } from '../../queries/gateway.js'
import { LinkButton } from '../../ui/LinkButton.js'
import type { OwningSafe } from '../../wallet/owningSafes.js'
import type { Outcome } from '../act/outcome.js'
import { proposeUnsigned } from '../act/submit.js'
import type { OtherWaysProps } from './reviewProps.js'
import classes from './SealBlock.module.css'
import { WorkError } from './WorkError.js'

/** Safes among the owners through which the reader can say yes. */
export function SignAsParent({
  parents,
  props,
}: {
  parents: readonly OwningSafe[]
  props: OtherWaysProps
}) {
  const { place, hash, proposal, nameOf } = props
  const propose = useMutation({
    mutationFn: async ({ address }: OwningSafe): Promise<Outcome> => {
      const { signable, note, app } = props
      await proposeUnsigned({
        ...{ signable, note, app },
        sender: address,
      })
      return { kind: 'handed', safeTxHash: hash, to: address }
    },
    onSuccess: props.onDone,
  })
  return (
    <div className={classes.parents}>
      <p className={classes.reason}>
        {choosePlural(parents.length, {
          one: 'One of your safes owns',
          other: 'Some of your safes own',
        })}{' '}
        this safe. Signing as a safe is a separate transaction, which its owners
        review.
        {props.note !== '' &&
          !proposal &&
          !isAlone &&
          ' The gateway keeps your note only if you are signed in.'}
      </p>
      {parents.map((parent) => {
        const { address, threshold, owners } = parent
        const name = nameOf(address) ?? formatAddress(address, { digits: 4 })
        const words = `Sign as ${name}, ${threshold} of ${owners.length}`
        return proposal ? (
          <LinkButton
            key={address}
            variant="default"
            to={paths.queue}
            search={openApproval({
              chain: place.chain,
              parent: address,
              child: place.address,
              safeTxHash: hash,
            })}
          >
            {words}
          </LinkButton>
        ) : (
          <Button
            key={address}
            variant="default"
            loading={propose.isPending}
            onClick={() => propose.mutate(parent)}
          >
            {words}
          </Button>
        )
      })}
      <WorkError error={propose.error} />
    </div>
  )
}
