import { fallbackHandlers, findDeploymentByAddress } from '@covault/protocol'
import { AddressName } from '../../components/AddressName.js'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import type { OpenSafe } from '../../components/SafeGate.js'
import { formatCount, formatNumber } from '../../lib/formatCount.js'
import type { SafeState } from '../../trust/safe.js'
import { Section } from '../../ui/Section.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { Status } from '../../ui/Status.js'
import classes from './HomeScreen.module.css'

/** What the safe is, read from the chain by this browser. */
export function Health({
  open: { chain, safe, provenance },
}: {
  open: OpenSafe
}) {
  return (
    <>
      <Section
        className={classes.section}
        title="Safe health"
        note={
          safe && (
            <Status kind={safe.known ? 'ok' : 'warn'}>
              {safe.known ? 'official Safe code' : 'unknown code'}
            </Status>
          )
        }
      >
        <dl>
          {describe(safe).map(({ name, value }) => (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd>{value ?? <SkeletonBar width={96} />}</dd>
              <dd className={classes.provenance}>
                {provenance && <ProvenanceMark of={provenance} />}
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section
        className={classes.section}
        title="Owners"
        note={safe && `${safe.threshold} of ${safe.owners.length} must sign`}
      >
        <ul>
          {safe?.owners.map((owner) => (
            <li key={owner} className={classes.owner}>
              <AddressName chain={chain} address={owner} />
            </li>
          ))}
          {!safe && (
            <li className={classes.owner}>
              <SkeletonBar width={200} />
            </li>
          )}
        </ul>
      </Section>
    </>
  )
}

function describe(
  safe: SafeState | undefined,
): { name: string; value: string | undefined }[] {
  const handler =
    safe?.fallbackHandler &&
    findDeploymentByAddress(fallbackHandlers, safe.fallbackHandler)
  return [
    {
      name: 'Threshold',
      value:
        safe &&
        `${safe.threshold} of ${formatCount(safe.owners.length, 'owner')}`,
    },
    {
      name: 'Next nonce',
      value: safe && formatNumber(safe.nonce),
    },
    {
      name: 'Version',
      value:
        safe &&
        `${safe.version}, ${safe.known ? 'official Safe code' : 'unknown code'}`,
    },
    {
      name: 'Modules',
      value:
        safe &&
        (safe.modules.length > 0 ? String(safe.modules.length) : 'None'),
    },
    { name: 'Guard', value: safe && (safe.guard ?? 'None') },
    {
      name: 'Fallback handler',
      value:
        safe &&
        (handler
          ? 'Official Safe code'
          : safe.fallbackHandler
            ? 'Unknown code'
            : 'None'),
    },
  ]
}
