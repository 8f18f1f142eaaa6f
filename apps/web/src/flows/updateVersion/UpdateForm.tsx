import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CodeName } from '../../components/CodeName.js'
import { LoadingRows } from '../../components/ListStates.js'
import { GatewayReports } from '../../components/ProvenanceMark.js'
import { formatCount } from '../../lib/formatCount.js'
import { masterCopiesQuery } from '../../queries/masterCopies.js'
import { contractQuery } from '../../trust/contract.js'
import { Form } from '../../ui/Form.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import {
  findVersionState,
  type VersionState,
} from '../../understand/safe/versionState.js'
import type { FormProps } from '../machine/flow.js'
import type { UpdateInput } from './buildUpdate.js'
import { planUpdate, type UpdatePlan } from './planUpdate.js'
import classes from './UpdateForm.module.css'

/** What an update changes, and what it leaves alone. */
export function UpdateForm({
  place,
  input,
  onInput,
  onDone,
}: FormProps<UpdateInput>) {
  const { chain, safe } = place
  const state = findVersionState(safe, chain)
  const address = safe.fallbackHandler ?? undefined
  const { data: read } = useQuery(contractQuery(chain, { address }))
  if (state.status !== 'outdated' && state.status !== 'unlogged')
    return <p className={classes.text}>{describeNone(state, place)}</p>
  if (address && !read) return <LoadingRows count={3} />
  const plan = planUpdate({
    chainId: chain.chainId,
    state,
    wantsL2: input.singleton === 'l2',
    handler: address && read ? { address, ...read } : null,
  })
  return (
    <Form className={classes.form} onSubmit={onDone}>
      {state.status === 'outdated' && !state.l2 && (
        <Section title="Contract variant">
          <div className={classes.choice}>
            <SegmentedControl
              aria-label="Contract variant"
              withItemsBorders={false}
              value={input.singleton}
              onChange={(singleton) => onInput({ singleton })}
              data={[
                { value: 'l2', label: 'L2 (emits events)' },
                { value: 'l1', label: 'L1 (no events)' },
              ]}
            />
            <p className={classes.hint}>
              The L2 variant emits an event for every execution, so that any
              service can show it. It costs slightly more gas.
            </p>
          </div>
        </Section>
      )}
      <Changes place={place} plan={plan} />
      <div className={classes.end}>
        <Remark kind="ok">
          {formatCount(safe.owners.length, 'owner')}, threshold, nonce,{' '}
          {formatCount(safe.modules.length, 'module')}, guard and all assets
          stay the same. Transactions in the queue stay valid.
        </Remark>
        <Unlisted chainId={chain.chainId} singleton={plan.singleton} />
        <Remark kind="warn">
          The migration contract runs with the safe’s full rights. Covault
          compares its code, the new implementation and the handler with the
          official code before you can sign.
        </Remark>
        <Button type="submit">Review</Button>
      </div>
    </Form>
  )
}

/** Apps of other services go by such lists. */
function Unlisted({
  chainId,
  singleton: { address, version },
}: {
  chainId: number
  singleton: UpdatePlan['singleton']
}) {
  const { data: listed } = useQuery(masterCopiesQuery(chainId))
  if (!listed || listed.some((one) => one.address === address)) return null
  return (
    <Remark kind="warn">
      The gateway doesn’t list this variant of version {version} on this
      network. Other apps may not recognise the safe after the upgrade.{' '}
      <GatewayReports />
    </Remark>
  )
}

function Changes({
  place: { chain, safe },
  plan: { singleton, handler, replacesHandler },
}: {
  place: SafePlace
  plan: UpdatePlan
}) {
  return (
    <Section title="Changes">
      <dl className={classes.changes}>
        <dt>Code before</dt>
        <dd>
          <CodeName chain={chain} address={safe.singleton} />
        </dd>
        <dt>Code after</dt>
        <dd>
          <CodeName chain={chain} address={singleton.address} />
        </dd>
        <dt>Handler before</dt>
        <dd>
          {safe.fallbackHandler ? (
            <CodeName chain={chain} address={safe.fallbackHandler} />
          ) : (
            'None'
          )}
        </dd>
        <dt>Handler after</dt>
        <dd>
          {replacesHandler && handler ? (
            <CodeName chain={chain} address={handler.address} />
          ) : (
            describeKept(safe.fallbackHandler)
          )}
        </dd>
      </dl>
    </Section>
  )
}

function describeKept(handler: string | null): string {
  return handler
    ? 'Unchanged. An upgrade replaces a handler only if it is the standard one of an older version.'
    : 'None, as before.'
}

/** Why there is nothing to update, for those whom a link led here. */
function describeNone(state: VersionState, { safe }: SafePlace): string {
  switch (state.status) {
    case 'unknown':
      return `The code at ${safe.singleton} is unknown, so no upgrade is available.`
    case 'tooOld':
      return `Safes of version ${state.version} are too old to upgrade. Create a new safe and move everything there.`
    default:
      return `The safe has version ${safe.version}, which is the newest.`
  }
}
